/**
 * Reads a list of the service whole, and says whether it is complete: whether the service may hold more than was seen.
 */
import { compareInt64, highestInt64, type Int64 } from '../../domain/int64.ts';
import type { Pet, PetStatus } from '../../domain/pet.ts';
import { listLimit } from '../../domain/contract.ts';
import type { Problem } from '../../domain/problem.ts';
import { oddLinkOf, repeatedPages } from '../../client/outcomes/answer.ts';
import type { RequestFailure, Page, Unmodified, UnreadableRows } from '../../client/outcomes/outcomes.ts';
import type { PetClient } from '../../client/pet-client.ts';

/** A list that was read to its end, or as far as it could be. */
export type Reading = {
  readonly type: 'list';
  /** Each id once, in the order of the service. */
  readonly pets: readonly Pet[];
  readonly complete: boolean;
  /** It was read as far as it goes, and the service may hold more all the same. */
  readonly isCut?: true | undefined;
  /** Rows that are no pet. Absent: every row is one. */
  readonly unreadable?: UnreadableRows | undefined;
  /** The fault of its next pages. Absent: they are right. */
  readonly oddPages?: Problem | undefined;
  /** How long the answer lay in a cache on the way, in milliseconds; 0: it is the store's own. */
  readonly ageMs: number;
  /** Set if one page held everything: answers for the whole list. */
  readonly etag: string | undefined;
  /** Of how many pages it is. */
  readonly pages: number;
  /** The change link of the page that holds the youngest animal. */
  readonly changes?: string | undefined;
};

/** A list that could not be read to its end. */
export type BrokenReading = RequestFailure & {
  /** The animals of the pages before: they are there in any case. Absent: there are none. */
  readonly before?: readonly Pet[];
};

/** Which list, how fresh, and how far. */
export type ReadOptions = {
  readonly status?: PetStatus | undefined;
  readonly etag?: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: (seen: number, pets: () => readonly Pet[]) => void;
  /** The same pet as somebody holds it already, or as it is. */
  readonly asHeld?: (pet: Pet) => Pet;
  /** Looks at the first page before the next one is read. */
  readonly onFirstPage?: ((page: Page) => Promise<void>) | undefined;
  /** Asks for the first page on a connection of its own: a balancer may send that to another replica. */
  readonly newConnection?: boolean;
};

const mostPages = 10_000;
/** So many pages in a row without a new animal do not end by themselves. */
const mostRepeating = 3;
const { largest: limit, default: defaultPageSize } = listLimit;

type ReadList = {
  (client: PetClient, options: ReadOptions & { readonly etag?: undefined }): Promise<Reading | BrokenReading>;
  (client: PetClient, options: ReadOptions): Promise<Reading | BrokenReading | Unmodified>;
};

/** Follows the pages and judges whether they are all there is. Only with a validator it may be unmodified. */
export const readList = readPages as ReadList;

