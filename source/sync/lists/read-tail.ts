import { compareInt64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';
import type { Page, RequestFailure, Unmodified } from '../../client/outcomes/outcomes.js';
import type { PetClient } from '../../client/pet-client.js';
import type { SavedCopy, SavedPage } from '../../local/list-cache.js';
import { type Reading, readList } from './read-list.js';
import { petsOfPage } from './saved-lists.js';
import { isStrong } from './ways.js';

/** What was read from the last page that was known, and of pages before. `disagrees`: the list is not what it was taken for. */
export type Tail = { readonly type: 'news'; readonly reading: Reading; readonly swept: readonly Pet[] } | { readonly type: 'disagrees' } | RequestFailure;

/** How many of the youngest that are known tell that a list which runs down was read far enough. */
const knownEnough = 500;

/** Reads on from where newcomers appear, and `sweep` again, which are numbers of pages. */
export async function readTail(client: PetClient, copy: SavedCopy, sweep: readonly number[], signal: AbortSignal): Promise<Tail> {
  const { pages, order } = copy;
  const lastPage = copy.lists.all?.lastPage;
  const isUp = order?.direction === 'up';
  const isKnown = new Set(isUp ? [] : copy.pets.slice(-knownEnough).map(({ id }) => id));
  // No validator: that the page is as it was says nothing about one that follows it.
  const reading = await readList(client, { signal, ...(isUp && lastPage !== undefined ? { after: { pets: [], pages: [], next: lastPage } } : { isEnough: (pets) => pets.some(({ id }) => isKnown.has(id)) }) });
  if (reading.type !== 'list') {
    return reading.type === 'failed' ? reading : { type: 'disagrees' };
  }

  const read = new Set(reading.pets.map(({ id }) => id));
  const held = isUp ? petsOfPage(copy, pages?.at(-1)) : copy.pets.slice(-1);
  if (reading.ageMs > 0 || held.length === 0 || (isUp && !reading.complete) || !held.every(({ id }) => read.has(id))) {
    return { type: 'disagrees' };
  }

  const swept: Pet[] = [];
  for (const number of sweep) {
    const page = pages?.[number];
    const answer = page && (await readPage(client, copy, page, signal));
    if (answer?.type === 'failed') {
      return answer;
    }

    const held = answer && confirmPage(copy, number, answer);
    if (!held) {
      return { type: 'disagrees' };
    }

    swept.push(...held);
  }

  return { type: 'news', reading, swept };
}

/** Asks for one page that is known; where its validator can be trusted, only for what changed. */
export function readPage(client: PetClient, { distrusts }: SavedCopy, { url, etag }: SavedPage, signal: AbortSignal): Promise<Page | Unmodified | RequestFailure> {
  const isTrusted = isStrong(etag) && !distrusts?.validators;
  return client.listPage({ limit: 100, ...(url === undefined ? {} : { url }), ...(isTrusted ? { etag } : {}) }, signal);
}

/**
 * What a page that was read again shows, where it is the one that it was: not out of a cache, not older than before, pointing to
 * the page that follows, with all the animals that it had. Undefined: it is not, and only the whole list tells.
 */
export function confirmPage(copy: SavedCopy, number: number, answer: Page | Unmodified): readonly Pet[] | undefined {
  const [page, following] = [copy.pages?.[number], copy.pages?.[number + 1]];
  if (!page || !following || answer.age > 0 || (answer.date ?? Infinity) < (page.date ?? 0)) {
    return undefined;
  }

  const held = petsOfPage(copy, page);
  if (answer.type === 'not-modified') {
    // A 304 for a page that is not held, or not as it came, is worth nothing.
    return held.length === page.rows && (answer.next === undefined || answer.next === following.url) ? [] : undefined;
  }

  const ids = new Set(answer.pets.map(({ id }) => id));
  const isAscending = answer.pets.every(({ id }, index) => index === 0 || compareInt64((answer.pets[index - 1] as Pet).id, id) < 0);
  return answer.next === following.url && answer.unreadableRows === 0 && isAscending && held.every(({ id }) => ids.has(id)) ? answer.pets : undefined;
}
