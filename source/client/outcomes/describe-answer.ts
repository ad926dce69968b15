import { replacedText } from '../../platform/process/self.ts';
import { type HttpAnswer, type NoAnswer, readBody } from './answer.ts';
import type { FailedState } from './outcomes.ts';

/** Why a request did not get its data: a stable code, the sentence for people, the state of the connection. */
export type Reason = { readonly code: string; readonly sentence: string; readonly connection: FailedState };

/** Puts an answer that is of no use into words. `host`: the store's host and port, for people. */
export function describeAnswer(answer: HttpAnswer, host: string): Reason {
  const { status } = answer;
  const { html, json, error } = readBody(answer);
  const says = error ? ` The store says: ${toSentence(error.message)}` : '';
  const told = (): string => {
    const words = error ? undefined : wordsOf(json, answer);
    return words === undefined ? says : ` It says: ${toSentence(words)}`;
  };
  const intercepted = (sentence: string): Reason => reason('intercepted', 'intercepted', sentence);

  // A key that may only read is answered so by our own service: the interface has no 403.
  if (status === 403 || (status === 401 && /insufficient_scope/.test(answer.headers['www-authenticate'] ?? ''))) {
    const whose = answer.keyless ? 'Without a key you' : 'Your key';
    return reason('forbidden', 'unauthorized', `${whose} may not do this at ${host} (${status}).${says}`);
  }

  switch (status) {
    case 203: {
      const sentence = `Something on the way to ${host} changed its answer (203), so it is not used.`;
      return reason('changed-on-the-way', 'intercepted', `${sentence} Ask whoever runs this network.`);
    }
    case 206:
      return reason('partial-answer', 'error', `${host} sent a part of its answer (206), and all of it was asked for.`);
    case 401: {
      const refused = answer.keyless ? 'needs an API key' : 'refused the key';
      return reason('unauthorized', 'unauthorized', `${host} ${refused}.${says}`);
    }
    case 404:
    case 405:
    case 410: {
      // A framework answers so too if it does not find a category.
      const sentence = `There is no pet store at this address of ${host} (${status}).${json === undefined ? says : told()}`;
      return reason('misconfigured', 'misconfigured', sentence);
    }
    case 407: {
      const sentence = `A proxy on the way to ${host} wants a login (407). Ask whoever runs this network.`;
      return reason('proxy', 'intercepted', sentence);
    }
    case 425:
    case 429:
      return reason('slow-down', 'error', `${host} asked to wait (${status}).${says}`);
    case 511:
      return intercepted('The network wants a login (511). Open a browser and log in there.');
    default:
  }

  if (status >= 300 && status < 400 && status !== 304) {
    const sentence =
      `${host} redirects petstore (${status}${redirectTarget(answer)}) instead of answering: the address is wrong, ` +
      'the store has moved, or the store or this network wants a login.';
    return reason('redirected', 'misconfigured', sentence);
  }
  if (status >= 500) {
    return reason('service-error', 'error', `${host} failed (${status}).${says}`);
  }
  if (html) {
    return intercepted(
      `A web page answered instead of the pet store at ${host}. Check the address. If your ` +
        'network wants a login, open a browser and log in there.',
    );
  }
  if (status < 300 && answer.garbled !== undefined) {
    const also = /^utf-?8$/i.test(answer.garbled) ? '' : `, nor ${answer.garbled} as it says`;
    const sentence = `${host} answered in characters that are not UTF-8${also}: the names would be garbled.`;
    return reason('other-characters', 'error', `${sentence} Ask whoever runs the store.`);
  }
  if (status < 300) {
    const answered = json === undefined ? 'something that is not JSON' : 'JSON of another kind';
    return intercepted(
      `The server at ${host} is not the pet store: it sent ${answered}. Check ` +
        'the address, and whether the network wants a login.',
    );
  }

  return reason('unexpected-answer', 'error', `${host} gave an unexpected answer (${status}).${told()}`);
}

/** More of an answer only fills the line. */
const mostWords = 300;

/** The words of an answer that is not in the store's own form, as that of a proxy: a hint, and no proof of anything. */
function wordsOf(json: unknown, { body, garbled }: HttpAnswer): string | undefined {
  const said = typeof json === 'object' && json !== null ? (json as Readonly<Record<string, unknown>>) : {};
  // NestJS lists several.
  const fields = ['message', 'detail', 'error'].map((field) => said[field]);
  const words = fields.map((each) => (Array.isArray(each) ? each.join('; ') : each)).find((each) => isSaid(each));
  // Each framework names the field that is wrong in a form of its own, which is understood as it is.
  const isPlain = garbled === undefined && (json === undefined || Object.keys(said).length > 0);
  const told = words ?? (isPlain ? body : undefined);
  return isSaid(told) ? told.trim().slice(0, mostWords) : undefined;
}

function isSaid(words: unknown): words is string {
  return typeof words === 'string' && words.trim() !== '';
}

function reason(code: string, connection: FailedState, sentence: string): Reason {
  return { code, connection, sentence };
}

/** A service's own words, so that ours can follow them. */
export function toSentence(words: string): string {
  return /[.!?\u2026\u3002]\s*$/.test(words) ? words.trimEnd() : `${words.trimEnd()}.`;
}

/** Only the origin: the rest of a login page's address may hold secrets. */
function redirectTarget({ headers }: HttpAnswer): string {
  const location = headers['location'] ?? '';
  return URL.canParse(location) ? `, ${new URL(location).origin}` : '';
}

