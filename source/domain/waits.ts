/**
 * Why a queued animal is not sent although the store can be reached: another one of its like has to be decided first,
 * or the
 * service asked for a pause. What the sender plans and what a person is told are both taken from here.
 */
import type { Entry } from './entry.js';
import { matchingKey } from './matching-key.js';

/** What has to happen before an animal is sent. */
export type Wait =
  /** It must be decided whether this one, of the same name and category, arrived. */
  | { readonly type: 'blocked'; readonly by: Entry }
  /** The service asked to wait until then, ISO, whichever animal it was asked with. */
  | { readonly type: 'deferred'; readonly until: string };

/** A wait that ends later than this, in milliseconds, was written under a wrong clock. */
export const longestWaitMs = 60 * 60 * 1000;

/** Whether a saved `nextTryAt` has come. One that was written under a wrong clock counts as come. */
export function isDue(nextTry: string | undefined, now: number): boolean {
  if (nextTry === undefined) {
    return true;
  }

  const at = Date.parse(nextTry);
  return at <= now || at > now + longestWaitMs;
}

/** Whether it may be on the service without anybody knowing. */
export function isUndecided({ undecided, state }: Entry): boolean {
  return undecided !== undefined && state !== 'created' && state !== 'discarded';
}

/** Whether the service asked to wait when this was last sent. */
export function isDeferred({ state, history }: Entry): boolean {
  const last = history.at(-1);
  return state === 'queued' && last?.kind === 'outcome' && last.result.type === 'deferred';
}

/** Finds what each queued animal waits for; the entries are gone through once, however many are asked for. */
export function findWaits(entries: readonly Entry[], now: number): (entry: Entry) => Wait | undefined {
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

/** The animal that has to be decided before this one is sent, as one could be taken for the other; undefined: none. */
export function findBlocker(entries: readonly Entry[], entry: Entry): Entry | undefined {
  const key = matchingKey(entry);
  return entries.find((other) => other.localId !== entry.localId && isUndecided(other) && matchingKey(other) === key);
}

/** The queued animals that wait until this one is decided. */
export function findBlocked(entries: readonly Entry[], blocker: Entry): readonly Entry[] {
  const key = isUndecided(blocker) ? matchingKey(blocker) : undefined;
  return entries.filter(
    (entry) => entry.state === 'queued' && entry.localId !== blocker.localId && matchingKey(entry) === key,
  );
}

/** When the longest wait ends that the service asked for, ISO; undefined: there is none. */
export function findDeferral(entries: readonly Entry[], now: number): string | undefined {
  const ends = entries
    .filter((entry) => entry.nextTryAt !== undefined && isDeferred(entry) && !isDue(entry.nextTryAt, now))
    .flatMap(({ nextTryAt }) => nextTryAt ?? []);
  return ends.sort().at(-1);
}
