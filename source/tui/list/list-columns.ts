import type { CategoryLabels } from '../../domain/category-labels.js';
import type { Int64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';
import { animalColumns, type AnimalFacts, type AnimalLine } from '../../text/animal-columns.js';
import { headingLine, narrowWidth, placeColumns, rowLine } from '../../text/columns.js';
import { entryMark, stateText } from '../../text/entry-text.js';
import type { Row } from './list-rows.js';

/** The list laid out for one window: its heading, and how a row is written. `newcomers`: pets that somebody else added a moment ago. */
export type ListLayout = { readonly heading: string; rowText(row: Row, now: number, newcomers?: ReadonlySet<Int64>): string };

/** Ids of so many digits are given room before one is in sight, so that columns do not jump when it comes. Longer ones are rare. */
const usualId = 9;

/**
 * Widths from the rows that are shown, never from all the data: that would walk 100 000 rows for one. Of the ids the last,
 * `pets` being ascending, is the longest.
 */
export function layOutList(width: number, shown: readonly (Row | undefined)[], labels: CategoryLabels, pets: readonly Pet[] = []): ListLayout {
  const last = pets.at(-1)?.id.length ?? 0;
  const longestId = Math.max(...shown.map((row) => row?.key.length ?? 0), last <= usualId ? last : 0);
  const facts: AnimalFacts = { labels, longestId, unset: '-', isNarrow: width < narrowWidth };
  const columns = placeColumns(animalColumns, width, facts);
  return {
    heading: `   ${headingLine(columns)}`,
    rowText: (row, now, newcomers) => ('pet' in row ? ' ' : entryMark(row.entry.state)) + rowLine(columns, toLine(row, facts.isNarrow, now, newcomers), facts),
  };
}

function toLine(row: Row, isNarrow: boolean, now: number, newcomers?: ReadonlySet<Int64>): AnimalLine {
  return 'pet' in row ? { id: row.key, pet: row.pet, state: newcomers?.has(row.pet.id) ? 'new' : '' } : { id: row.key, pet: row.entry, state: isNarrow ? row.entry.state : stateText(row.entry, now) };
}
