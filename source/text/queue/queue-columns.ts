/** The columns of the queue in the shell, and the sections of what was entered here on the screen. */
import { type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import { type Entry, needsPerson } from '../../domain/entry.js';
import type { ShellColumn } from '../columns.js';
import { nameText } from './entry-text.js';
import { toSettled } from '../../domain/activity.js';
import type { Connection } from '../../domain/connection.js';
import { wordsOf } from '../connection-words.js';

/** A queued animal, with its times and its reason as lines tell them that are kept. */
export type QueueLine = {
  readonly entry: Entry;
  readonly age: string;
  readonly nextTry: string;
  readonly reason: string;
};

/** Of the shell, in their order. */
export const queueColumns: readonly ShellColumn<QueueLine, { readonly labels: CategoryLabels }>[] = [
  { title: 'ID', cell: ({ entry }) => entry.localId },
  { title: 'NAME', cell: ({ entry }) => nameText(entry) },
  { title: 'CATEGORY', cell: ({ entry }, { labels }) => categoryText(entry.categoryId, labels) },
  { title: 'STATE', cell: ({ entry }) => entry.state },
  { title: 'AGE', cell: ({ age }) => age },
  { title: 'TRIES', cell: ({ entry }) => String(entry.attempts) },
  { title: 'NEXT TRY', cell: ({ nextTry }) => nextTry },
  { title: 'REASON', cell: ({ reason }) => reason },
];

/** In their order: the tasks of a person first, settled animals last. */
export const queueSections = ['needs-you', 'checking', 'waiting', 'held', 'sent', 'sent-before', 'discarded'] as const;
/** One of them. */
export type QueueSection = (typeof queueSections)[number];

/** Their names. */
export const queueSectionNames: Readonly<Record<QueueSection, string>> = {
  'needs-you': 'Needs you',
  checking: 'Being checked',
  waiting: 'Queued',
  held: 'Held',
  sent: 'Created today',
  'sent-before': 'Created before',
  discarded: 'Discarded',
};

/** Since when an animal is what it is: in the queue, on the store, or discarded. */
export function standsSince(entry: Entry): string {
  const last = entry.state === 'discarded' ? entry.history.at(-1)?.at : undefined;
  return (entry.state === 'created' ? toSettled(entry)?.at : last) ?? entry.createdAt;
}

/** The section of an animal. `today`: when this day began, ISO 8601. */
export function sectionOfEntry(entry: Entry, today: string): QueueSection {
  const { state } = entry;
  if (state === 'created') {
    return standsSince(entry) >= today ? 'sent' : 'sent-before';
  }

  if (state === 'discarded' || state === 'held' || state === 'checking') {
    return state;
  }

  return needsPerson(state) ? 'needs-you' : 'waiting';
}

/** The text behind the heading of waiting animals: when those that are queued are sent; empty if they are on their way. */
export function waitingRemark(connection: Connection): string {
  const { until } = wordsOf(connection);
  return until === undefined ? '' : `sent when ${until}`;
}
