import type { CategoryLabels } from '../../domain/category-labels.js';
import { isWaiting, placeOfEntry, type Entry } from '../../domain/entry.js';
import { canBeFuzzy } from '../../domain/search/match-query.js';
import { parseQuery, type Query } from '../../domain/search/query.js';
import { findEntries } from './list-rows.js';
import type { Countable } from './tally.js';
import { remember } from './remember.js';
import { queueTabs, type QueueTab } from '../state/ui-state.js';

/** The rows of the queue screen, without making all of them. */
export type QueueRows = Countable & {
  readonly count: number;
  at(index: number): { readonly key: string; readonly entry: Entry } | undefined;
  indexOf(key: string): number;
};
/** What the queue is made of. */
export type QueueQuery = {
  readonly entries: readonly Entry[];
  readonly tab: QueueTab;
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

/** The queue as rows, newest first. */
export function createQueueModel(): QueueModel {
  const parse = remember(parseQuery);
  const find = remember((entries: readonly Entry[], query: Query, labels: CategoryLabels) => {
    const found = findEntries(entries, query, labels, false);
    return found.length === 0 && canBeFuzzy(query)
      ? { found: findEntries(entries, query, labels, true), isFuzzy: true }
      : { found, isFuzzy: false };
  });
  const countTabs = remember(countByTab);
  const toRows = remember((entries: readonly Entry[], tab: QueueTab): QueueRows => {
    const rows = entries.filter((entry) => isInQueueTab(entry, tab)).reverse();
    return {
      count: rows.length,
      forEach: (visit) => rows.forEach(visit),
      at: (index) => {
        const entry = rows[index];
        return entry && { key: entry.localId, entry };
      },
      indexOf: (key) => placeOfEntry(rows, key, 'newest first'),
    };
  });
  return {
    rows: ({ entries, tab, filter, labels }) => toRows(find(entries, parse(filter), labels).found, tab),
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

/** Whether a tab of the queue is about an animal; each animal is in one of them. */
function isInQueueTab({ state }: Entry, tab: QueueTab): boolean {
  switch (tab) {
    case 'open':
      return isWaiting(state);
    case 'sent':
      return state === 'created';
    case 'discarded':
      return state === 'discarded';
  }
}
