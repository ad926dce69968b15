/** The columns of the list, in its two forms: that of a narrow window, and the wide one. */
import { type CategoryLabels, categoryName, categoryText } from '../../domain/category-labels.ts';
import type { Entry } from '../../domain/entry.ts';
import type { Seen } from '../../domain/first-seen.ts';
import type { NewPet, Pet } from '../../domain/pet.ts';
import { cellWidth, fitCells, safeText, truncateCells } from '../../platform/text/terminal-text.ts';
import { type Glyphs, hueOf, statusSign, statusText, type Tone, type ToneText } from '../../text/glyphs.ts';
import type { PaneContext } from '../words/animal-pane.ts';
import { briefSinceText } from '../../text/time-text.ts';
import type { Snapshot } from '../../sync/api.ts';
import { nameText } from '../../text/animal/pet-texts.ts';
import { categoriesOf } from '../models/known-categories.ts';
import { remember } from '../models/remember.ts';

/**
 * An animal on the store or in the queue. `state`: how it stands with a queued one, as the list says it. `seen`: since
 * when it is known here, if that is known.
 */
export type AnimalLine = {
  readonly id: string;
  readonly pet: NewPet;
  readonly state: string;
  readonly seen?: Seen | undefined;
};

/** What all cells are made with. `glyphs`: the signs before the words; undefined: words alone, for somebody who listens. */
export type ListFacts = Pick<PaneContext, 'labels' | 'now'> & { readonly glyphs: Glyphs | undefined };

/** A cell. `sign`: the meaning of its first character, if that is a sign; `level`: how much its text matters. */
type Cell = { readonly text: string; readonly sign?: Tone | undefined; readonly level?: Tone | undefined };
type Column = {
  readonly title: string;
  readonly width: number;
  readonly align?: 'right';
  readonly cell: (line: AnimalLine, facts: ListFacts) => Cell;
};
/** The columns from the left on, with so many cells between them, and blanks behind them. */
export type Columns = { readonly gap: number; readonly columns: readonly Column[]; readonly blanks: number };

/** Cells before the first column: the cursor's, the mark's and that of how a queued animal stands. */
const marks = 3;
/** Lists of fewer cells have the narrow form. */
const wideFrom = 59;
/** So few cells of a name that no other column may take them from it. */
const leastName = 12;
/** What NAME takes where there is room: a newcomer with a longer name is neither cut nor moves what is there. */
const nameCells = [20, 32] as const;
/** Cells of `  checking 12:42` and `  sends in 30 s` behind a name: what a person waits for belongs on the row. */
const stateCells = 16;
/** A shorter name does not tell which animal it is. Its state has a sign before it as well. */
const leastBeside = 6;
/** Cells of `  checking 0:42` behind so much of a name. */
const leastWithState = leastBeside + 15;
/** An ordinary name stands whole beside that. */
const besideState = 20;
const idCells = [6, 20] as const;
const categoryCells = { narrow: [9, 10], wide: [10, 16] } as const;

/** The longest of the whole list, so that no column moves as it scrolls. `entry`: the longest name that was entered here. */
export type Longest = {
  readonly id: number;
  readonly name: number;
  readonly entry?: number | undefined;
  readonly category: number;
};

/** A list may have 100 000 animals, and is walked once for each that was read. */
const longestName = remember((pets: readonly Pet[]) => longest(pets.map(({ name }) => name)));
const longestEntry = remember((entries: readonly Entry[]) => longest(entries.map(nameText)));
const longestCategory = remember((pets: readonly Pet[], labels: CategoryLabels) =>
  longest(categoriesOf(pets, labels).map(({ id }) => categoryName(id, labels))),
);

function longest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, cellWidth(safeText(text))), 0);
}

/** In cells; of a category with the sign before it. */
export function longestOf({ pets, entries }: Pick<Snapshot, 'pets' | 'entries'>, labels: CategoryLabels): Longest {
  return {
    // In the order of the ids; the first may have a sign.
    id: Math.max(...[pets[0]?.id, pets.at(-1)?.id, entries.at(-1)?.localId].map((id = '') => id.length)),
    name: longestName(pets),
    entry: entries.length === 0 ? undefined : longestEntry(entries),
    category: longestCategory(pets, labels) + 1,
  };
}

