/** The target of a typed id: the one look-up of shell and app. */
import type { AnimalId, Entry } from '../domain/entry.js';
import type { Int64 } from '../domain/int64.js';
import type { Connection } from '../domain/connection.js';
import { pickPet } from '../domain/pet.js';
import type { Found, FoundEntry, LookUp } from './api.js';
import { isOther } from '../domain/pet/compare-pets.js';

/** The tools of the look-up. `findEntry` knows the entries, `lookUp` the store and its saved copy. */
type Sources = {
  readonly findEntry: (localId: string) => Promise<FoundEntry>;
  readonly lookUp: (id: Int64) => Promise<LookUp>;
  readonly connection: () => Connection;
};

/** `isEnteredEnough`: the entries are told as they are, and its pet is not looked up. */
export async function findAnimal(id: AnimalId, sources: Sources, isEnteredEnough = false): Promise<Found> {
  if ('petId' in id) {
    return toFound(id.petId, await sources.lookUp(id.petId), sources);
  }

  const found = await sources.findEntry(id.localId);
  // The id of one of a former store, or of another key's, may be another animal's here.
  if (isEnteredEnough || !('entry' in found) || found.entry.elsewhere || found.entry.petId === undefined) {
    return found;
  }

  return toFoundOf(found.entry, found.entry.petId, await sources.lookUp(found.entry.petId), sources);
}

function toFoundOf(entry: Entry, petId: Int64, answer: LookUp, sources: Sources): Found {
  if (answer.type === 'found' && isOther(entry.pet ?? { ...pickPet(entry), id: petId }, answer.pet)) {
    // The reset is not confirmed yet, and its id shows a stranger all the same.
    return { type: 'former', entry, stranger: answer.pet };
  }

  if (answer.type === 'unknown' && entry.pet) {
    // The store's answer to its creation is a saved copy too.
    const fetchedAt = entry.history.at(-1)?.at ?? entry.createdAt;
    return { type: 'pet', pet: entry.pet, source: 'cache', fetchedAt, localId: entry.localId };
  }

  return { ...toFound(petId, answer, sources), localId: entry.localId };
}

function toFound(petId: Int64, answer: LookUp, { connection }: Sources): Exclude<Found, FoundEntry> {
  switch (answer.type) {
    case 'found':
      return { ...answer, type: 'pet' };
    case 'not-found':
      return { type: 'no-pet', petId, source: answer.source, connection: connection() };
    case 'unknown':
      return { type: 'unknown-pet', petId, connection: answer.connection };
  }
}
