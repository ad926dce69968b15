import type { Entry } from '../../domain/entry.js';
import { petFieldList, type PetWord } from '../../domain/pet.js';
import { withoutPromise } from '../../domain/lost-answer.js';
import { shortName } from '../hints.js';

/** What went wrong last. If petstore no longer looks by itself, the text must not say that it does. */
export function reasonText({
  state,
  lastError,
}: {
  readonly state: Entry['state'];
  readonly lastError?: Entry['lastError'] | undefined;
}): string {
  const message = lastError?.message ?? '';
  return state === 'checking' || state === 'sending' ? message : withoutPromise(message);
}

/** A refusal with the service's own words first: `400 name: no animals with "bad"`. */
export function shortReason(message: string): string {
  const [, status, words] = /^\S+ (?:rejected|refused) the animal \((\d{3})\): (.+)$/su.exec(message) ?? [];
  return status === undefined || words === undefined ? message : `${status} ${words}`;
}

/** Why the store refused an animal, in short; undefined: it did not, or the animal was changed since. */
export function refusalText({ history }: Pick<Entry, 'history'>): string | undefined {
  const last = history.findLast((record) => record?.kind === 'outcome' || record?.kind === 'edited');
  return last?.kind === 'outcome' && last.result.type === 'rejected'
    ? shortReason(last.result.problem.message)
    : undefined;
}

/** The field that a reason is about; undefined if it does not name exactly one. */
export function fieldInReason(reason: string): PetWord | undefined {
  const named = petFieldList.filter(({ field, word }) => new RegExp(`\\b(?:${field}|${word})s?\\b`, 'iu').test(reason));
  return named.length === 1 ? named[0]?.word : undefined;
}

/** What becomes of an animal that is looked for, as a person wants it; empty: it is sent again if it is not there. */
export function ifAbsentText({ name, ifAbsent, instead }: Pick<Entry, 'name' | 'ifAbsent' | 'instead'>): string {
  if (ifAbsent === undefined && instead === undefined) {
    return '';
  }

  const changed = instead && instead.name !== name ? ` as ${shortName(instead.name)}` : ' as you changed it';
  const as = instead && ifAbsent !== 'discarded' ? changed : '';
  return `It is ${ifAbsent ?? 'sent'}${as} if it is not on the store.`;
}

/** That an animal was on the store before a person changed it; empty: it was not. */
export function tooLateText({ state, body, instead }: Pick<Entry, 'state' | 'body' | 'instead'>): string {
  return state === 'created' && instead !== undefined && instead.body !== body
    ? 'It was there before your change, so it has the sent values.'
    : '';
}