/**
 * The columns of a list of so many cells. NAME is as wide as the longest one, and gets what the others leave; where
 * that is too little, first SEEN goes, then CATEGORY.
 */
export function placeColumns(table: number, longest: Longest, { hasSeen = false, isSpoken = false } = {}): Columns {
  const isWide = table >= wideFrom;
  const gap = isWide ? 2 : 1;
  const id: Column = {
    title: 'ID',
    align: 'right',
    // A blank parts it from the sign before it.
    width: clamp(longest.id + 1, idCells),
    cell: (line) => ({ text: line.id, level: 'quiet' }),
  };
  const category = { ...categoryColumn, width: clamp(longest.category, categoryCells[isWide ? 'wide' : 'narrow']) };
  const status = isWide ? statusColumn : statusSignColumn;
  const roomBeside = (others: readonly Column[]): number =>
    others.reduce((room, { width }) => room - width - gap, table - marks - id.width - gap);
  // Since when it is known here matters less than what it waits for.
  const leastBesideSeen = longest.entry === undefined ? leastName : leastWithState;
  const withSeen = [category, status, ...(hasSeen && isWide ? [seenColumn] : [])];
  const withoutSeen = roomBeside([category, status]) >= leastName ? [category, status] : [status];
  const others = roomBeside(withSeen) >= leastBesideSeen ? withSeen : withoutSeen;
  const room = roomBeside(others);
  const withState = longest.entry === undefined ? 0 : Math.min(longest.entry, besideState) + stateCells;
  const wanted = Math.max(clamp(longest.name, nameCells), withState);
  const width = isSpoken ? room : Math.max(0, Math.min(room, wanted));
  return { gap, columns: [id, { ...nameColumn, width }, ...others], blanks: room - width };
}

function clamp(wanted: number, [least, most]: readonly [least: number, most: number]): number {
  return Math.max(least, Math.min(most, wanted));
}

/** Its row is faint, since the word says so too: most people look for the others. */
const isSettled = ({ status }: NewPet): boolean => status === 'sold';
const quietIf = (isQuiet: boolean): Tone | undefined => (isQuiet ? 'quiet' : undefined);

const nameColumn: Omit<Column, 'width'> = {
  title: 'NAME',
  cell: ({ pet }) => ({ text: pet.name, level: quietIf(isSettled(pet)) ?? 'strong' }),
};

const categoryColumn: Omit<Column, 'width'> = {
  title: 'CATEGORY',
  // A listener has no bar that tells one from another, and types numbers.
  cell: ({ pet }, { glyphs, labels }) => ({
    text: glyphs ? glyphs.hue + categoryName(pet.categoryId, labels) : categoryText(pet.categoryId, labels),
    sign: glyphs?.hue ? hueOf(pet.categoryId) : undefined,
    level: quietIf(isSettled(pet)),
  }),
};

const statusColumn: Column = {
  title: 'STATUS',
  width: 11,
  cell: ({ pet }, { glyphs }) => {
    const { status } = pet;
    const level = quietIf(isSettled(pet) || status === undefined);
    // Whoever listens hears only what was said of it.
    const signed = glyphs && (statusText(status, glyphs) || `${glyphs.none} not set`);
    return { text: signed ?? status ?? '', sign: status, level };
  },
};

/** In a narrow window the sign alone: the line above the list has its meaning. */
const statusSignColumn: Column = {
  title: '',
  width: 1,
  cell: ({ pet: { status } }, { glyphs }) => {
    const { text, tone } = glyphs ? statusSign(status, glyphs) : { text: '', tone: undefined };
    return { text, sign: tone };
  },
};

/** Since when each is known here. Those of the first list that was read say nothing. */
const seenColumn: Column = {
  title: 'SEEN',
  width: 13,
  cell: ({ seen }, { now }) => {
    const own = seen?.isOwn === true ? 'you' : '';
    return {
      text: seen ? briefSinceText(seen.at, now).padEnd(10) + (seen.isNew ? 'new' : own) : '',
      level: seen?.isNew === true ? 'accent' : 'quiet',
    };
  },
};

