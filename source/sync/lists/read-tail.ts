import type { Pet } from '../../domain/pet.js';
import { areIdsAscending } from '../../domain/pet/compare-pets.js';
import type { Page, RequestFailure, Unmodified } from '../../client/outcomes/outcomes.js';
import type { PetClient } from '../../client/pet-client.js';
import type { SavedCopy, SavedPage } from '../../local/list-cache.js';
import { inLanes } from '../../platform/concurrency/turns.js';
import { type Reading, readList, type ReadOptions, toSavedPage } from './read-list.js';
import { petsOfPage } from './saved-pages.js';
import { isStrong } from './ways.js';

/** The reading from the last known page on, and of pages before. */
type Tail = { readonly type: 'news'; readonly reading: Reading; readonly swept: readonly Pet[] };
/** A tail that could not be read. `disagrees`: the list is another one than assumed. */
type NoTail = { readonly type: 'disagrees' } | RequestFailure;

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
    return readList(client, { ...options, after: { pets: [], pages: [], next } });
  }

  const known = new Set(pets.slice(-knownEnough).map(({ id }) => id));
  return readList(client, { ...options, isEnough: (page) => page.some(({ id }) => known.has(id)) });
}

/** Reads on from where newcomers appear, and `sweep` again, which are numbers of pages. */
export async function readTail(
  client: PetClient,
  copy: SavedCopy,
  sweep: readonly number[],
  signal: AbortSignal,
): Promise<Tail | NoTail> {
  const { pages, order } = copy;
  const isUp = order?.direction === 'up';
  const reading = await readNewest(client, copy, { signal });
  if (reading.type === 'failed') {
    return orDisagrees(reading);
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

/** The whole list can be read in smaller pages. */
function orDisagrees(failure: RequestFailure): NoTail {
  return failure.tooSlow === true ? { type: 'disagrees' } : failure;
}

/** Asks for one page that is known; where its validator can be trusted, only for what changed. */
function readPage(
  client: PetClient,
  { distrusts }: SavedCopy,
  { url, etag }: SavedPage,
  signal: AbortSignal,
): Promise<Page | Unmodified | RequestFailure> {
  const isTrusted = isStrong(etag) && !distrusts?.validators;
  return client.listPage({ limit: 100, url, etag: isTrusted ? etag : undefined }, signal);
}

/**
 * The content of a page that was read again, if it is still the same page. It is not out of a cache, not older than
 * before, points to the page that follows, and has all the animals that it had. Undefined: it is not, and only the
 * whole list tells.
 */
export function confirmPage(copy: SavedCopy, number: number, answer: Page | Unmodified): readonly Pet[] | undefined {
  const [page, following] = [copy.pages?.[number], copy.pages?.[number + 1]];
  if (!page || !following || answer.age > 0 || (answer.date ?? Infinity) < (page.date ?? 0)) {
    return undefined;
  }

  const held = petsOfPage(copy, page);
  if (answer.type === 'not-modified') {
    // A 304 for a page that is not held, or not as it came, is worthless.
    return held.length === page.rows && (answer.next === undefined || answer.next === following.url) ? [] : undefined;
  }

  const ids = new Set(answer.pets.map(({ id }) => id));
  return answer.next === following.url &&
    answer.unreadableRows === 0 &&
    areIdsAscending(answer.pets) &&
    held.every(({ id }) => ids.has(id))
    ? answer.pets
    : undefined;
}

/** Pages that are asked for at once. */
const lanes = 4;

/**
 * Reads the whole list page by page, without the bodies of unchanged ones. A page counts only if the one before it, as
 * read now, points to it. The last one is read without a validator, and on from there. `disagrees`: the list has
 * changed its pages.
 */
export async function readValidated(
  client: PetClient,
  copy: SavedCopy,
  options: { readonly asHeld: (pet: Pet) => Pet; readonly onProgress: (seen: number) => void },
  signal: AbortSignal,
): Promise<Reading | NoTail> {
  const { pages = [] } = copy;
  const read: { readonly page: SavedPage; readonly pets: readonly Pet[] }[] = [];
  const ended: { by?: NoTail } = {};
  let seen = 0;
  await inLanes(pages.slice(0, -1).entries(), lanes, async ([number, page]) => {
    if (ended.by) {
      return;
    }

    const answer = await readPage(client, copy, page, signal);
    if (answer.type === 'failed') {
      ended.by ??= orDisagrees(answer);
    } else if (confirmPage(copy, number, answer) === undefined) {
      ended.by ??= { type: 'disagrees' };
    } else {
      read[number] =
        answer.type === 'page'
          ? { page: toSavedPage(answer, page.url) ?? page, pets: answer.pets }
          : { page, pets: petsOfPage(copy, page) };
      options.onProgress((seen += page.rows));
    }
  });
  if (ended.by) {
    return ended.by;
  }

  const last = pages.at(-1)?.url;
  const tail =
    last === undefined ? undefined : await readList(client, { signal, after: { pets: [], pages: [], next: last } });
  if (tail?.type === 'failed') {
    return orDisagrees(tail);
  }

  if (!tail?.complete || tail.ageMs > 0) {
    return { type: 'disagrees' };
  }

  const pets = [...read.flatMap((part) => part.pets), ...tail.pets.map(options.asHeld)];
  return { ...tail, pets, pages: tail.pages && [...read.map(({ page }) => page), ...tail.pages], isConditional: true };
}
