/** Why queued animals wait although the store can be reached: for one of their like, or because the service asked for it. */
import type { Entry } from '../../domain/entry.js';
import { dueIn, isDeferred, isUndecided } from './plan.js';
import { matchingKey } from '../../domain/matching-key.js';

/** What has to happen before an animal is sent. */
export type EntryWait =
  /** It must be decided whether this one, of the same name and category, arrived. */
  | { readonly type: 'blocked'; readonly by: Entry }
  /** The service asked to wait until then, ISO, whichever animal it was asked with. */
  | { readonly type: 'deferred'; readonly until: string };

/** Finds what each queued animal waits for; the entries are gone through once, however many are asked for. */
export function findWaits(entries: readonly Entry[], now: number): (entry: Entry) => EntryWait | undefined {
  const undecided = new Map(entries.filter(isUndecided).map((entry) => [matchingKey(entry), entry]));
  const until = findDeferral(entries, now);
  return (entry) => {
    if (entry.state !== 'queued') {
      return undefined;
    }

    const by = undecided.size > 0 ? undecided.get(matchingKey(entry)) : undefined;
    return by ? { type: 'blocked', by } : until === undefined ? undefined : { type: 'deferred', until };
  };
}

/** The queued animals that wait until this one is decided. */
export function findBlocked(entries: readonly Entry[], blocker: Entry): readonly Entry[] {
  const key = isUndecided(blocker) ? matchingKey(blocker) : undefined;
  return entries.filter((entry) => entry.state === 'queued' && entry.localId !== blocker.localId && matchingKey(entry) === key);
}

/** When the longest wait ends that the service asked for, ISO; undefined: there is none. */
export function findDeferral(entries: readonly Entry[], now: number): string | undefined {
  const ends = entries.filter((entry) => isDeferred(entry) && dueIn(entry, now) > 0).flatMap(({ nextTryAt }) => nextTryAt ?? []);
  return ends.sort().at(-1);
}
