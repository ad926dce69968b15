/**
 * Reads a list of the service whole, and says whether it is complete: whether the service may hold more than was seen.
 */
import type { Int64 } from '../domain/int64.js';
import type { Pet, PetStatus } from '../domain/pet.js';
import { listLimit } from '../domain/wire.js';
import type { Failure, Page } from '../remote/outcomes.js';
import type { Remote } from '../remote/remote.js';

/** A list that was read to its end, or as far as it could be. */
export type Reading = {
  readonly type: 'list';
  /** Each id once, in the order of the service. */
  readonly pets: readonly Pet[];
  readonly complete: boolean;
  /** How long the answer lay in a cache on the way, in milliseconds; 0: it is the store's own. */
  readonly ageMs: number;
  /** Set where one page held everything: answers for the whole list. */
  readonly etag: string | undefined;
};

/** Which list, how fresh, and how far. */
export type ReadOptions = {
  readonly status?: PetStatus | undefined;
  /** Past every cache on the way, for fences and looks. */
  readonly fresh?: boolean;
  readonly etag?: string | undefined;
  readonly firstPageOnly?: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (seen: number) => void;
  /** The same pet as somebody holds it already, or as it is. */
  readonly asHeld?: (pet: Pet) => Pet;
};

const mostPages = 10_000;
const { largest: pageSize, default: defaultPageSize } = listLimit;

/** Follows the pages and judges whether they are all there is. */
export async function readList(remote: Remote, options: ReadOptions): Promise<Reading | Failure | { readonly type: 'not-modified' }> {
  const { status, fresh = false, signal } = options;
  const pets = new Map<Int64, Pet>();
  const visited = new Set<string>();
  let url: string | undefined;
  let orderly = true;
  let age = 0;

  for (let number = 1; ; number += 1) {
    const page = await remote.listPage(
      {
        limit: pageSize,
        noCache: fresh,
        ...(status === undefined ? {} : { status }),
        ...(url === undefined ? {} : { url }),
        ...(options.etag !== undefined && url === undefined && !fresh ? { etag: options.etag } : {}),
      },
      signal,
    );
    if (page.type !== 'page') {
      return page;
    }

    age = Math.max(age, page.age);
    orderly &&= page.unreadableRows === 0 && !page.suspiciousNext;
    for (const pet of page.pets) {
      // A list that shows an id twice moved while it was read: it may have left others out.
      orderly &&= !pets.has(pet.id);
      pets.set(pet.id, options.asHeld?.(pet) ?? pet);
    }

    options.onProgress?.(pets.size);
    const { next } = page;
    if (next !== undefined && number < mostPages && !visited.has(next) && options.firstPageOnly !== true) {
      visited.add(next);
      url = next;
      continue;
    }

    const ended = next === undefined && !(number === 1 && (await isPossiblyCut(remote, page, status, signal)));
    return { type: 'list', pets: [...pets.values()], complete: ended && orderly, ageMs: age * 1000, etag: number === 1 && ended ? page.etag : undefined };
  }
}

/**
 * Whether a first page without a `Link` may not be all: it is as long as was asked for, or exactly the default length, as
 * from a service that ignores `limit`; that one also sends more than one row when asked for one.
 */
async function isPossiblyCut(remote: Remote, page: Page, status: PetStatus | undefined, signal: AbortSignal): Promise<boolean> {
  if (page.rows !== defaultPageSize) {
    return page.rows >= pageSize;
  }

  const one = await remote.listPage({ limit: 1, noCache: true, ...(status === undefined ? {} : { status }) }, signal);
  return one.type !== 'page' || one.rows > 1;
}
