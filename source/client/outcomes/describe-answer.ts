import { replacedText } from '../../platform/process/self.js';
import { type HttpAnswer, type NoAnswer, readBody } from './answer.js';
import type { FailedState } from './outcomes.js';

/** Why a request did not get its data: a stable code, the sentence for people, the state of the connection. */
export type Reason = { readonly code: string; readonly sentence: string; readonly connection: FailedState };

/** Puts an answer that is of no use into words. `host`: the store's host and port, for people. */
export function describeAnswer(answer: HttpAnswer, host: string): Reason {
  const { status } = answer;
  const { html, json, error } = readBody(answer);
  const says = error ? ` The store says: ${toSentence(error.message)}` : '';
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
      const sentence = `There is no pet store at this address of ${host} (${status}).${says}`;
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
      `${host} redirected the request (${status}${redirectTarget(answer)}), which petstore does ` +
      'not follow: it may be a login page of the network, or the store has moved.';
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
  if (status < 300) {
    const answered = json === undefined ? 'something that is not JSON' : 'JSON of another kind';
    return intercepted(
      `The server at ${host} is not the pet store: it sent ${answered}. Check ` +
        'the address, and whether the network wants a login.',
    );
  }

  const words = error ? undefined : wordsOf(json);
  const told = words === undefined ? says : ` It says: ${toSentence(words)}`;
  return reason('unexpected-answer', 'error', `${host} gave an unexpected answer (${status}).${told}`);
}

/** More of an answer only fills the line. */
const mostWords = 300;

/** The words of an answer that is not in the store's own form, as that of a proxy: a hint, and no proof of anything. */
function wordsOf(json: unknown): string | undefined {
  const { message } = typeof json === 'object' && json !== null ? (json as { readonly message?: unknown }) : {};
  return typeof message === 'string' && message.trim() !== '' ? message.slice(0, mostWords) : undefined;
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

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
]);

/** Puts a failed exchange into words. `host`: the store's host and port, for people. */
export function describeNoAnswer({ why, code = '', connected }: Omit<NoAnswer, 'type'>, host: string): Trouble {
  const offline = (name: string, sentence: string): Trouble => ({ code: name, sentence, connection: 'offline' });
  const stranger = (sentence: string): Trouble => ({ code: 'certificate', sentence, connection: 'intercepted' });

  if (why === 'aborted') {
    return offline('aborted', 'The request was stopped before an answer came.');
  }
  if (why === 'too-late') {
    return offline('too-late', `petstore stood still (sleep, or a busy computer) while it connected to ${host}.`);
  }
  if (why === 'timed-out') {
    return offline(
      'timed-out',
      connected ? `${host} did not answer in time.` : `No connection to ${host} could be made in time.`,
    );
  }
  if (untrusted.has(code)) {
    return stranger(
      `The certificate of ${host} is not one this computer trusts. If it is your organisation's own, ` +
        'name its file in NODE_EXTRA_CA_CERTS; if not, something else is answering.',
    );
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return stranger(
      `The certificate of ${host} is ${code === 'CERT_HAS_EXPIRED' ? 'out of date' : 'not valid yet'}. ` +
        `Check this computer's clock, then ask whoever runs the store.`,
    );
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return stranger(
      `The certificate at ${host} is for another name: a login page of the network answers, or the address is wrong.`,
    );
  }
  if (/^(CERT_|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_MISMATCH)/.test(code)) {
    return stranger(
      `A secure connection to ${host} could not be set up (${code}). Check the address, and whether it speaks https.`,
    );
  }
  return describeErrno(code, connected, host, offline);
}

function describeErrno(
  code: string,
  connected: boolean,
  host: string,
  offline: (name: string, sentence: string) => Trouble,
): Trouble {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EAI_NODATA':
    case 'EAI_FAIL':
      return offline(
        'no-such-host',
        `The name ${host} could not be looked up: there is no network, or the address is wrong.`,
      );
    case 'ECONNREFUSED':
      return offline('refused', `${host} refused the connection: the store, or the proxy on the way, is not running.`);
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'ENETDOWN':
    case 'EADDRNOTAVAIL':
      return offline('unreachable', `${host} cannot be reached from this network.`);
    case 'bad-proxy':
      return offline('proxy', 'HTTPS_PROXY is not the address of an HTTP proxy, such as http://proxy.example:3128.');
    case 'proxy-unauthorized':
      return offline(
        'proxy',
        `The proxy in HTTPS_PROXY asks for a user name and a password (407), so ${host} was not reached. ` +
          'Write the right ones into it, as in http://NAME:PASSWORD@proxy.example:3128.',
      );
    case 'no-such-proxy':
      return offline(
        'proxy',
        `The name of the proxy in HTTPS_PROXY could not be looked up, so ${host} was ` +
          'not reached: there is no network, or the name is wrong.',
      );
    case 'proxy-refused':
      return offline('proxy', `The proxy in HTTPS_PROXY would not connect to ${host}.`);
    case 'MODULE_NOT_FOUND':
      return offline('replaced', replacedText);
    case 'HPE_INVALID_CONSTANT':
    case 'HPE_INVALID_VERSION':
    case 'HPE_INVALID_HEADER_TOKEN':
      return {
        code: 'intercepted',
        sentence: `The answer at ${host} is not HTTP: another program listens there, or a box on the way changed it.`,
        connection: 'intercepted',
      };
    default:
      return offline(
        'connection-lost',
        connected
          ? `The connection to ${host} broke before an answer came${code ? ` (${code})` : ''}.`
          : `No connection to ${host} could be made${code ? ` (${code})` : ''}.`,
      );
  }
}