/** What kept us from an answer: no connection, or one to a stranger. */
export type Trouble = Reason & { readonly connection: 'offline' | 'intercepted' };

/** By the code of the error, the first that fits: what is told of it, and in which words. */
const failures: readonly (readonly [codes: RegExp, name: string, words: (host: string, code: string) => string])[] = [
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)\w+|CERT_UNTRUSTED)$/,
    'certificate',
    (host) =>
      `The certificate of ${host} is not one this computer trusts. If it is your organisation's own, ` +
      'name its file in SSL_CERT_FILE or NODE_EXTRA_CA_CERTS; if not, something else is answering.',
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    'certificate',
    (host, code) =>
      `The certificate of ${host} is ${code === 'CERT_HAS_EXPIRED' ? 'out of date' : 'not valid yet'}. ` +
      `Check this computer's clock, then ask whoever runs the store.`,
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'certificate',
    (host) =>
      `The certificate at ${host} is for another name: a login page of the network answers, or the address is wrong.`,
  ],
  [
    // What the other side says as it ends a connection (RFC 8446, 6). With TLS 1.2 many say no more than 40 for both.
    /^TLS_ALERT_(40|42|116)$/,
    'certificate',
    (host, code) =>
      `${host} ended the secure connection (${code}): it needs a certificate of your own, which petstore cannot show, ` +
      'or speaks no kind of TLS that petstore does. Ask whoever runs the store.',
  ],
  [
    /^(CERT_|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_MISMATCH|TLS_ALERT)/,
    'certificate',
    (host, code) =>
      `A secure connection to ${host} could not be set up (${code}). Check the address, and whether it speaks https.`,
  ],
  [
    /^(ENOTFOUND|EAI_)/,
    'no-such-host',
    (host) => `The name ${host} could not be looked up: there is no network, or the address is wrong.`,
  ],
  [/^ECONNREFUSED$/, 'refused', (host) => `${host} refused the connection: the store is not running.`],
  [
    /^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
    'unreachable',
    (host) => `${host} cannot be reached from this network.`,
  ],
  [/^bad-proxy$/, 'proxy', () => 'HTTPS_PROXY is not the address of an HTTP proxy, such as http://proxy.example:3128.'],
  [
    /^bad-certificates$/,
    'certificate-file',
    () => 'SSL_CERT_FILE is not the name of a file with certificates (PEM). Correct it.',
  ],
  [/^MODULE_NOT_FOUND$/, 'replaced', () => replacedText],
  [
    /^HPE_INVALID_(CONSTANT|VERSION|HEADER_TOKEN)$/,
    'intercepted',
    (host) => `The answer at ${host} is not HTTP: another program listens there, or a box on the way changed it.`,
  ],
  [
    /^HPE_/,
    'intercepted',
    (host, code) =>
      `An answer came from ${host} that cannot be read as HTTP (${code}). Ask whoever runs the store, or the network ` +
      'on the way.',
  ],
];

/** Puts a failed exchange into words. `host`: the store's host and port, for people. */
export function describeNoAnswer(failed: Omit<NoAnswer, 'type'>, host: string): Trouble {
  const { why, code = '', connected, proxy } = failed;
  const offline = (name: string, sentence: string): Trouble => ({ code: name, sentence, connection: 'offline' });
  if (why === 'aborted') {
    return offline('aborted', 'The request was stopped before an answer came.');
  }
  if (why === 'too-late') {
    const what = connected ? 'waited for an answer of' : 'connected to';
    return offline(why, `petstore stood still (sleep, or a busy computer) while it ${what} ${host}.`);
  }
  if (proxy !== undefined) {
    return offline(why === 'timed-out' ? why : 'proxy', proxySentence(failed, proxy, host));
  }
  if (why === 'timed-out') {
    return offline(
      why,
      connected ? `${host} did not answer in time.` : `No connection to ${host} could be made in time.`,
    );
  }

  const [, name, words] = failures.find(([codes]) => codes.test(code)) ?? [];
  if (name === undefined || words === undefined) {
    const lost = connected
      ? `The connection to ${host} broke before an answer came`
      : `No connection to ${host} could be made`;
    return offline('connection-lost', `${lost}${code && ` (${code})`}.`);
  }

  const isStranger = name === 'certificate' || name === 'intercepted';
  return { code: name, sentence: words(host, code), connection: isStranger ? 'intercepted' : 'offline' };
}

/** Who was dialled is who failed. */
function proxySentence({ why, code = '', proxyStatus: status }: Omit<NoAnswer, 'type'>, proxy: string, host: string) {
  const named = `proxy ${proxy} (HTTPS_PROXY)`;
  if (why === 'timed-out') {
    return `No connection to ${host} through the ${named} could be made in time.`;
  }

  const told: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
    407: [
      'asks for a user name and a password (407)',
      'Write the right ones into HTTPS_PROXY, as in http://NAME:PASSWORD@proxy.example:3128.',
    ],
    ENOTFOUND: ['cannot be found by its name', 'There is no network, or the name is wrong.'],
    EAI_AGAIN: ['cannot be found by its name', 'There is no network, or the name is wrong.'],
    ECONNREFUSED: ['refused the connection', 'It is not running, or HTTPS_PROXY is wrong.'],
  };
  const failed = status === undefined ? `failed${code && ` (${code})`}` : `answered ${status}`;
  const [what, remedy] = told[status ?? code] ?? [failed, 'Ask whoever runs this network, or correct HTTPS_PROXY.'];
  return `The ${named} ${what}, so ${host} was not reached. ${remedy}`;
}
