/** The columns of a list of animals, in the app and in the shell. */
import { categoryName, type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import type { NewPet } from '../../domain/pet.js';
import type { Seen } from '../../domain/first-seen.js';
import { type Column, narrowWidth } from '../columns.js';
import { type Glyphs, statusText, hueOf } from '../glyphs.js';
import { briefSinceText } from '../time-text.js';

/**
 * An animal on the store or in the queue. `state`: how it stands with a queued one, as whoever shows it says it. `seen`:
 * since when it is known here, if that is known.
 */
export type AnimalLine = {
  readonly id: string;
  readonly pet: NewPet;
  readonly state: string;
  readonly seen?: Seen | undefined;
};

/** The tools to make cells. */
export type AnimalFacts = {
  readonly labels: CategoryLabels;
  /** The longest id there is room for. */
  readonly longestId: number;
  /** The signs before the words; undefined: words alone. */
  readonly glyphs: Glyphs | undefined;
  readonly isNarrow: boolean;
  readonly now: number;
};

const shortStatus = { available: 'avail', pending: 'pend', sold: 'sold' } as const;
const isNarrow = (table: number): boolean => table < narrowWidth;
const mostIdCells = 20;
/** Its row is faint, since the word says so too: most people look for the others. */
const isSettled = ({ status }: NewPet): boolean => status === 'sold';
const notSet = ({ none }: Glyphs, isNarrow: boolean): string => `${none} ${isNarrow ? 'unset' : 'not set'}`;

/** Every column, in its order. */
export const animalColumns: readonly Column<AnimalLine, AnimalFacts>[] = [
  {
    title: 'ID',
    align: 'right',
    isSteady: true,
    width: (table, { longestId }) => Math.min(mostIdCells, Math.max(longestId, isNarrow(table) ? 5 : 7)),
    cell: ({ id }) => id,
    level: () => 'quiet',
  },
  {
    title: 'NAME',
    gap: (table) => (isNarrow(table) ? 1 : 2),
    width: { least: 4, share: 2, most: 48 },
    cell: ({ pet }) => pet.name,
    level: ({ pet }) => (isSettled(pet) ? 'quiet' : 'strong'),
  },
  {
    title: 'CATEGORY',
    from: narrowWidth,
    width: { least: 10, share: 1, most: 30 },
    // The shell and a listener have no bar that tells one from another, and type numbers.
    cell: ({ pet: { categoryId } }, { glyphs, labels }) =>
      glyphs ? glyphs.hue + categoryName(categoryId, labels) : categoryText(categoryId, labels),
    tone: ({ pet }, { glyphs }) => (glyphs?.hue ? hueOf(pet.categoryId) : undefined),
    level: ({ pet }) => (isSettled(pet) ? 'quiet' : undefined),
  },
  {
    title: 'STATUS',
    width: (table) => (isNarrow(table) ? 7 : 11),
    cell: ({ pet: { status } }, { glyphs, isNarrow }) => {
      const word = status !== undefined && isNarrow ? shortStatus[status] : (status ?? '');
      return glyphs ? (status === undefined ? notSet(glyphs, isNarrow) : statusText(status, glyphs, word)) : word;
    },
    tone: ({ pet }) => pet.status,
    level: ({ pet }) => (isSettled(pet) || pet.status === undefined ? 'quiet' : undefined),
  },
  // At 80 cells it has the width that `waiting 09:12` needs, and a longer one the room beside the names in sight. In
  // the narrowest windows the sign says enough.
  {
    title: 'STATE',
    from: 36,
    gap: (table) => (isNarrow(table) ? 1 : 2),
    width: (table) => (isNarrow(table) ? 8 : Math.min(20, Math.max(13, table - 65))),
    cell: ({ state }) => state,
  },
];

/** Since when each is known here, in a wide window of the app. Those of the first list that was read say nothing. */
export const seenColumn: Column<AnimalLine, AnimalFacts> = {
  title: 'SEEN',
  from: 66,
  width: 14,
  isSteady: true,
  cell: ({ seen }, { now }) => {
    const own = seen?.isOwn === true ? 'you' : '';
    return seen ? briefSinceText(seen.at, now).padEnd(11) + (seen.isNew ? 'new' : own) : '';
  },
  level: ({ seen }) => (seen?.isNew === true ? 'accent' : 'quiet'),
};
