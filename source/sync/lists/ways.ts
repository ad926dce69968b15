/**
 * The ways in which the unfiltered list is brought up to date, from the cheapest to the dearest, and which one serves
 * now. Pure.
 *
 * - *changes*: the service itself returns the animals added since its change link; one request without news.
 * - *tail*: the last page that is known, or the first where newcomers come first, is read, and reading goes on from
 *   there. A few of the oldest pages are read again besides, a *sweep*, so that in a while all were.
 * - *validators*: every page is asked for, and those that did not change are not sent.
 * - *whole*: every page is read.
 * - *glimpse*: the first page, and on from the last one. It may show newcomers, and is no evidence for the rest.
 *
 * Any way may show that an animal is there. None proves absence (`sync/evidence`).
 */
import type { SavedCopy, SavedPage } from '../../local/list-cache.js';

/** One way; `sweep`: the numbers of the pages that are read besides the last. */
export type Way =
  | { readonly type: 'changes'; readonly url: string }
  | { readonly type: 'tail'; readonly sweep: readonly number[] }
  | { readonly type: 'validators' }
  | { readonly type: 'whole' }
  | { readonly type: 'glimpse' };

/** Who asks, and the allowed cost. */
type Asking = {
  /** A person wants to see all as it is now; the timer wants the news. */
  readonly by: 'person' | 'timer';
  /** The timer has not had the whole list for so long that it is due. */
  readonly isWholeDue: boolean;
  /** From one refresh to the next, in milliseconds. */
  readonly refreshMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The store may be another one. */
  readonly isDoubted: boolean;
  /** A list of no more animals is read whole: that costs so little that no shorter way is worth its doubts. */
  readonly shortList: number;
};

/** Once in so long everything is read by no shorter way, in milliseconds: a service may lie in all of them. */
const trustedForMs = 24 * 60 * 60 * 1000;
/** Newcomers that were seen, each above all before, until they are believed to come nowhere else. */
const newcomersForTail = 20;
/** Within this time, in milliseconds, a sweep sees everything again, with at most so many requests each time. */
const sweepMs = 15 * 60 * 1000;
const mostSwept = 20;

/** The cheapest way that serves. */
export function chooseWay(copy: SavedCopy, asking: Asking): Way {
  const { by, isWholeDue, shortList } = asking;
  const { all } = copy.lists;
  if (all?.complete !== true || asking.isDoubted || copy.pets.length <= shortList) {
    return by === 'person' || isWholeDue || all === undefined ? { type: 'whole' } : { type: 'glimpse' };
  }

  if (!isRecent(copy.wholeAt, asking.now)) {
    return { type: 'whole' };
  }

  if (copy.changes !== undefined && !copy.distrusts?.changes) {
    return { type: 'changes', url: copy.changes };
  }

  // Sweeps come to the whole list in a while; without one the whole list has its time.
  if (by === 'timer' && hasOrder(copy, newcomersForTail) && (copy.pages !== undefined || !isWholeDue)) {
    return { type: 'tail', sweep: chooseSwept(copy, asking.refreshMs) };
  }

  if (by === 'person' || isWholeDue) {
    return hasValidators(copy) ? { type: 'validators' } : { type: 'whole' };
  }

  return { type: 'glimpse' };
}

/** Whether a list may be said to be unchanged: not for more than a day, and not by a service that lied in that. */
export function maySendValidators({ wholeAt, distrusts }: SavedCopy, now: number): boolean {
  return isRecent(wholeAt, now) && !distrusts?.validators;
}

/** Whether a moment lies within the last day, by a clock that may have been set back meanwhile. */
function isRecent(at: string | undefined, now: number): boolean {
  return at !== undefined && Math.abs(now - Date.parse(at)) < trustedForMs;
}

function hasValidators({ pages, distrusts }: SavedCopy): boolean {
  return (
    pages !== undefined &&
    pages.length > 1 &&
    !distrusts?.validators &&
    pages.slice(0, -1).every(({ etag }) => isStrong(etag))
  );
}

/** A weak one (RFC 9110, 8.8.1) may stay the same if the content does not. */
export function isStrong(etag: SavedPage['etag']): etag is string {
  return etag?.startsWith('"') === true;
}

/** Whether it is known where newcomers appear: by at least so many. */
export function hasOrder({ order, lists }: SavedCopy, leastNewcomers: number): boolean {
  return (
    order !== undefined &&
    !order.isBroken &&
    order.newcomers >= leastNewcomers &&
    (order.direction === 'down' || lists.all?.lastPage !== undefined)
  );
}

/** The pages whose reading is the longest ago; all but the last, which is read anyway. */
function chooseSwept({ pages = [], sweep }: SavedCopy, refreshMs: number): readonly number[] {
  const count = pages.length - 1;
  if (count < 1) {
    return [];
  }

  const rounds = Math.max(1, Math.floor(sweepMs / Math.max(1, refreshMs)));
  const first = sweep && sweep.next < count ? sweep.next : 0;
  const swept = Math.min(mostSwept - 1, Math.ceil(count / rounds), count - first);
  return Array.from({ length: swept }, (_, index) => first + index);
}
