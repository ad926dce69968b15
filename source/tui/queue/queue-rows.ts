import { isWaiting, type Entry } from '../../domain/entry.js';
import { remember } from '../list/remember.js';

/** The rows of the queue screen, without making all of them. */
export type QueueRows = { readonly count: number; at(index: number): { readonly key: string; readonly entry: Entry } | undefined; indexOf(key: string): number };
/** `since`: what was settled before then is not shown. */
export type QueueModel = (entries: readonly Entry[], since: number) => QueueRows;

/** The queue as rows: what waits, newest first, then what was settled since the app was opened. */
export function createQueueModel(): QueueModel {
  return remember((entries: readonly Entry[], since: number): QueueRows => {
    const newest = [...entries].reverse();
    const settledSince = newest.filter((entry) => !isWaiting(entry.state) && Date.parse(entry.history.at(-1)?.at ?? entry.createdAt) >= since);
    const rows = [...newest.filter((entry) => isWaiting(entry.state)), ...settledSince];
    return {
      count: rows.length,
      at: (index) => {
        const entry = rows[index];
        return entry && { key: entry.localId, entry };
      },
      indexOf: (key) => rows.findIndex((entry) => entry.localId === key),
    };
  });
}
