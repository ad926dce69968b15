import { type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import type { Pet } from '../../domain/pet.js';
import { cellWidth, fitCells } from '../../platform/text/terminal-text.js';
import { entryMark, stateText } from '../../text/entry-text.js';
import type { Row } from './list-rows.js';

/** Widths in cells, each with the gap before the next column; 0 leaves a column out. They add up to the list's width. */
export type Columns = { readonly id: number; readonly name: number; readonly category: number; readonly status: number; readonly state: number };

/** Column 0 is the cursor, column 1 the mark. */
const marks = 2;
const shortStatus = { available: 'avail', pending: 'pend', sold: 'sold' } as const;
/** Under this the category goes and words shorten. */
const narrow = 60;

/** Ids of so many digits are given room before one is in sight, so that columns do not jump when it comes. Longer ones are rare. */
const usualId = 9;

/**
 * Widths from the rows that are shown, never from all the data: that would walk 100 000 rows for one. Of the ids the last,
 * `pets` being ascending, is the longest.
 */
export function toColumns(width: number, shown: readonly (Row | undefined)[], pets: readonly Pet[] = []): Columns {
  const last = pets.at(-1)?.id.length ?? 0;
  const longestId = Math.max(...shown.map((row) => row?.key.length ?? 0), last <= usualId ? last : 0);
  const isNarrow = width < narrow;
  const id = Math.min(20, Math.max(longestId, isNarrow ? 5 : 7)) + (isNarrow ? 1 : 2);
  const status = isNarrow ? 7 : 12;
  // 80 cells leave exactly what `queued 20 Nov 09:12` does not need to be read.
  const state = isNarrow ? 8 : Math.min(20, Math.max(13, width - 65));
  const rest = width - marks - id - status - state;
  const category = isNarrow ? 0 : Math.max(12, Math.floor(rest / 3));
  return { id, name: Math.max(4, rest - category), category, status, state };
}

/** The titles, in their columns. */
export function headingText(columns: Columns): string {
  const { id, name, category, status } = columns;
  return ' '.repeat(marks) + gap('ID', id, 'right') + gap('NAME', name) + gap('CATEGORY', category) + gap('STATUS', status);
}

const nobody: ReadonlySet<string> = new Set();

/** One animal in its columns, `columns` cells wide in all, safe for the terminal. */
export function rowText(row: Row, columns: Columns, labels: CategoryLabels, now: number, newcomers: ReadonlySet<string> = nobody): string {
  const animal = 'pet' in row ? row.pet : row.entry;
  const isNarrow = columns.category === 0;
  const state = 'pet' in row ? (newcomers.has(row.key) ? 'new' : '') : isNarrow ? row.entry.state : stateText(row.entry, now);
  return (
    ('pet' in row ? ' ' : entryMark(row.entry.state)) +
    gap(row.key, columns.id, 'right') +
    gap(animal.name, columns.name) +
    gap(categoryText(animal.categoryId, labels), columns.category) +
    gap(animal.status === undefined ? '-' : isNarrow ? shortStatus[animal.status] : animal.status, columns.status) +
    fitCells(state, columns.state)
  );
}

/** A column with its gap. */
function gap(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  if (width === 0) {
    return '';
  }

  const space = width > 8 ? 2 : 1;
  return fitCells(text, width - space, align) + ' '.repeat(space);
}

/** Whether a text fits, for those that have a shorter form. */
export function firstThatFits(texts: readonly string[], width: number): string {
  return texts.find((text) => cellWidth(text) <= width) ?? texts.at(-1) ?? '';
}
