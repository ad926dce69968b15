/** The columns of the queue, in the app and in the shell. */
import { type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import type { Entry } from '../../domain/entry.js';
import { countText } from '../count-text.js';
import { type Column, narrowWidth } from '../columns.js';
import type { Glyphs } from '../glyphs.js';
import { hueOf } from '../tone.js';

/** A queued animal. Its times and reason are told otherwise on a screen of this moment than in lines that are kept. */
export type QueueLine = {
  readonly entry: Entry;
  readonly age: string;
  readonly nextTry: string;
  readonly reason: string;
};

/** The tools to make cells. `glyphs`: the signs before words; absent: words alone. */
export type QueueFacts = { readonly labels: CategoryLabels; readonly glyphs?: Glyphs | undefined };

/** The least width at which more than name and state are told. */
const withAge = 40;

/** The least width at which there is room for the category too. */
const withCategory = 100;

const wide = (table: number): number => (table < narrowWidth ? 1 : 2);
const isUntried = (cell: string): boolean => cell === '0';
const isNothing = (cell: string): boolean => cell === '' || cell === '-';

/** Every column, in its order. */
export const queueColumns: readonly Column<QueueLine, QueueFacts>[] = [
  {
    title: 'ID',
    align: 'right',
    isSteady: true,
    width: (table) => (table < narrowWidth ? 5 : 7),
    cell: ({ entry }) => entry.localId,
    level: () => 'quiet',
  },
  {
    title: 'NAME',
    gap: wide,
    width: { least: 16, share: 1, most: 48 },
    cell: ({ entry }) => entry.name,
    level: () => 'strong',
  },
  {
    title: 'CATEGORY',
    from: withCategory,
    gap: wide,
    width: 14,
    cell: ({ entry }, { labels, glyphs }) => `${glyphs?.hue ?? ''}${categoryText(entry.categoryId, labels)}`,
    tone: ({ entry }, { glyphs }) => (glyphs?.hue ? hueOf(entry.categoryId) : undefined),
  },
  { title: 'STATE', gap: wide, width: 9, cell: ({ entry }) => entry.state },
  { title: 'AGE', from: withAge, gap: wide, width: 6, cell: ({ age }) => age },
  {
    title: 'TRIES',
    from: narrowWidth,
    gap: wide,
    width: 5,
    align: 'right',
    cell: ({ entry }) => String(entry.attempts),
    isEmpty: isUntried,
    spoken: (tries) => countText(Number(tries), 'try', 'tries'),
  },
  {
    title: 'NEXT TRY',
    from: narrowWidth,
    gap: wide,
    width: 9,
    cell: ({ nextTry }) => nextTry,
    isEmpty: isNothing,
    spoken: (time) => `next try ${time}`,
  },
  {
    title: 'REASON',
    from: narrowWidth,
    gap: wide,
    width: { least: 0, share: 2 },
    cell: ({ reason }) => reason,
    isEmpty: isNothing,
  },
];
