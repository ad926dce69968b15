import { listPets } from '../../../source/service/pets/pet-repository.js';
import { openStorage } from '../../../source/service/storage/open-storage.js';
import { median } from './compare.js';
import type { Store } from './stores.js';

const reads = 500;

/**
 * What a page of the greater store costs, in pages of the smaller one, read from the database itself: over HTTP the
 * rest of a request would hide most of a difference, and the service's memory all of it.
 *
 * @returns milliseconds for each, the median of the rounds, and their ratio
 */
export async function comparePages(
  smaller: Store,
  greater: Store,
  rounds: number,
): Promise<{ readonly smaller: number; readonly greater: number; readonly ratio: number }> {
  const stores = await Promise.all(
    [smaller, greater].map(async (store) => ({
      ...store,
      storage: await openStorage(store.database, () => undefined),
    })),
  );
  const times: number[][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const ofRound = [];
    for (const { storage, animals } of stores) {
      const started = performance.now();
      for (let index = 0; index < reads; index += 1) {
        await listPets(storage.openReads(), {
          limit: 20,
          after: String(Math.floor((index * (animals - 20)) / reads)) as never,
        });
      }

      ofRound.push((performance.now() - started) / reads);
    }

    times.push(ofRound);
  }

  await Promise.all(stores.map(({ storage }) => storage.close()));
  // The first round only warms up.
  const counted = times.slice(1);
  const of = (side: number): number => median(counted.map((round) => round[side]!));
  return { smaller: of(0), greater: of(1), ratio: median(counted.map((round) => round[1]! / round[0]!)) };
}
