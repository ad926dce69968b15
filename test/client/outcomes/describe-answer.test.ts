import test from 'ava';
import type { HttpAnswer, NoAnswer } from '../../../source/client/outcomes/answer.ts';
import { describeAnswer, describeNoAnswer } from '../../../source/client/outcomes/describe-answer.ts';

const host = 'shop.example';
const signed = (status: number): string => JSON.stringify({ code: 'c', message: 'No room', status });
const page = '<!doctype html><title>Hotel</title>';

type Told = readonly [status: number, more: Partial<HttpAnswer>, code: string, connection: string, sentence: RegExp];

const answers: readonly Told[] = [
  [403, {}, 'forbidden', 'unauthorized', /^Your key may not do this at shop\.example \(403\)\.$/],
  [403, { keyless: true }, 'forbidden', 'unauthorized', /^Without a key you may not/],
  [401, {}, 'unauthorized', 'unauthorized', /^shop\.example refused the key\.$/],
  [
    401,
    { keyless: true, body: signed(401) },
    'unauthorized',
    'unauthorized',
    /^shop\.example needs an API key\. The store says: No room\.$/,
  ],
  [203, {}, 'changed-on-the-way', 'intercepted', /changed its answer \(203\)/],
  [206, {}, 'partial-answer', 'error', /a part of its answer \(206\)/],
  [404, {}, 'misconfigured', 'misconfigured', /no pet store at this address of shop\.example \(404\)/],
  [405, {}, 'misconfigured', 'misconfigured', /\(405\)/],
  [410, {}, 'misconfigured', 'misconfigured', /\(410\)/],
  [407, {}, 'proxy', 'intercepted', /wants a login \(407\)/],
  [425, {}, 'slow-down', 'error', /asked to wait \(425\)/],
  [429, {}, 'slow-down', 'error', /asked to wait \(429\)/],
  [511, {}, 'intercepted', 'intercepted', /Open a browser/],
  [300, {}, 'redirected', 'misconfigured', /redirects petstore \(300\) instead/],
  [
    302,
    { headers: { location: 'https://login.example/in?token=secret' } },
    'redirected',
    'misconfigured',
    /\(302, https:\/\/login\.example\) instead/,
  ],
  [399, { headers: { location: '/in' } }, 'redirected', 'misconfigured', /\(399\) instead/],
  [304, {}, 'unexpected-answer', 'error', /unexpected answer \(304\)/],
  [500, {}, 'service-error', 'error', /^shop\.example failed \(500\)\.$/],
  [502, { body: page }, 'service-error', 'error', /failed \(502\)/],
  [200, { body: page }, 'intercepted', 'intercepted', /^A web page answered/],
  [400, { body: page }, 'intercepted', 'intercepted', /^A web page answered/],
  [200, { body: 'x', garbled: 'utf-8' }, 'other-characters', 'error', /not UTF-8: the names/],
  [200, { body: 'x', garbled: 'big5' }, 'other-characters', 'error', /not UTF-8, nor big5 as it says: the names/],
  [400, { body: 'x', garbled: 'big5' }, 'unexpected-answer', 'error', /unexpected answer \(400\)/],
  [200, { body: 'x' }, 'intercepted', 'intercepted', /it sent something that is not JSON\./],
  [200, { body: '{}' }, 'intercepted', 'intercepted', /it sent JSON of another kind\./],
  [418, { body: signed(418) }, 'unexpected-answer', 'error', /\(418\)\. The store says: No room\.$/],
  [418, { body: '{"message":" "}' }, 'unexpected-answer', 'error', /\(418\)\. It says: \{"message":" "\}\.$/],
  [418, { body: '{"message":7}' }, 'unexpected-answer', 'error', /\(418\)\. It says: \{"message":7\}\.$/],
  [
    422,
    { body: '{"errors":{"name":["is too long"]}}' },
    'unexpected-answer',
    'error',
    /\(422\)\. It says: \{"errors":\{"name":\["is too long"\]\}\}\.$/,
  ],
  [400, { body: '{"detail":"No name.","errors":[]}' }, 'unexpected-answer', 'error', /\(400\)\. It says: No name\.$/],
  [400, { body: 'invalid name\n' }, 'unexpected-answer', 'error', /\(400\)\. It says: invalid name\.$/],
  [418, { body: 'null' }, 'unexpected-answer', 'error', /\(418\)\.$/],
];
test('an answer of no use is told by its status and its content, and where the fault is', (t) => {
  for (const [status, more, code, connection, sentence] of answers) {
    const told = describeAnswer({ type: 'answer', status, headers: {}, body: '', ...more }, host);
    t.like(told, { code, connection }, sentence.source);
    t.regex(told.sentence, sentence);
  }
});

