/** The columns of the queue: those of the shell, and those of the screen, which is in sections. */
import { categoryName, type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import type { Entry } from '../../domain/entry.js';
import { type Column, narrowWidth } from '../columns.js';
import type { Glyphs } from '../glyphs.js';
import { hueOf } from '../tone.js';
import { nameText, stateWord } from './entry-text.js';

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
const isNothing = (cell: string): boolean => cell === '';

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
  id,
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
    isEmpty: isNothing,
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
