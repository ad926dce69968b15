/**
 * What can come of a `POST` instead of a plain 201, as it goes over the wire: whether the animal goes in, and what is
 * answered.
 */
import type { Pet } from '../../../source/domain/pet.js';
import { toWirePet } from '../../../source/platform/json/json.js';
import type { HttpAnswer } from '../../../source/client/outcomes/answer.js';

export type PostFault = {
  /** `withinMs`: some time after the answer, at most so many milliseconds. */
  readonly inserts: 'never' | 'at-once' | { readonly withinMs: number };
  /** Undefined: none, the connection breaks. `pet`: what was taken in, where that was done at once. */
  readonly answer: ((pet: Pet | undefined, body: string) => HttpAnswer) | undefined;
  /** The network that lost the answer stays away: nothing gets through from then on. */
  readonly thenDown?: true;
};

const json = { 'content-type': 'application/json' };
const page = '<!doctype html><title>Please log in</title>';

function answerOf(status: number, body: string, headers: Readonly<Record<string, string>> = json): HttpAnswer {
  return { type: 'answer', status, headers, body };
}

/** A refusal by somebody on the way, without the service's Error body. */
export function bareAnswer(status: number): HttpAnswer {
  return answerOf(status, `<html><h1>${status}</h1></html>`, { 'content-type': 'text/html' });
}

/** A refusal by the service itself. */
export function errorAnswer(status: number): HttpAnswer {
  return answerOf(status, JSON.stringify({ code: `status_${status}`, message: 'It was refused.', status }));
}

/** The statuses that a client would like to believe. */
export const refusals = [400, 401, 403, 404, 405, 410, 413, 415, 422, 425, 429] as const;

export const lostBefore: PostFault = { inserts: 'never', answer: undefined };
export const lostAfter: PostFault = { inserts: 'at-once', answer: undefined };

/** A success that is not the 201 that was due. `pet`: it carries the animal. */
export function accepted(
  status: 202 | 204,
  body: 'empty' | '{}' | 'pet',
  inserts: PostFault['inserts'] = 'at-once',
): PostFault {
  // What is taken in later has no id yet.
  const carry = (pet: Pet | undefined, sent: string): string => (pet ? JSON.stringify(toWirePet(pet)) : sent);
  return {
    inserts,
    answer: (pet, sent) =>
      answerOf(status, body === 'pet' ? carry(pet, sent) : body === '{}' ? '{}' : '', status === 204 ? {} : json),
  };
}

export function bareRefusal(status: number, inserts: PostFault['inserts']): PostFault {
  return { inserts, answer: () => bareAnswer(status) };
}

/** A login page where the store should be: nothing was taken in. */
export function loginPage(status: 200 | 201): PostFault {
  return { inserts: 'never', answer: () => answerOf(status, page, { 'content-type': 'text/html' }) };
}
