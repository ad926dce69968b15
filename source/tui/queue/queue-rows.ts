import type { CategoryLabels } from '../../domain/category-labels.js';
import { isWaiting, placeOfEntry, type Entry } from '../../domain/entry.js';
import { canBeFuzzy } from '../../domain/search/match-query.js';
import { parseQuery, type Query } from '../../domain/search/query.js';
import { findEntries } from '../list/list-rows.js';
import type { Countable } from '../pane/tally.js';
import { remember } from '../list/remember.js';
import { queueTabs, type QueueTab } from '../state/ui-state.js';

/** The rows of the queue screen, without making all of them. */
export type QueueRows = Countable & {
  readonly count: number;
  at(index: number): { readonly key: string; readonly entry: Entry } | undefined;
  indexOf(key: string): number;
};
/** What the queue is made of. `since`: what was settled before then is not shown among what waits. */
export type QueueQuery = {
  readonly entries: readonly Entry[];
  readonly tab: QueueTab;
  readonly since: number;
  readonly filter: string;
  readonly labels: CategoryLabels;
};
/**
 * What a filter comes to: how many animals each tab shows, and whether their letters were looked for, as nothing
 * contains the words.
 */
export type QueueFindings = {
  readonly query: Query;
  readonly counts: Readonly<Record<QueueTab, number>>;
  readonly isFuzzy: boolean;
};
/** Works the queue out, and keeps what did not change since. */
export type QueueModel = { rows(query: QueueQuery): QueueRows; findings(query: QueueQuery): QueueFindings };

/** The queue as rows, newest first. What waits is followed by what was settled since the app was opened. */
export function createQueueModel(): QueueModel {
  const parse = remember(parseQuery);
  const find = remember((entries: readonly Entry[], query: Query, labels: CategoryLabels) => {
    const found = findEntries(entries, query, labels, false);
    return found.length === 0 && canBeFuzzy(query)
      ? { found: findEntries(entries, query, labels, true), isFuzzy: true }
      : { found, isFuzzy: false };
  });
  const countTabs = remember(countByTab);
  const toRows = remember((entries: readonly Entry[], tab: QueueTab, since: number): QueueRows => {
    const newest = entries.filter((entry) => isInQueueTab(entry, tab)).reverse();
    const isSettledSince = (entry: Entry): boolean =>
      !isWaiting(entry.state) && Date.parse(entry.history.at(-1)?.at ?? entry.createdAt) >= since;
    const rows = tab === 'waiting' ? [...newest, ...entries.filter(isSettledSince).reverse()] : newest;
    return {
      count: rows.length,
      forEach: (visit) => rows.forEach(visit),
      at: (index) => {
        const entry = rows[index];
        return entry && { key: entry.localId, entry };
      },
      indexOf(key) {
        const place = placeOfEntry(newest, key, 'newest first');
        // What was settled since stands behind what waits.
        return place !== -1 || rows === newest
          ? place
          : rows.findIndex((entry, index) => index >= newest.length && entry.localId === key);
      },
    };
  });
  return {
    rows: ({ entries, tab, since, filter, labels }) => toRows(find(entries, parse(filter), labels).found, tab, since),
    findings: ({ entries, filter, labels }) => {
      const query = parse(filter);
      const { found, isFuzzy } = find(entries, query, labels);
      return { query, isFuzzy, counts: countTabs(found) };
    },
  };
}

function countByTab(entries: readonly Entry[]): Record<QueueTab, number> {
  const counts = Object.fromEntries(queueTabs.map((tab) => [tab, 0])) as Record<QueueTab, number>;
  for (const entry of entries) {
    for (const tab of queueTabs) {
      counts[tab] += isInQueueTab(entry, tab) ? 1 : 0;
    }
  }

  return counts;
}

/** Whether a tab of the queue is about an animal. */
function isInQueueTab({ state }: Entry, tab: QueueTab): boolean {
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
