/**
 * What a look proves: the pure part of checking.
 *
 * A strong fence and a complete view make absence provable and a single newcomer ours. Anything less goes to a person.
 */
import type { Entry } from '../domain/entry.js';
import type { Int64 } from '../domain/int64.js';
import type { Pet, PetStatus } from '../domain/pet.js';
import { matchingKey } from './matching-key.js';

/** Pets that may be what an undecided attempt made. `known`: the fence, undefined where it is weak. */
export function findCandidates(entry: Entry, seen: readonly Pet[], known: ReadonlySet<Int64> | undefined, owned: { has(id: Int64): boolean }): readonly Pet[] {
  const key = matchingKey(entry);
  return seen.filter((pet) => known?.has(pet.id) !== true && !owned.has(pet.id) && !entry.notMine.includes(pet.id) && matchingKey(pet) === key);
}

/**
 * Pets that were there before under their ids and looked otherwise: renamed since, or given an id anew by a service that lost
 * its database. One of those may be what the attempt made.
 */
export function findChanged(entry: Entry, seen: readonly Pet[], known: ReadonlySet<Int64>, owned: { has(id: Int64): boolean }): readonly Pet[] {
  const key = matchingKey(entry);
  const twins = entry.undecided?.twins ?? [];
  return seen.filter((pet) => known.has(pet.id) && !twins.includes(pet.id) && !owned.has(pet.id) && !entry.notMine.includes(pet.id) && matchingKey(pet) === key);
}

/** What a look proves about an undecided entry. */
export type Verdict =
  | { readonly type: 'adopt'; readonly pet: Pet; readonly evidence: string }
  /** Certainly not on the service: may be sent again, under a new key. */
  | { readonly type: 'absent' }
  /** One more look is needed, a settle time later. */
  | { readonly type: 'look-again' }
  | { readonly type: 'review'; readonly reason: string; readonly candidates: readonly Pet[] };

/** What is known about how the service treats what it is sent; see `learnHabits`. */
export type Habits = {
  /** It was seen to change names or statuses, so an animal may be there and not be recognised. */
  readonly altersData: boolean;
  /** The status it gives to an animal sent without one; undefined: none, or not known. */
  readonly defaultStatus?: PetStatus | undefined;
};

const looksForAbsence = 2;

/** What a verdict rests on besides the looks. `changed`: see `findChanged`. */
export type Grounds = { readonly hasStrongFence: boolean; readonly changed: readonly Pet[]; readonly habits: Habits };

/** The verdict after the last look of an entry, which is already part of `entry.undecided.looks`. */
export function reconcile(entry: Entry, { hasStrongFence, changed, habits }: Grounds): Verdict {
  const looks = entry.undecided?.looks ?? [];
  const last = looks.at(-1);
  const candidates = last?.candidates ?? [];
  if (!hasStrongFence || last?.complete !== true) {
    return {
      type: 'review',
      candidates,
      reason: hasStrongFence
        ? 'The answer was lost, and the store does not show its whole list, so nobody can tell from here whether the animal arrived.'
        : 'The answer was lost, and it is not known what the store held before, so nobody can tell from here whether the animal arrived.',
    };
  }

  if (changed.length > 0) {
    return { type: 'review', candidates: [...candidates, ...changed], reason: 'The answer was lost, and an animal that the store had before under another name or category looks like this one now.' };
  }

  const [candidate, ...others] = candidates;
  if (candidate !== undefined) {
    const expected = entry.status ?? habits.defaultStatus;
    if (others.length === 0 && candidate.status === expected) {
      return { type: 'adopt', pet: candidate, evidence: `#${candidate.id} is the only new animal with this name and category, and was not there before it was sent.` };
    }

    return {
      type: 'review',
      candidates,
      reason: others.length > 0 ? 'The answer was lost, and several new animals have this name and category.' : 'The answer was lost; one new animal has this name and category, but another status than was sent.',
    };
  }

  if (habits.altersData) {
    return { type: 'review', candidates, reason: 'The answer was lost, and the store changes what it is sent, so the animal may be there under another name or status.' };
  }

  if (looks.filter(({ complete }) => complete).length < looksForAbsence) {
    return { type: 'look-again' };
  }

  return entry.undecided?.applied === true
    ? { type: 'review', candidates, reason: 'The store said that it took the animal in, but did not say under which id, and does not list it.' }
    : { type: 'absent' };
}

/**
 * What direct answers (201) have shown about the service. `before`: what was learnt from entries that are gone. Nothing is
 * learnt from what a person said: whoever mistypes an id once would keep every later lost answer from being settled.
 */
export function learnHabits(entries: readonly Entry[], before: Habits): Habits {
  const answered = entries.filter(({ state, adopted }) => state === 'created' && adopted === undefined);
  const defaulted = answered.filter((entry) => entry.status === undefined && entry.pet?.status !== undefined);
  return {
    altersData: before.altersData || answered.some(({ differences }) => differences?.some((field) => field !== 'default status') === true),
    defaultStatus: defaulted.at(-1)?.pet?.status ?? before.defaultStatus,
  };
}

/** Which fields of an answer differ from what was entered; a status given to an animal without one is its own case. */
export function differencesOf(entry: Entry, pet: Pet): string[] {
  const differences: string[] = [];
  if (pet.name !== entry.name) {
    differences.push('name');
  }

  if (pet.categoryId !== entry.categoryId) {
    differences.push('category');
  }

  if (pet.status !== entry.status) {
    differences.push(entry.status === undefined ? 'default status' : 'status');
  }

  return differences;
}
