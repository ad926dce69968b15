/**
 * A table is declared once, column by column: what is in a cell, how wide it is, and from which width of the table on it is there.
 * The screens lay it out for their window; the shell prints the same cells under the same titles.
 */
import { fitCells } from '../platform/text/terminal-text.js';

/** Tables of fewer cells leave columns out and shorten words. */
export const narrowWidth = 60;

/** Cells before the first column: the cursor's, the mark's and that of how a queued animal stands. */
const marks = 3;

/** A part of what the other columns leave, by its `share` in it, and at least `least` cells as long as there are any. */
type Flexible = { readonly least: number; readonly share: number };

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
  /** Whether its title is left out on a screen, where the cells say enough. */
  readonly isUntitled?: boolean;
};

/** A column that was given its place. */
export type PlacedColumn<Row, Facts> = { readonly column: Column<Row, Facts>; readonly gap: number; readonly width: number };

/** Gives each column that is there its width, so that they fill `table` cells with the marks before them. */
export function placeColumns<Row, Facts>(columns: readonly Column<Row, Facts>[], table: number, facts: Facts): readonly PlacedColumn<Row, Facts>[] {
  const present = columns.filter(({ from = 0 }) => table >= from);
  const gaps = present.map(({ gap = 2 }, index) => (index === 0 ? 0 : typeof gap === 'number' ? gap : gap(table)));
  const fixed = present.map(({ width }) => (typeof width === 'function' ? width(table, facts) : typeof width === 'number' ? width : 0));
  let left = Math.max(0, table - marks - sum(gaps) - sum(fixed));
  let shares = sum(present.map(({ width }) => flexibilityOf(width).share));
  let reserved = sum(present.map(({ width }) => flexibilityOf(width).least));
  return present.map((column, index) => {
    const { width } = column;
    if (typeof width !== 'object') {
      return { column, gap: gaps[index] ?? 0, width: fixed[index] ?? 0 };
    }

    reserved -= width.least;
    const taken = Math.min(left, Math.max(width.least, Math.min(left - reserved, Math.ceil((left * width.share) / shares))));
    left -= taken;
    shares -= width.share;
    return { column, gap: gaps[index] ?? 0, width: taken };
  });
}

/** The titles in their columns, without the marks. */
export function headingLine<Row, Facts>(columns: readonly PlacedColumn<Row, Facts>[]): string {
  return line(columns, ({ title, isUntitled }) => (isUntitled ? '' : title));
}

/** A row in its columns, safe for the terminal. */
export function rowLine<Row, Facts>(columns: readonly PlacedColumn<Row, Facts>[], row: Row, facts: Facts): string {
  return line(columns, ({ cell }) => cell(row, facts));
}

function line<Row, Facts>(columns: readonly PlacedColumn<Row, Facts>[], textOf: (column: Column<Row, Facts>) => string): string {
  return columns.map(({ column, gap, width }) => ' '.repeat(gap) + fitCells(textOf(column), width, column.align)).join('');
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
