/** How the columns of a table share the cells of its window. */
import { cellWidth, truncateCells } from '../platform/text/terminal-text.js';
import { type AnyPlaced, type Column, type Flexible, type PlacedColumn, wholeCell } from './columns.js';

/** Cells before the first column: the cursor's, the mark's and that of how a queued animal stands. */
const marks = 3;

/**
 * The visible part of a table. `isFitted`: whether columns are no wider than these rows need, because something stands
 * beside them. `before`: the places of the columns a moment ago; they stay as long as no cell is cut, so that they do
 * not move with every row. `signed`: the title that a sign stands behind.
 */
export type Sight<Row, Facts> = {
  readonly rows: readonly Row[];
  readonly isFitted: boolean;
  readonly before?: readonly PlacedColumn<Row, Facts>[] | undefined;
  readonly signed?: string;
};

/** A column with all that is declared of it for this table, and its texts in sight. */
type Slot<Row, Facts> = Flexible & {
  readonly column: Column<Row, Facts>;
  readonly gap: number;
  /** Its cells; 0 for a flexible one. */
  readonly set: number;
  readonly texts: readonly string[];
};

/** Gives each column its width, so that they fill `table` cells. No text is cut while a column has spare cells. */
export function placeColumns<Row, Facts>(
  columns: readonly Column<Row, Facts>[],
  table: number,
  facts: Facts,
  sight?: Sight<Row, Facts>,
): readonly PlacedColumn<Row, Facts>[] {
  const { rows = [], before, isFitted = false, signed } = sight ?? {};
  const slots = columns
    .filter(({ from = 0 }) => table >= from)
    .map((column): Slot<Row, Facts> => {
      const { width, gap = 2 } = column;
      const [set, flexible] = typeof width === 'object' ? [0, width] : [width, { least: 0, share: 0 }];
      return {
        ...flexible,
        column,
        gap: typeof gap === 'number' ? gap : gap(table),
        set: typeof set === 'number' ? set : set(table, facts),
        texts: rows.map((row) => wholeCell(column, row, facts)),
      };
    });
  if (before && isOf(before, slots, table) && isWhole(before, slots)) {
    return before;
  }

  const shared = isFitted ? undefined : place(slots, shareOut(slots, table), table);
  if (shared && (!sight || isWhole(shared, slots))) {
    return shared;
  }

  return place(slots, fitToRows(slots, table, isFitted, signed), table);
}

type AnySlot = Slot<never, never>;

function isOf(placed: readonly AnyPlaced[], slots: readonly AnySlot[], table: number): boolean {
  return (
    marks + sum(placed.map(({ gap, width }) => gap + width)) === table &&
    placed.every(({ column }) => slots.some((slot) => slot.column === column))
  );
}

function isWhole(placed: readonly AnyPlaced[], slots: readonly AnySlot[]): boolean {
  return slots.every(({ column, texts }) => {
    const width = placed.find((each) => each.column === column)?.width;
    return width !== undefined && texts.every((text) => neededCells(text, width + 1) <= width);
  });
}

/** The cells of a text, up to `most`; half of a character of two cells cannot be shown. */
function neededCells(text: string, most: number): number {
  if (plainAscii.test(text)) {
    return Math.min(text.length, most);
  }

  const cut = truncateCells(text, most);
  return cut === truncateCells(text, most + 2) ? cellWidth(cut) : most;
}

const plainAscii = /^[ -~]*$/;

/** The cells for the columns themselves: no gap is before the first. */
function roomOf(slots: readonly AnySlot[], table: number): number {
  return Math.max(0, table - marks - sum(slots.slice(1).map(({ gap }) => gap)));
}

/** Without a look at the rows: flexible columns by their shares, the last one with the rest. */
function shareOut(slots: readonly AnySlot[], table: number): readonly number[] {
  const fixed = slots.map(({ set }) => set);
  return add(fixed, shareRoom(slots, Math.max(0, roomOf(slots, table) - sum(fixed))));
}

function place<Row, Facts>(slots: readonly Slot<Row, Facts>[], widths: readonly number[], table: number) {
  const slack = Math.max(0, roomOf(slots, table) - sum(widths));
  return slots.map(({ column, gap }, index) => ({
    column,
    gap: index === 0 ? 0 : gap,
    width: (widths[index] ?? 0) + (index === slots.length - 1 ? slack : 0),
  }));
}

function shareRoom(slots: readonly AnySlot[], room: number): readonly number[] {
  let left = room;
  let shares = sum(slots.map(({ share }) => share));
  let reserved = sum(slots.map(({ least }) => least));
  return slots.map(({ least, share }) => {
    reserved -= least;
    const taken =
      share === 0 ? 0 : Math.min(left, Math.max(least, Math.min(left - reserved, Math.ceil((left * share) / shares))));
    left -= taken;
    shares -= share;
    return taken;
  });
}

/** Up to so many cells more than the longest text in sight, so that columns do not move with every letter. */
const step = 3;

/**
 * What each column needs for the rows in sight. If that is too much, the room beside the least of all goes by shares.
 * If it is less, the spare room goes to texts that are longer than their column is meant to be, then to columns of a
 * set width, and then to a few cells in reserve.
 */
function fitToRows(slots: readonly AnySlot[], table: number, isFitted: boolean, signed?: string): readonly number[] {
  const room = roomOf(slots, table);
  const needed = slots.map(({ column: { title, isSteady }, set, texts }) =>
    Math.max(
      isSteady === true ? set : 0,
      cellWidth(title) + (title === signed ? 2 : 0),
      ...texts.map((text) => neededCells(text, table)),
    ),
  );
  const meant = slots.map(({ most = room }, index) => Math.min(needed[index] ?? 0, most));
  if (sum(meant) > room) {
    return squeeze(slots, room, meant);
  }

  const reserved = slots.map(({ share, set }, index) =>
    share > 0 ? Math.ceil((meant[index] ?? 0) / step) * step : set,
  );
  const grown = giveOut(giveOut(meant, needed, room), reserved, room);
  return isFitted ? grown : add(grown, shareRoom(slots, room - sum(grown)));
}

/** Cells of a long text that tell it from most others: so many it keeps, however many words stand beside it. */
const readable = 8;

/** Those of words keep their width as long as there is any room, the others share the rest. */
function squeeze(slots: readonly AnySlot[], room: number, needed: readonly number[]): readonly number[] {
  const least = slots.map((slot, index) => Math.min(slot.least, needed[index] ?? 0, readable));
  const fixed = giveOut(
    slots.map(() => 0),
    slots.map(({ share }, index) => (share > 0 ? 0 : (needed[index] ?? 0))),
    Math.max(0, room - sum(least)),
  );
  const shares = shareRoom(slots, room - sum(fixed)).map((width, index) => Math.min(width, needed[index] ?? 0));
  return giveOut(add(fixed, shares), needed, room);
}

/** The rest of the room goes to the columns that want more than they have, in their order. */
function giveOut(widths: readonly number[], wanted: readonly number[], room: number): readonly number[] {
  let left = room - sum(widths);
  return widths.map((width, index) => {
    const more = Math.max(0, Math.min(left, (wanted[index] ?? 0) - width));
    left -= more;
    return width + more;
  });
}

function add(some: readonly number[], others: readonly number[]): readonly number[] {
  return some.map((each, index) => each + (others[index] ?? 0));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}
