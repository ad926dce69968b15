import type { RequestFailure } from '../../client/outcomes/outcomes.js';
import type { PetClient } from '../../client/pet-client.js';
import type { SavedCopy } from '../../local/list-cache.js';
import { type Reading, readList, type ReadOptions } from './read-list.js';

/** How many of the youngest that are known tell that a list which runs down was read far enough. */
const knownEnough = 500;

/** Reads on from where newcomers appear. No validator: an unchanged page is no sign for the next one. */
export function readNewest(
  client: PetClient,
  { pets, lists, order }: SavedCopy,
  options: Pick<ReadOptions, 'fresh' | 'signal'>,
): Promise<Reading | RequestFailure> {
  const next = lists.all?.lastPage;
  if (order?.direction === 'up' && next !== undefined) {
    return readList(client, { ...options, after: { pets: [], next } });
  }

  const known = new Set(pets.slice(-knownEnough).map(({ id }) => id));
  return readList(client, { ...options, isEnough: (page) => page.some(({ id }) => known.has(id)) });
}
