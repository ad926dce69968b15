import type { Entry } from '../../domain/entry.js';
import type { Position } from '../state/ui-state.js';

/** What a cursor needs to know of rows. */
export type CursorRows = { readonly count: number; at(index: number): { readonly key: string } | undefined; indexOf(key: string): number };

/**
 * Where the cursor is now: with its animal, wherever that went; else, where it was.
 *
 * `entries` tell which pet a queued animal became, so the cursor follows it into its new row.
 */
export function locate(rows: CursorRows, { key, index }: Position, entries: readonly Entry[] = []): number {
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

/**
 * The first row shown, so that row `index` is among the `height` that fit.
 *
 * Past an edge the list goes on by a page less a few rows of context. Going on by one row would repaint every row at each
 * key: 1 200 bytes where a move within the page takes 260, which a slow link feels.
 */
export function scrollTo(top: number, index: number, height: number, count: number): number {
  const context = Math.min(3, Math.floor(height / 4));
  const wanted = index < top ? index - height + 1 + context : index >= top + height ? index - context : top;
  return Math.max(0, Math.min(wanted, count - height));
}

/** The position with the cursor on row `index`. */
export function moveTo(rows: CursorRows, { top }: Position, index: number, height: number): Position {
  const target = Math.max(0, Math.min(index, rows.count - 1));
  return { key: rows.at(target)?.key, index: target, top: scrollTo(top, target, height, rows.count) };
}
