import type { Entry } from '../../domain/entry.js';
import { petFieldList, type PetWord } from '../../domain/pet.js';
import { withoutPromise } from '../../domain/promise-to-look.js';

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

/**
 * A refusal with the service's own words first, as who refused it is known wherever it is shown: `400 name: no animals
 * with "bad"`.
 */
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
