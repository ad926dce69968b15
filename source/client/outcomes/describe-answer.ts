import { readBody, type HttpAnswer } from './answer.js';
import type { FailedState } from './outcomes.js';

/**
 * Why a request did not get what it asked for: a stable code, the sentence for people, what it says of the connection.
 */
export type Reason = { readonly code: string; readonly sentence: string; readonly connection: FailedState };

/** Puts an answer without the data into words. `host`: the store's host and port, for people. */
export function describeAnswer(answer: HttpAnswer, host: string): Reason {
  const { status } = answer;
  const { html, json, error } = readBody(answer);
  const says = error ? ` The store says: ${toSentence(error.message)}` : '';

  // A key that may only read is answered so by our own service: the interface has no 403.
  if (status === 403 || (status === 401 && /insufficient_scope/.test(answer.headers['www-authenticate'] ?? ''))) {
    return {
      code: 'forbidden',
      connection: 'unauthorized',
      sentence: `${answer.keyless ? 'Without a key you' : 'Your key'} may not do this at ${host} (${status}).${says}`,
    };
  }

  switch (status) {
    case 401:
      return {
        code: 'unauthorized',
        connection: 'unauthorized',
        sentence: answer.keyless
          ? `${host} wants an API key, and there is none.${says}`
          : `${host} refused the key.${says}`,
      };
    case 404:
    case 405:
    case 410:
      return {
        code: 'misconfigured',
        connection: 'misconfigured',
        sentence: `There is no pet store at this address of ${host} (${status}).${says}`,
      };
    case 407:
      return {
        code: 'proxy',
        connection: 'intercepted',
        sentence: `A proxy on the way to ${host} wants a login (407). Ask whoever runs this network.`,
      };
    case 425:
    case 429:
      return { code: 'slow-down', connection: 'error', sentence: `${host} asked to wait (${status}).${says}` };
    case 511:
      return {
        code: 'intercepted',
        connection: 'intercepted',
        sentence: 'The network wants a login (511). Open a browser and log in there.',
      };
    default:
  }

  if (status >= 300 && status < 400 && status !== 304) {
    return {
      code: 'redirected',
      connection: 'misconfigured',
      sentence:
        `${host} redirected the request (${status}${redirectTarget(answer)}), which petstore does ` +
        'not follow: it may be a login page of the network, or the store has moved.',
    };
  }
  if (status >= 500) {
    return {
      code: 'service-error',
      connection: 'error',
      sentence: `${host} reports an error of its own (${status}).${says}`,
    };
  }
  if (html) {
    return {
      code: 'intercepted',
      connection: 'intercepted',
      sentence:
        `A web page answered at ${host} instead of a pet store. ` +
        (isHere(host)
          ? 'Another program listens there: check the address.'
          : 'If it is a login page of this network, log in there with a browser.'),
    };
  }
  if (status < 300) {
    const what = json === undefined ? 'text that is not JSON' : 'JSON of another kind';
    return {
      code: 'intercepted',
      connection: 'intercepted',
      sentence:
        `${host} did not answer as a pet store: it sent ${what}. Check ` +
        'the address, and whether the network wants a login.',
    };
  }

  return {
    code: 'unexpected-answer',
    connection: 'error',
    sentence: `${host} gave an unexpected answer (${status}).${says}`,
  };
}

/** Whether nobody can stand between this machine and the store. */
function isHere(host: string): boolean {
  return /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/.test(host);
}

/** A service's own words, so that ours can follow them. */
export function toSentence(words: string): string {
  return /[.!?\u2026\u3002]\s*$/.test(words) ? words.trimEnd() : `${words.trimEnd()}.`;
}

/** Only the origin: the rest of a login page's address may hold what nobody should see. */
function redirectTarget({ headers }: HttpAnswer): string {
  const location = headers['location'] ?? '';
  return URL.canParse(location) ? `, ${new URL(location).origin}` : '';
}