async function readPages(client: PetClient, options: ReadOptions): Promise<Reading | BrokenReading | Unmodified> {
  const { status, signal } = options;
  const pets = new Map<Int64, Pet>();
  const visited = new Set<string>();
  let url: string | undefined;
  let orderly = true;
  let age = 0;
  let before: readonly Pet[] = [];
  let changes: string | undefined;
  let youngest: Int64 | undefined;
  let unreadable: UnreadableRows | undefined;
  let oddPages: Problem | undefined;
  let repeating = 0;

  for (let number = 1; ; number += 1) {
    const page = await client.listPage(
      {
        limit,
        status,
        url,
        etag: url === undefined ? options.etag : undefined,
        newConnection: options.newConnection && number === 1,
      },
      signal,
    );
    if (page.type !== 'page') {
      return page.type === 'failed' && number > 1 ? { ...page, page: number, before: [...pets.values()] } : page;
    }

    if (number === 1) {
      await options.onFirstPage?.(page);
    }

    age = Math.max(age, page.age);
    unreadable = page.unreadable
      ? { why: page.unreadable.why, ...unreadable, rows: (unreadable?.rows ?? 0) + page.unreadable.rows }
      : unreadable;
    orderly &&= !page.unreadable && !page.suspiciousNext;
    // A list that shows an id twice moved while it was read: it may have left others out.
    orderly &&= countRepeated(page.pets, pets) === countAtSeam(before, page.pets);
    before = page.pets;
    const seen = pets.size;
    for (const pet of page.pets) {
      pets.set(pet.id, options.asHeld?.(pet) ?? pet);
    }

    repeating = pets.size > seen ? 0 : repeating + 1;
    oddPages ??= oddLinkOf(page);
    const highest = highestInt64(page.pets.map(({ id }) => id));
    if (youngest === undefined || highest === undefined || compareInt64(highest, youngest) >= 0) {
      youngest = highest ?? youngest;
      changes = page.changes;
    }

    options.onProgress?.(pets.size, () => [...pets.values()]);
    const { next } = page;
    const isRepeating = next !== undefined && (repeating >= mostRepeating || visited.has(next));
    if (next !== undefined && number < mostPages && !isRepeating) {
      visited.add(next);
      url = next;
      continue;
    }

    const isFirst = number === 1;
    const ended = next === undefined && !(isFirst && (await isPossiblyCut(client, page, { status, signal })));
    const isWhole = ended && orderly;
    const odd = isRepeating ? repeatedPages(Math.max(1, repeating)) : oddPages;
    return {
      type: 'list',
      pets: [...pets.values()],
      complete: isWhole,
      ...(isWhole ? {} : { isCut: true }),
      ...(unreadable ? { unreadable } : {}),
      ...(odd ? { oddPages: odd } : {}),
      ageMs: age * 1000,
      etag: isFirst && ended ? page.etag : undefined,
      pages: number,
      changes: isWhole && age === 0 ? changes : undefined,
    };
  }
}

function countRepeated(page: readonly Pet[], known: ReadonlyMap<Int64, Pet>): number {
  return page.length - new Set(page.map(({ id }) => id)).size + page.filter(({ id }) => known.has(id)).length;
}

/**
 * How many ids the end of a page and the beginning of the next one share: so many animals were added meanwhile to a
 * list that is ordered newest first and paged by offset. Those that were there when the reading began are all shown.
 */
function countAtSeam(before: readonly Pet[], page: readonly Pet[]): number {
  const [first] = page;
  const [newest, oldest] = [before[0], before.at(-1)];
  if (!newest || !oldest || compareInt64(newest.id, oldest.id) <= 0) {
    return 0;
  }

  const at = first === undefined ? -1 : before.findLastIndex(({ id }) => id === first.id);
  const shared = at < 0 ? [] : before.slice(at);
  return shared.every(({ id }, index) => page[index]?.id === id) ? shared.length : 0;
}

/**
 * Whether a first page without a `Link` may not be all. One that is as long as was asked for is all if the service
 * names a next page for a single row, as it would have named one here. One of exactly the default length may come from
 * a service that ignores `limit`; that one also sends more than one row when asked for one. One that sends more rows than
 * asked for, and as many where one was asked for, has no pages: all it has is there, unless that is a usual page's length.
 */
async function isPossiblyCut(
  client: PetClient,
  page: Page,
  { status, signal }: Pick<ReadOptions, 'status' | 'signal'>,
): Promise<boolean> {
  if (page.rows !== defaultPageSize && page.rows < limit) {
    return false;
  }

  const one = await client.listPage({ limit: 1, status }, signal);
  if (one.type === 'page' && page.rows > limit && one.rows >= page.rows && !isPageSize(page.rows)) {
    return false;
  }

  return one.type !== 'page' || one.rows > 1 || (page.rows >= limit && (one.next === undefined || page.rows > limit));
}

/** By default frameworks and services cut lists off at one of these. */
const usualPageSizes: readonly number[] = [
  10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 150, 200, 250, 300, 400, 500, 1000, 2000, 5000, 10_000,
];

/** Whether a list may be cut off at this length, so that it is no end unless the store would have named a next page. */
export function isPageSize(rows: number): boolean {
  return usualPageSizes.includes(rows);
}

/** Whether the store names a next page if there is one, so that a list without one is whole; undefined: no answer. */
export async function namesNextPage(
  client: PetClient,
  { pages }: Pick<Reading, 'pages'>,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  if (pages > 1) {
    return true;
  }

  const one = await client.listPage({ limit: 1 }, signal);
  return one.type === 'page' ? !one.suspiciousNext && one.next !== undefined : undefined;
}
