import type { CategoryLabels } from '../../domain/category-labels.js';
import type { Int64 } from '../../domain/int64.js';
import type { SortField } from '../../domain/order-pets.js';
import type { Pet } from '../../domain/pet.js';
import { animalColumns, type AnimalFacts, type AnimalLine } from '../../text/animal/animal-columns.js';
import { headingLine, narrowWidth, type PlacedColumn, placeColumns, rowPieces } from '../../text/columns.js';
import { entryTone, nameText, stateText, stateWord } from '../../text/queue/entry-text.js';
import type { Glyphs } from '../../text/glyphs.js';
import type { ToneText } from '../../text/tone.js';
import type { Row } from '../models/list-rows.js';

/** The list laid out for one window: its heading, and how a row is written. */
export type ListLayout = {
  readonly heading: string;
  rowPieces(row: Row): readonly ToneText[];
  readonly columns: PlacedColumns;
};

/** Where its columns stand. */
export type PlacedColumns = readonly PlacedColumn<AnimalLine, AnimalFacts>[];

/** What a list is laid out for. `newcomers`: pets that somebody else added a moment ago. */
export type ListSight = {
  readonly width: number;
  readonly shown: readonly Row[];
  readonly labels: CategoryLabels;
  /** Undefined where it is read aloud: words alone. */
  readonly glyphs: Glyphs | undefined;
  readonly now: number;
  /** Whether times are left blank, with their room. */
  readonly timeless: boolean;
  readonly sort: SortField;
  readonly isAscending: boolean;
  /** Whether animals of the list have a state, in sight or not: columns do not come and go with every row. */
  readonly hasStates: boolean;
  /** Whether columns are as wide as the rows in sight need, because what they leave is used beside them. */
  readonly isFitted: boolean;
  /** Where they stood when it was drawn last. */
  readonly before?: PlacedColumns | undefined;
  readonly newcomers?: ReadonlySet<Int64>;
  readonly pets?: readonly Pet[];
};

/**
 * Ids of so many digits are given room before one is in sight, so that columns do not jump when it comes. Longer ones
 * are rare.
 */
const usualId = 9;

const sortTitles: Readonly<Record<SortField, string>> = {
  id: 'ID',
  name: 'NAME',
  category: 'CATEGORY',
  status: 'STATUS',
};

/**
 * Widths from the rows that are shown, never from all the data: that would walk 100 000 rows for one. Of the ids the
 * last, `pets` being ascending, is the longest.
 */
export function layOutList({
  width,
  shown,
  labels,
  glyphs,
  now,
  timeless,
  sort,
  isAscending,
  hasStates,
  isFitted,
  before,
  newcomers,
  pets = [],
}: ListSight): ListLayout {
  const last = pets.at(-1)?.id.length ?? 0;
  const longestId = Math.max(...shown.map(({ key }) => key.length), last <= usualId ? last : 0);
  const facts: AnimalFacts = { labels, longestId, glyphs, isNarrow: width < narrowWidth };
  const write = (row: Row): AnimalLine => {
    const line = toLine(row, facts.isNarrow, now, newcomers);
    return timeless ? { ...line, state: line.state.replace(timeInState, (time) => ' '.repeat(time.length)) } : line;
  };
  const columns = placeColumns(
    hasStates ? animalColumns : animalColumns.filter(({ title }) => title !== 'STATE'),
    width,
    facts,
    { rows: shown.map(write), isFitted, before, signed: sortTitles[sort] },
  );
  const arrow = isAscending ? glyphs?.ascending : glyphs?.descending;
  return {
    columns,
    heading: `   ${headingLine(columns, arrow === undefined ? {} : { [sortTitles[sort]]: arrow })}`,
    rowPieces: (row) => {
      const [mark, tone] = 'pet' in row ? [' ', undefined] : entryTone(row.entry.state);
      return [{ text: mark, ...(tone === undefined ? {} : { tone }) }, ...rowPieces(columns, write(row), facts)];
    },
  };
}

/** What follows the word of a state: when that was, or how long it lasts yet. */
const timeInState = / .*$/u;

function toLine(row: Row, isNarrow: boolean, now: number, newcomers?: ReadonlySet<Int64>): AnimalLine {
  return 'pet' in row
    ? { id: row.key, pet: row.pet, state: newcomers?.has(row.pet.id) ? 'new' : '' }
    : {
        id: row.key,
        pet: { ...row.entry, name: nameText(row.entry) },
        state: isNarrow ? stateWord(row.entry.state) : stateText(row.entry, now),
      };
}
