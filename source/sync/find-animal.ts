/** The target of a typed id: the one look-up of shell and app. */
import type { AnimalId } from '../domain/entry.js';
import type { Int64 } from '../domain/int64.js';
import { pickPet } from '../domain/pet.js';
import type { Found, FoundEntry, FoundPet } from './api.js';
import { isOther } from '../domain/pet/compare-pets.js';

/** The tools of the look-up. `findEntry` knows the entries, `lookUp` the store and its saved copy. */
type Sources = {
  readonly findEntry: (localId: string) => Promise<FoundEntry>;
  readonly lookUp: (id: Int64) => Promise<FoundPet>;
};

/** `isEnteredEnough`: the entries are told as they are, and its pet is not looked up. */
export async function findAnimal(
  id: AnimalId,
  { findEntry, lookUp }: Sources,
  isEnteredEnough = false,
): Promise<Found> {
  if ('petId' in id) {
    return await lookUp(id.petId);
  }

  const found = await findEntry(id.localId);
  // The id of one of a former store, or of another key's, may be another animal's here.
  if (isEnteredEnough || !('entry' in found) || found.entry.elsewhere || found.entry.petId === undefined) {
    return found;
  }

  const { entry } = found;
  const { localId, pet } = entry;
  const answer = await lookUp(found.entry.petId);
  if (answer.type === 'pet' && isOther(pet ?? { ...pickPet(entry), id: found.entry.petId }, answer.pet)) {
    // The reset is not confirmed yet, and its id shows a stranger all the same.
    return { type: 'former', entry, stranger: answer.pet };
  }

  // The store's answer to its creation is a saved copy too.
  return answer.type === 'unknown-pet' && pet
    ? { type: 'pet', pet, source: 'cache', fetchedAt: entry.history.at(-1)?.at ?? entry.createdAt, localId }
    : { ...answer, localId };
}
