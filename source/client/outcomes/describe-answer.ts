import { readBody, type HttpAnswer } from './answer.js';
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
