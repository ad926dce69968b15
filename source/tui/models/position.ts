import { type Entry, placeOfEntry } from '../../domain/entry.js';
import type { Position } from '../state/position.js';
import { countLines, lineOfRow, type Sectioned, sectionOfRow } from './sections.js';

/** What a cursor needs to know of rows. */
export type CursorRows = Sectioned & {
  at(index: number): { readonly key: string } | undefined;
  indexOf(key: string): number;
  /** Whether a cursor goes with its animal from one section to another. */
  follows?(from: string, to: string): boolean;
};

/**
 * Where the cursor is now: with its animal, wherever that went; else, where it was.
 *
 * `entries` tell which pet a queued animal became, so the cursor follows it into its new row.
 */
export function locateRow(rows: CursorRows, { key, index }: Position, entries: readonly Entry[] = []): number {
  const there = Math.max(0, Math.min(index, rows.count - 1));
  if (key === undefined || rows.at(there)?.key === key) {
    return there;
  }

  const found = rows.indexOf(key);
  if (found !== -1) {
    return found;
  }

  const petId = key.startsWith('Q-') ? entries[placeOfEntry(entries, key)]?.petId : undefined;
  const became = petId === undefined ? -1 : rows.indexOf(petId);
  return became === -1 ? there : became;
}

/** Rows kept in sight before and after the cursor's, where there are any. */
const context = 3;

/** The first row shown, so that row `index` is among the `height` that fit; the list goes on row by row. */
export function scrollTo(top: number, index: number, height: number, count: number): number {
  const margin = Math.min(context, Math.floor((height - 1) / 2));
  const wanted = Math.max(index - height + 1 + margin, Math.min(top, index - margin));
  return Math.max(0, Math.min(wanted, count - height));
}

/** Rows from one on, all of them where no number says otherwise. */
export function takeRows<Row>(
  rows: { readonly count: number; at(index: number): Row | undefined },
  from = 0,
  most = Infinity,
): readonly Row[] {
  return Array.from({ length: Math.min(most, rows.count - from) }, (_, offset) => rows.at(from + offset)).filter(
    (row) => row !== undefined,
  );
}

/** The first row that is wanted, from one on, round and round; -1: none is. */
export function findRow<Row>(
  rows: { readonly count: number; at(index: number): Row | undefined },
  from: number,
  step: 1 | -1,
  isWanted: (row: Row) => boolean,
): number {
  for (let gone = 0; gone < rows.count; gone += 1) {
    const index = (((from + gone * step) % rows.count) + rows.count) % rows.count;
    const row = rows.at(index);
    if (row !== undefined && isWanted(row)) {
      return index;
    }
  }

  return -1;
}

/** The position with the cursor on row `index`. */
export function moveTo(rows: CursorRows, { top }: Position, index: number, height: number): Position {
  const target = Math.max(0, Math.min(index, rows.count - 1));
  const line = lineOfRow(rows, target);
  const section = sectionOfRow(rows, target);
  return {
    key: rows.at(target)?.key,
    index: target,
    top: scrollTo(top, line, height, countLines(rows)),
    ...(section === undefined ? {} : { section: section.key }),
  };
}
