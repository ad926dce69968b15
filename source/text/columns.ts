/**
 * A table is declared once, column by column: what is in a cell, how wide it is, and from which width of the table on it is there.
 * The screens lay it out for their window; the shell prints the same cells under the same titles.
 */
import { cellWidth, fitCells, truncateCells } from '../platform/text/terminal-text.js';
import type { Tone, ToneText } from './tone.js';

/** Tables of fewer cells leave columns out and shorten words. */
export const narrowWidth = 60;

/** Cells before the first column: the cursor's, the mark's and that of how a queued animal stands. */
const marks = 3;

/**
 * A part of what the other columns leave, by its `share` in it, and at least `least` cells as long as there are any. Where a table
 * is fitted to its rows, it is as wide as they need, up to `most`.
 */
type Flexible = { readonly least: number; readonly share: number; readonly most?: number };

/** One column of a table; `Facts` is what all its cells are made with. */
export type Column<Row, Facts> = {
  readonly title: string;
  readonly cell: (row: Row, facts: Facts) => string;
  /** Cells it takes in a table of so many. */
  readonly width: number | Flexible | ((table: number, facts: Facts) => number);
  /** Empty cells before it, two where there is no other rule. */
  readonly gap?: number | ((table: number) => number);
  /** The least width of a table that has it. */
  readonly from?: number;
  readonly align?: 'right';
  /** What the first character of its cell means, where that is a sign. */
  readonly tone?: (row: Row, facts: Facts) => Tone | undefined;
  /** Whether a cell says nothing: a screen leaves the column out where none in sight says anything. */
  readonly isEmpty?: (cell: string) => boolean;
};

/** A column that was given its place. */
export type PlacedColumn<Row, Facts> = { readonly column: Column<Row, Facts>; readonly gap: number; readonly width: number };

/** What is in sight of a table. `isFitted`: whether columns are no wider than these rows need; then the last one takes what is left. */
export type Sight<Row> = { readonly rows: readonly Row[]; readonly isFitted: boolean };

/** Gives each column that is there its width, so that they fill `table` cells with the marks before them. */
export function placeColumns<Row, Facts>(columns: readonly Column<Row, Facts>[], table: number, facts: Facts, sight?: Sight<Row>): readonly PlacedColumn<Row, Facts>[] {
  const rows = sight?.rows ?? [];
  const saysNothing = ({ cell, isEmpty }: Column<Row, Facts>): boolean => isEmpty !== undefined && rows.length > 0 && rows.every((row) => isEmpty(cell(row, facts)));
  const present = columns.filter((column) => table >= (column.from ?? 0) && !saysNothing(column));
  const gaps = present.map(({ gap = 2 }, index) => (index === 0 ? 0 : typeof gap === 'number' ? gap : gap(table)));
  const fixed = present.map(({ width }) => (typeof width === 'function' ? width(table, facts) : typeof width === 'number' ? width : 0));
  const room = Math.max(0, table - marks - sum(gaps) - sum(fixed));
  const widths = sight?.isFitted === true ? fitToRows(present, room, rows, facts) : shareOut(present, room);
  const placed = present.map((column, index) => ({ column, gap: gaps[index] ?? 0, width: (fixed[index] ?? 0) + (widths[index] ?? 0) }));
  const slack = Math.max(0, room - sum(widths));
  return placed.map((each, index) => (index === placed.length - 1 ? { ...each, width: each.width + slack } : each));
}

/** Flexible columns by their shares; the others get nothing. */
function shareOut(columns: readonly Column<never, never>[], room: number): readonly number[] {
  let left = room;
  let shares = sum(columns.map(({ width }) => flexibilityOf(width).share));
  let reserved = sum(columns.map(({ width }) => flexibilityOf(width).least));
  return columns.map(({ width }) => {
    const { least, share } = flexibilityOf(width);
    reserved -= least;
    const taken = share === 0 ? 0 : Math.min(left, Math.max(least, Math.min(left - reserved, Math.ceil((left * share) / shares))));
    left -= taken;
    shares -= share;
    return taken;
  });
}

/** Up to so many cells more than the longest text in sight, so that columns do not move with every letter. */
const step = 3;

/** What each flexible column needs for the rows in sight; where that is too much, what is left beside the least of all goes by shares. */
function fitToRows<Row, Facts>(columns: readonly Column<Row, Facts>[], room: number, rows: readonly Row[], facts: Facts): readonly number[] {
  const wanted = columns.map(({ width, title, cell }) => {
    if (typeof width !== 'object') {
      return 0;
    }

    const most = width.most ?? room;
    const longest = Math.max(cellWidth(title), ...rows.map((row) => cellWidth(truncateCells(cell(row, facts), most))));
    return Math.min(most, Math.ceil(longest / step) * step);
  });
  if (sum(wanted) <= room) {
    return wanted;
  }

  const least = columns.map(({ width }, index) => Math.min(flexibilityOf(width).least, wanted[index] ?? 0));
  const widths = shareOut(columns, room).map((width, index) => Math.max(Math.min(width, wanted[index] ?? 0), Math.min(least[index] ?? 0, room)));
  // What one column does not need is another's.
  let left = room - sum(widths);
  return widths.map((width, index) => {
    const more = Math.max(0, Math.min(left, (wanted[index] ?? 0) - width));
    left -= more;
    return width + more;
  });
}

/** The titles in their columns, without the marks. `signs`: what stands behind a title, such as the direction of a sort. */
export function headingLine<Row, Facts>(columns: readonly PlacedColumn<Row, Facts>[], signs: Readonly<Record<string, string>> = {}): string {
  return line(columns, ({ title }, width) => {
    const sign = signs[title];
    return sign === undefined ? title : cellWidth(title) + 2 <= width ? `${title} ${sign}` : truncateCells(title, width - 1) + sign;
  });
}

/** A row in its columns, safe for the terminal. */
export function rowLine<Row, Facts>(columns: readonly PlacedColumn<Row, Facts>[], row: Row, facts: Facts): string {
  return line(columns, ({ cell }) => cell(row, facts));
}

/** The same in pieces, of which those that are signs have a tone. */
export function rowPieces<Row, Facts>(columns: readonly PlacedColumn<Row, Facts>[], row: Row, facts: Facts): readonly ToneText[] {
  const pieces: ToneText[] = [];
  let plain = '';
  for (const { column, gap, width } of columns) {
    const text = fitCells(column.cell(row, facts), width, column.align);
    const tone = column.tone?.(row, facts);
    plain += ' '.repeat(gap);
    if (tone === undefined) {
      plain += text;
    } else {
      pieces.push({ text: plain }, { text: text.slice(0, 1), tone });
      plain = text.slice(1);
    }
  }

  return [...pieces, { text: plain }];
}

function line<Row, Facts>(columns: readonly PlacedColumn<Row, Facts>[], textOf: (column: Column<Row, Facts>, width: number) => string): string {
  return columns.map(({ column, gap, width }) => ' '.repeat(gap) + fitCells(textOf(column, width), width, column.align)).join('');
}

/** The same cells for the shell, which gives each column the width of what is in it. */
export function tableOf<Row, Facts>(columns: readonly Column<Row, Facts>[], rows: readonly Row[], facts: Facts): { readonly titles: readonly string[]; readonly rows: readonly (readonly string[])[] } {
  return { titles: columns.map(({ title }) => title), rows: rows.map((row) => columns.map(({ cell }) => cell(row, facts))) };
}

function flexibilityOf(width: Column<never, never>['width']): Flexible {
  return typeof width === 'object' ? width : { least: 0, share: 0 };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
