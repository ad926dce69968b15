import type { Entry } from '../../domain/entry.js';
import type { Position } from '../state/ui-state.js';

/** What a cursor needs to know of rows. */
export type CursorRows = { readonly count: number; at(index: number): { readonly key: string } | undefined; indexOf(key: string): number };

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

  const petId = key.startsWith('Q-') ? entries.find(({ localId }) => localId === key)?.petId : undefined;
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

/** The position with the cursor on row `index`. */
export function moveTo(rows: CursorRows, { top }: Position, index: number, height: number): Position {
  const target = Math.max(0, Math.min(index, rows.count - 1));
  return { key: rows.at(target)?.key, index: target, top: scrollTo(top, target, height, rows.count) };
}
