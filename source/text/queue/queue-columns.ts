/** The columns of the queue: those of the shell, and those of the screen, which is in sections. */
import { categoryName, type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import { type Entry, needsPerson } from '../../domain/entry.js';
import { type Column, narrowWidth } from '../columns.js';
import { type Glyphs, hueOf } from '../glyphs.js';
import { nameText, stateWord } from './entry-text.js';
import { toSettled } from '../../domain/activity.js';
import type { ConnectionState } from '../../domain/connection.js';

/** A queued animal. Its times and reason are told otherwise on a screen of this moment than in lines that are kept. */
export type QueueLine = {
  readonly entry: Entry;
  readonly age: string;
  readonly nextTry: string;
  readonly reason: string;
};

/** The tools to make cells. `glyphs`: the signs before words; absent: words alone. */
export type QueueFacts = { readonly labels: CategoryLabels; readonly glyphs?: Glyphs | undefined };
type QueueColumn = Column<QueueLine, QueueFacts>;
/** The least widths at which the screen tells the category, and why. */
const withCategory = 40;
const wide = (table: number): number => (table < narrowWidth ? 1 : 2);

const id: QueueColumn = {
  title: 'ID',
  align: 'right',
  isSteady: true,
  width: 5,
  cell: ({ entry }) => entry.localId,
  level: () => 'quiet',
};
const name: QueueColumn = {
  title: 'NAME',
  gap: wide,
  width: { least: 12, share: 1, most: 32 },
  cell: ({ entry }) => nameText(entry),
  level: () => 'strong',
};

/** Of the shell, in their order. */
export const queueColumns: readonly QueueColumn[] = [
  id,
  name,
  { title: 'CATEGORY', width: 14, cell: ({ entry }, { labels }) => categoryText(entry.categoryId, labels) },
  { title: 'STATE', width: 9, cell: ({ entry }) => entry.state },
  { title: 'AGE', width: 6, cell: ({ age }) => age },
  { title: 'TRIES', width: 5, align: 'right', cell: ({ entry }) => String(entry.attempts) },
  { title: 'NEXT TRY', width: 9, cell: ({ nextTry }) => nextTry },
  { title: 'REASON', width: { least: 0, share: 2 }, cell: ({ reason }) => reason },
];

/** Of the screen: the animal, its state, and the reason, which gets the rest of the room. */
export const queueScreenColumns: readonly QueueColumn[] = [
  // A sign stands right before it.
  { ...id, cell: ({ entry }) => ` ${entry.localId}`, spoken: (cell) => cell.trim() },
  name,
  {
    title: 'CATEGORY',
    from: withCategory,
    gap: wide,
    width: { least: 6, share: 1, most: 16 },
    cell: ({ entry }, { labels, glyphs }) => `${glyphs?.hue ?? ''}${categoryName(entry.categoryId, labels)}`,
    tone: ({ entry }, { glyphs }) => (glyphs?.hue ? hueOf(entry.categoryId) : undefined),
  },
  { title: 'STATE', gap: wide, width: 8, isSteady: true, cell: ({ entry }) => stateWord(entry.state) },
  {
    title: 'REASON',
    from: narrowWidth,
    gap: wide,
    width: { least: 8, share: 4 },
    cell: ({ reason }) => reason,
    isEmpty: (cell) => cell === '',
  },
  {
    title: 'AGE',
    from: narrowWidth,
    gap: wide,
    align: 'right',
    width: 6,
    cell: ({ age }) => age,
    level: () => 'quiet',
  },
];

/** In their order: the tasks of a person first, settled animals last. */
export const queueSections = ['needs-you', 'waiting', 'held', 'sent', 'sent-before', 'discarded'] as const;
/** One of them. */
export type QueueSection = (typeof queueSections)[number];

/** Their names. */
export const queueSectionNames: Readonly<Record<QueueSection, string>> = {
  'needs-you': 'Needs you',
  waiting: 'Waiting',
  held: 'Held',
  sent: 'Sent today',
  'sent-before': 'Sent before',
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

  if (state === 'discarded' || state === 'held') {
    return state;
  }

  return needsPerson(state) ? 'needs-you' : 'waiting';
}

/** The text behind the heading of waiting animals: when they are sent; empty if they are on their way. */
export const waitingRemarks: Readonly<Record<ConnectionState, string>> = {
  connecting: '',
  online: '',
  'working-offline': 'sent when you go back online',
  unauthorized: 'sent when the store takes the key',
  misconfigured: 'sent when the address is right',
  changed: 'sent when you confirm it',
  offline: 'sent when the store answers',
  intercepted: 'sent when the store answers',
  error: 'sent when the store answers',
};
