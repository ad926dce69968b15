/** Since when each animal of a store is known here: what the change log and the queue say of it, taken together. */
import { type Activity, toSettled } from './activity.ts';
import type { Entry } from './entry.ts';
import type { Int64 } from './int64.ts';

/** `at`: ISO 8601. `isOwn`: entered here; `isNew`: somebody else's, and first seen since the last visit. */
export type Seen = { readonly at: string; readonly isOwn: boolean; readonly isNew: boolean };

/** Those whose beginning is known. Whatever stood in the first list that was read is not among them. */
export type SeenAnimals = ReadonlyMap<Int64, Seen>;

/** `recorded`: all that the change log holds; `news`: what happened since the last visit, which is in it or not yet. */
export function firstSeen(
  recorded: readonly Activity[],
  news: readonly Activity[],
  entries: readonly Entry[],
): SeenAnimals {
  const seen = new Map<Int64, Seen>();
  const became = new Map(entries.map(({ localId, petId }) => [localId, petId]));
  /** Its person took that answer back. */
  const isTakenBack = (localId: string, id: Int64): boolean => became.has(localId) && became.get(localId) !== id;
  const take = (activity: Activity, isNews: boolean): void => {
    if (activity.kind === 'gone') {
      seen.delete(activity.id);
    } else if (activity.kind === 'new') {
      const { at = activity.at, isOwn = false, isNew = false } = seen.get(activity.id) ?? {};
      // Two programs may tell of one, and one of them did not know yet whose it is.
      seen.set(activity.id, { at, isOwn, isNew: !isOwn && (isNew || isNews) });
    } else if (
      activity.kind === 'settled' &&
      activity.state === 'created' &&
      activity.id !== undefined &&
      !isTakenBack(activity.localId, activity.id)
    ) {
      const { at = activity.at } = seen.get(activity.id) ?? {};
      seen.set(activity.id, { at, isOwn: true, isNew: false });
    }
  };
  recorded.forEach((activity) => take(activity, false));
  news.forEach((activity) => take(activity, true));
  for (const entry of entries) {
    const settled = entry.elsewhere === undefined ? toSettled(entry) : undefined;
    if (settled?.kind === 'settled' && settled.state === 'created' && settled.id !== undefined) {
      seen.set(settled.id, seenEntry(entry));
    }
  }

  return seen;
}

/** What was entered here is known since then. */
export function seenEntry({ createdAt }: Pick<Entry, 'createdAt'>): Seen {
  return { at: createdAt, isOwn: true, isNew: false };
}

/** When the looks for an animal showed one that may be it first, ISO 8601; undefined: none did. */
export function lookedAt({ history }: Pick<Entry, 'history'>, id: Int64): string | undefined {
  return history.find(
    (record) =>
      (record.kind === 'looked' && record.candidates.some((pet) => pet.id === id)) ||
      (record.kind === 'looked-at-once' && record.ids.includes(id)),
  )?.at;
}