type Failed = readonly [failed: Partial<NoAnswer>, code: string, connection: string, sentence: RegExp];
const proxy = 'proxy.example:3128';

const failures: readonly Failed[] = [
  [{ why: 'aborted', connected: true }, 'aborted', 'offline', /was stopped before an answer/],
  [{ why: 'too-late' }, 'too-late', 'offline', /stood still .* while it connected to shop\.example\.$/],
  [{ why: 'too-late', connected: true }, 'too-late', 'offline', /stood still .* while it waited for an answer of shop/],
  [{ why: 'timed-out', connected: true }, 'timed-out', 'offline', /^shop\.example did not answer in time\.$/],
  [{ why: 'timed-out' }, 'timed-out', 'offline', /^No connection to shop\.example could be made in time\.$/],
  [{ why: 'timed-out', proxy }, 'timed-out', 'offline', /through the proxy proxy\.example:3128 \(HTTPS_PROXY\) could/],
  [
    { proxy, proxyStatus: 407 },
    'proxy',
    'offline',
    /asks for a user name and a password \(407\), so shop\.example was/,
  ],
  [{ proxy, proxyStatus: 502 }, 'proxy', 'offline', /answered 502, so .* Ask whoever runs this network/],
  [{ proxy, code: 'EAI_AGAIN' }, 'proxy', 'offline', /cannot be found by its name/],
  [{ proxy, code: 'ECONNREFUSED' }, 'proxy', 'offline', /refused the connection, so .* It is not running/],
  [{ proxy, code: 'EPIPE' }, 'proxy', 'offline', /failed \(EPIPE\), so/],
  [{ proxy }, 'proxy', 'offline', /\(HTTPS_PROXY\) failed, so/],
  [{ code: 'SELF_SIGNED_CERT_IN_CHAIN' }, 'certificate', 'intercepted', /NODE_EXTRA_CA_CERTS/],
  [{ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'certificate', 'intercepted', /NODE_EXTRA_CA_CERTS/],
  [{ code: 'CERT_HAS_EXPIRED' }, 'certificate', 'intercepted', /is out of date/],
  [{ code: 'CERT_NOT_YET_VALID' }, 'certificate', 'intercepted', /is not valid yet/],
  [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'certificate', 'intercepted', /is for another name/],
  [{ code: 'TLS_ALERT_40' }, 'certificate', 'intercepted', /cannot show, or speaks no kind of TLS/],
  [{ code: 'TLS_ALERT_80' }, 'certificate', 'intercepted', /could not be set up \(TLS_ALERT_80\)/],
  [{ code: 'ENOTFOUND' }, 'no-such-host', 'offline', /could not be looked up/],
  [{ code: 'ECONNREFUSED' }, 'refused', 'offline', /the store is not running/],
  [{ code: 'ENETUNREACH' }, 'unreachable', 'offline', /cannot be reached from this network/],
  [{ code: 'bad-proxy' }, 'proxy', 'offline', /HTTPS_PROXY is not the address/],
  [{ code: 'bad-certificates' }, 'certificate-file', 'offline', /SSL_CERT_FILE is not the name/],
  [{ code: 'MODULE_NOT_FOUND' }, 'replaced', 'offline', /petstore/],
  [{ code: 'HPE_INVALID_CONSTANT' }, 'intercepted', 'intercepted', /is not HTTP/],
  [{ code: 'HPE_HEADER_OVERFLOW' }, 'intercepted', 'intercepted', /cannot be read as HTTP \(HPE_HEADER_OVERFLOW\)/],
  [{ code: 'EPIPE', connected: true }, 'connection-lost', 'offline', /broke before an answer came \(EPIPE\)\.$/],
  [{ connected: true }, 'connection-lost', 'offline', /broke before an answer came\.$/],
  [{ code: 'EMFILE' }, 'connection-lost', 'offline', /^No connection to shop\.example could be made \(EMFILE\)\.$/],
];
test('a failure without an answer is told by what failed, and only a stranger is one who intercepts', (t) => {
  for (const [failed, code, connection, sentence] of failures) {
    const told = describeNoAnswer({ why: 'failed', connected: false, ...failed }, host);
    t.like(told, { code, connection }, sentence.source);
    t.regex(told.sentence, sentence);
  }
});