/** The titles above their columns; `arrow` stands behind that of the column that the list is sorted by. */
export function headingLine({ gap, columns }: Columns, sort: string, arrow: string): string {
  const titles = columns.map(({ title, width, align }) => {
    const isSorted = (title || 'STATUS') === sort && arrow !== '';
    const spaced = `${title} ${arrow}`.trimStart();
    const text = cellWidth(spaced) <= width ? spaced : title + arrow;
    return fitCells(isSorted ? text : title, width, align);
  });
  return ' '.repeat(marks) + titles.join(' '.repeat(gap));
}

/** Blanks between a name and how its animal stands. */
const besideGap = 2;
/** Of `queued 09:12` the time goes, of `sends in 4 s` the word. */
const lessThanThat = /^sends (?=in )|(?<!^sends) .*$/u;
/** What a person waits for, so that the name is cut before it. */
const counted = /^(?:sends in|checking) /u;

/**
 * How an animal stands is told at the end of its name: most have no such word, and a column would come and go. What
 * follows the word is the seconds that a person waits for, or when that was, which stands beside a whole name alone.
 */
function stateBeside({ pet, state }: AnimalLine, width: number): string {
  const roomBeside = (word: string): number => width - cellWidth(word) - besideGap;
  const brief = state.replace(lessThanThat, '');
  const least = counted.test(state) ? leastBeside : Infinity;
  if (Math.min(least, cellWidth(truncateCells(pet.name, width))) <= roomBeside(state)) {
    return state;
  }

  return roomBeside(brief) >= leastBeside ? brief : '';
}

/** While an animal is checked its seconds have the cells of its category as well, where NAME has too few for them. */
function columnsOf({ gap, columns }: Columns, { state }: AnimalLine): readonly Column[] {
  const at = columns.findIndex(({ title }) => title === 'NAME');
  const [name, next] = columns.slice(at);
  const isShort = name && name.width < leastBeside + besideGap + cellWidth(state);
  return isShort && next?.title === 'CATEGORY' && state.startsWith('checking ')
    ? columns.toSpliced(at, 2, { ...name, width: name.width + gap + next.width })
    : columns;
}

/** Whether the seconds that a person waits for stand under SEEN, where they would cut the name. */
function standsUnderSeen({ pet, state }: AnimalLine, columns: readonly Column[]): boolean {
  const widthOf = (name: string): number => columns.find(({ title }) => title === name)?.width ?? 0;
  return (
    counted.test(state) &&
    cellWidth(state) <= widthOf('SEEN') &&
    cellWidth(truncateCells(pet.name, besideState)) + besideGap + cellWidth(state) > widthOf('NAME')
  );
}

/** The row of an animal behind its marks, in pieces by what each means. */
export function rowPieces(placed: Columns, line: AnimalLine, facts: ListFacts): readonly ToneText[] {
  const pieces: { text: string; tone?: Tone }[] = [];
  const add = (text: string, tone?: Tone): void => {
    const last = pieces.at(-1);
    if (last && last.tone === tone) {
      last.text += text;
    } else if (text !== '') {
      pieces.push(tone === undefined ? { text } : { text, tone });
    }
  };
  const columns = columnsOf(placed, line);
  const isUnderSeen = standsUnderSeen(line, columns);
  for (const [at, { title, width, align, cell }] of columns.entries()) {
    const isState = isUnderSeen && title === 'SEEN';
    const { text: whole, sign, level }: Cell = isState ? { text: line.state } : cell(line, facts);
    const state = title === 'NAME' && !isUnderSeen ? stateBeside(line, width) : '';
    const text = fitCells(whole, state === '' ? width : width - cellWidth(state) - besideGap, align);
    // Blanks have no looks, so they need no change of looks either.
    const start = sign === undefined ? text.length - text.trimStart().length : 1;
    const end = Math.max(start, text.trimEnd().length);
    add(at === 0 ? '' : ' '.repeat(placed.gap));
    add(text.slice(0, start), sign);
    add(text.slice(start, end), level);
    add(text.slice(end));
    if (state !== '') {
      add(' '.repeat(besideGap));
      add(state, state === 'new' ? 'accent' : undefined);
    }
  }

  // The row under the cursor is tinted whole.
  add(' '.repeat(Math.max(0, placed.blanks)));

  return pieces;
}
