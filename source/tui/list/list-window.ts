import { cursorIndex, type Heading, headingsOf, pageRows, rowsOf } from '../actions/cursor.js';
import type { App } from '../app-context.js';
import { pageHeight } from '../layout.js';
import type { ListName } from '../state/ui-state.js';
import { scrollTo } from '../models/position.js';

/**
 * What of a list is in sight: from which row on, how many, which of them the cursor is on, and the headings between
 * them.
 */
export type ListWindow = {
  readonly top: number;
  readonly rows: number;
  readonly height: number;
  readonly index: number;
  readonly headings: readonly Heading[];
};

/** The window over a list as its cursor stands now. */
export function windowOf(app: App, list: ListName): ListWindow {
  const state = app.model.get();
  const { count } = rowsOf(app, list);
  const index = cursorIndex(app, list);
  const height = pageHeight(state, list);
  let rows = pageRows(app, list);
  let top = scrollTo(state.positions[list].top, index, rows, count);
  const all = headingsOf(app, list);
  const among = (from: number, length: number): readonly Heading[] =>
    all.filter(({ before }) => before >= from && before < from + length);
  const fits = (from: number): boolean => rows + 1 + among(from, rows + 1).length <= height;
  // The lines of headings that are out of sight are lines for animals.
  while (top + rows < count && fits(top)) {
    rows += 1;
  }

  while (top > 0 && top + rows >= count && fits(top - 1)) {
    top -= 1;
    rows += 1;
  }

  return { top, rows, height, index, headings: among(top, rows) };
}

/** The line of a row in its window, from 0. */
export function lineOf({ top, headings }: ListWindow, row: number): number {
  return row - top + headings.filter(({ before }) => before <= row).length;
}
