import { isWaiting, type Entry } from '../../domain/entry.js';
import { remember } from '../list/remember.js';
import type { QueueTab } from '../state/ui-state.js';

/** The rows of the queue screen, without making all of them. */
export type QueueRows = { readonly count: number; at(index: number): { readonly key: string; readonly entry: Entry } | undefined; indexOf(key: string): number };
/** `since`: what was settled before then is not shown among what waits. */
export type QueueModel = (entries: readonly Entry[], tab: QueueTab, since: number) => QueueRows;

/** The queue as rows, newest first. What waits is followed by what was settled since the app was opened. */
export function createQueueModel(): QueueModel {
  return remember((entries: readonly Entry[], tab: QueueTab, since: number): QueueRows => {
    const newest = entries.filter((entry) => isInQueueTab(entry, tab)).reverse();
    const isSettledSince = (entry: Entry): boolean => !isWaiting(entry.state) && Date.parse(entry.history.at(-1)?.at ?? entry.createdAt) >= since;
    const rows = tab === 'waiting' ? [...newest, ...entries.filter(isSettledSince).reverse()] : newest;
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

/** Whether a tab of the queue is about an animal. */
export function isInQueueTab({ state }: Entry, tab: QueueTab): boolean {
  switch (tab) {
    case 'waiting':
      return isWaiting(state);
    case 'refused':
      return state === 'rejected';
    case 'review':
      return state === 'review';
    case 'sent':
      return state === 'created';
    case 'discarded':
      return state === 'discarded';
  }
}
