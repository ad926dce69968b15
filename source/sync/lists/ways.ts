/**
 * The ways in which the unfiltered list is brought up to date, and which one serves now. Pure.
 *
 * - *changes*: the service itself returns the animals added since its change link; one request without news.
 * - *glimpse*: the first page, and on from the last one. It may show newcomers, and is no evidence for the rest.
 * - *whole*: every page is read.
 *
 * Any way may show that an animal is there. None but the last proves absence (`sync/evidence`).
 */
import type { SavedCopy } from '../../local/list-cache.js';

/** One way. */
export type Way =
  | { readonly type: 'changes'; readonly url: string }
  | { readonly type: 'glimpse' }
  | { readonly type: 'whole' };

/** Who asks, and the allowed cost. */
type Asking = {
  /** A person wants to see all as it is now; the timer wants the news. */
  readonly by: 'person' | 'timer';
  /** The timer has not had the whole list for so long that it is due. */
  readonly isWholeDue: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The store may be another one. */
  readonly isDoubted: boolean;
  /** A list of no more animals is read whole where all is wanted: that costs so little. */
  readonly shortList: number;
};

/** Once in so long everything is read, in milliseconds: a change link does not tell of what was removed. */
const trustedForMs = 24 * 60 * 60 * 1000;

/** The cheapest way that serves. */
export function chooseWay({ lists, pets, changes, wholeAt }: SavedCopy, asking: Asking): Way {
  const { by, isWholeDue, isDoubted, shortList, now } = asking;
  const isAllWanted = by === 'person' || isWholeDue;
  if (lists.all?.complete !== true || isDoubted) {
    return isAllWanted || lists.all === undefined ? { type: 'whole' } : { type: 'glimpse' };
  }

  if (!isRecent(wholeAt, now) || (isAllWanted && pets.length <= shortList)) {
    return { type: 'whole' };
  }

  return changes === undefined ? { type: isAllWanted ? 'whole' : 'glimpse' } : { type: 'changes', url: changes };
}

/** Whether a moment lies within the last day, by a clock that may have been set back meanwhile. */
export function isRecent(at: string | undefined, now: number): boolean {
  return at !== undefined && Math.abs(now - Date.parse(at)) < trustedForMs;
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
