import type { CategoryLabels } from '../../domain/category-labels.js';
import { type Entry, placeOfEntry } from '../../domain/entry.js';
import { canBeFuzzy, createMatcher, toSearchText } from '../../domain/search/match-query.js';
import { parseQuery, type Query } from '../../domain/search/query.js';
import { type QueueSection, queueSections, sectionOfEntry } from '../../text/queue/queue-columns.js';
import { remember } from './remember.js';
import { type CursorRows, type Row, type Section, toSections } from './position.js';

/** The rows of the queue screen. */
export type QueueRows = Omit<CursorRows<Row<Entry>>, 'sections'> & {
  readonly sections: readonly (Section & { readonly key: QueueSection })[];
};

/**
 * Works out the queue in its sections, newest first in each, what its filter comes to, and whether letters were looked
 * for, as nothing contains the words; keeps what did not change since. `today`: a moment of this day, in milliseconds.
 */
export function createQueueModel() {
  const parse = remember(parseQuery);
  const find = remember((entries: readonly Entry[], query: Query, labels: CategoryLabels) => {
    const found = findEntries(entries, query, labels, false);
    return found.length === 0 && canBeFuzzy(query)
      ? { found: findEntries(entries, query, labels, true), isFuzzy: true }
      : { found, isFuzzy: false };
  });
  const toRows = remember(makeRows);
  return (entries: readonly Entry[], filter: string, labels: CategoryLabels, today: number) => {
    const query = parse(filter);
    const { found, isFuzzy } = find(entries, query, labels);
    return { rows: toRows(found, beginOfDay(today)), query, isFuzzy };
  };
}

/** The queued animals that a query finds, as they were sent and as a person wants them. */
export function findEntries(
  entries: readonly Entry[],
  query: Query,
  labels: CategoryLabels,
  fuzzy: boolean,
): readonly Entry[] {
  const matches = createMatcher(query, labels, { fuzzy });
  return query.terms.length === 0
    ? entries
    : entries.filter((entry) =>
        [entry, ...(entry.instead ? [{ ...entry, ...entry.instead }] : [])].some((animal) =>
          matches(animal, toSearchText(entry.localId, animal, labels)),
        ),
      );
}

/** Queued animals in their sections. `day`: when this day began, ISO 8601. */
export function sectionEntries(entries: readonly Entry[], day: string) {
  const groups = Map.groupBy(entries.toReversed(), (entry) => sectionOfEntry(entry, day));
  const rows = queueSections.flatMap((key) => groups.get(key) ?? []);
  const sections = toSections(queueSections.map((key) => [key, groups.get(key)?.length ?? 0] as const));
  return {
    rows,
    sections: sections as QueueRows['sections'],
    indexOf: (key: string): number => {
      for (const { key: name, from } of sections) {
        const place = placeOfEntry(groups.get(name as QueueSection) ?? [], key, 'newest first');
        if (place !== -1) {
          return from + place;
        }
      }

      return -1;
    },
  };
}

function makeRows(entries: readonly Entry[], day: string): QueueRows {
  const { rows, sections, indexOf } = sectionEntries(entries, day);
  return {
    count: rows.length,
    sections,
    indexOf,
    at: (index) => {
      const animal = rows[index];
      return animal && { key: animal.localId, animal };
    },
    // What a key did there the same key takes back; from the others one goes on to the next animal.
    follows: (one, other) => [one, other].every((key) => key === 'waiting' || key === 'held'),
  };
}

function beginOfDay(now: number): string {
  return new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString();
}

/** Whether nothing is left to do with what a section holds. */
export function isOver(section: string): boolean {
  return section === 'sent' || section === 'sent-before' || section === 'discarded';
}
