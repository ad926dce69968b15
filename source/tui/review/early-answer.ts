/** The question of a review, asked while petstore is still finding out. */
import { type Entry, matchingKey } from '../../domain/entry.ts';
import { couldBe } from '../../domain/near-name.ts';
import type { Pet } from '../../domain/pet.ts';

/** More than these would be no answer. */
const mostCandidates = 5;

/**
 * An animal as a person is asked about it. One that is still looked for is asked about early: the animals that may be
 * it are those like it that were not there before, as far as is known here.
 */
export function asAsked(entry: Entry, pets: readonly Pet[], entries: readonly Entry[]): Entry {
  if (entry.state !== 'checking') {
    return entry;
  }

  const { undecided } = entry;
  const owned = entries.flatMap(({ petId }) => petId ?? []);
  const known = new Set([...(undecided?.alike ?? []), ...(undecided?.nearBefore ?? []), ...owned]);
  const key = matchingKey(entry);
  const candidates = pets.filter((pet) => !known.has(pet.id) && (matchingKey(pet) === key || couldBe(entry, pet)));
  return { ...entry, review: { reason: stillLooking, candidates: candidates.slice(-mostCandidates) } };
}

const stillLooking = 'petstore is still finding out whether it arrived.';
