/** The target of a typed id: the one look-up of shell and app. */
import type { AnimalId } from '../../domain/entry.ts';
import type { Int64 } from '../../domain/int64.ts';
import { pickPet } from '../../domain/pet.ts';
import { isOther } from '../../domain/pet/compare-pets.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Found, FoundEntry, FoundById } from '../api.ts';
import type { Part } from '../state.ts';
import { toUnreadable } from '../reconcile/queue-view.ts';

/** The entry with a local id, in queue or archive. Throws an errno if its records cannot be read just now. */
export async function findEntered(engine: Part<'local' | 'snapshot'>, localId: string): Promise<FoundEntry> {
  const { local } = engine;
  const entry = await local.queue.find(localId);
  if (entry) {
    return { type: 'queued', entry };
  }

  const settled = await local.archive.find(localId);
  if (settled) {
    return { type: settled.elsewhere ? 'former' : 'archived', entry: settled };
  }

  const problem = await whyNotFound(engine, localId);
  return problem ? { type: 'unreadable', localId, problem } : { type: 'no-entry', localId };
}

/** Why an entry that was not found may be there all the same. */
async function whyNotFound(
  { snapshot, local }: Part<'local' | 'snapshot'>,
  localId: string,
): Promise<Problem | undefined> {
  const { queueTrouble } = snapshot();
  const isGivenOut = Number(localId.slice(2)) < local.queue.data().next;
  // A month that is damaged is known since the entry was looked for in it.
  const month = isGivenOut ? (await local.problems()).find(({ code }) => code === 'archive_lost') : undefined;
  const lost = month && toUnreadable(month).problem;
  const trouble = queueTrouble ?? lost;
  return trouble && { ...trouble, message: `${localId} is not in the readable part of the queue. ${trouble.message}` };
}

/** The tools of the look-up. `findEntry` knows the entries, `lookUp` the store and its saved copy. */
type Sources = {
  readonly findEntry: (localId: string) => Promise<FoundEntry>;
  readonly lookUp: (id: Int64) => Promise<FoundById>;
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
