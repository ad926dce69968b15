/** How the list is brought up to date: by the service's change link, or all of it. Pure. */
import { listLimit } from '../../domain/contract.ts';
import type { SavedCopy } from '../../local/saved-pets.ts';

/** Who asks. */
type Asking = {
  /** All as it is now, as a person wants to see it; otherwise the news. */
  readonly isAllWanted: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** A list of no more animals is read whole where all is wanted: that costs so little. */
  readonly shortList: number;
};

/** Once in so long everything is read, in milliseconds: a change link does not tell of what was removed. */
const trustedForMs = 24 * 60 * 60 * 1000;

/** The change link that serves now; undefined: the list is read whole. */
export function changeLinkFor(copy: SavedCopy, asking: Asking): string | undefined {
  const { lists, pets, changes, wholeAt } = copy;
  const { isAllWanted, shortList, now } = asking;
  const isKnown = lists.all?.complete === true && isRecent(wholeAt, now);
  return isKnown && !(isAllWanted && pets.length <= shortList) ? changes : undefined;
}

/** Whether a moment lies within the last day, by a clock that may have been set back meanwhile. */
export function isRecent(at: string | undefined, now: number): boolean {
  return at !== undefined && Math.abs(now - Date.parse(at)) < trustedForMs;
}

/** After a reading of the list it rests at least so many times as long as that took. */
const restFactor = 20;
/** And so long for each of its pages, in milliseconds: a store is there for others too. */
const restOfPageMs = 6000;

/** How long the list is left alone after it was read, in milliseconds: so reading takes less than a twentieth. */
export function restMs({ readMs = 0 }: SavedCopy): number {
  return restFactor * readMs;
}

/** What nobody waits for: how often the open app reads a list again whose store has no change link. */
type Leisure = {
  readonly refreshMs: number;
  /** Somebody is there. */
  readonly isAttended: boolean;
  /** It is read this often in any case, if reading is quick, in milliseconds. */
  readonly atLeastEveryMs: number;
};

/**
 * Milliseconds from one reading of the list to the next. Where nobody is there a list of several pages costs the store
 * no more requests than one of a single page.
 */
export function rereadMs(copy: SavedCopy, { refreshMs, isAttended, atLeastEveryMs }: Leisure): number {
  const pages = Math.ceil(copy.pets.length / listLimit.largest);
  const alone = isAttended ? refreshMs : Math.min(refreshMs * Math.max(1, pages), atLeastEveryMs);
  return Math.max(refreshMs, alone, restMs(copy), restOfPageMs * pages);
}
