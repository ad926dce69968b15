/** Lists that may be cut off without a word: the interface does not say that a longer one names a next page. */
import type { PetClient } from '../../client/pet-client.js';
import type { Reading } from '../lists/read-list.js';

/** Lengths that people choose for a page are multiples of one of these, or at least this long. */
const usualSteps = [5, 8, 12];
const usuallyCut = 99;

/** Whether a list of so many animals on one page may have been cut off there. Pure. */
export function isLikeCap(rows: number): boolean {
  return rows > 0 && (rows >= usuallyCut || usualSteps.some((step) => rows % step === 0));
}

/**
 * Whether the store names a next page if there is one, so that a list without one is all there is; undefined: asked
 * for one, it did not answer.
 */
export async function namesNextPage(
  client: PetClient,
  { lastPage }: Pick<Reading, 'lastPage'>,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (lastPage !== undefined) {
    return true;
  }

  const one = await client.listPage({ limit: 1, noCache: true }, signal);
  return one.type === 'page' ? !one.suspiciousNext && one.next !== undefined : undefined;
}
