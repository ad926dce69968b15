import { cursorIndex, hasRule, listRows, pageRows, rowsOf } from '../actions/cursor.js';
import type { App } from '../app-context.js';
import { pageHeight } from '../layout.js';
import type { ListName } from '../state/ui-state.js';
import { scrollTo } from '../models/position.js';
import { countLines, lineOfRow } from '../models/sections.js';

/**
 * What of a list is in sight: from which row on, or from which line if it is in sections, how many, which of them the
 * cursor is on, and before which the line stands that parts queued from stored.
 */
export type ListWindow = {
  readonly top: number;
  readonly rows: number;
  readonly height: number;
  readonly index: number;
  readonly rule: number | undefined;
};

/** The window over a list as its cursor stands now. */
export function windowOf(app: App, list: ListName): ListWindow {
  const state = app.model.get();
  const rows = rowsOf(app, list);
  const { count } = rows;
  const index = cursorIndex(app, list);
  const height = pageHeight(state, list);
  if (rows.sections) {
    const top = scrollTo(state.positions[list].top, lineOfRow(rows, index), height, countLines(rows));
    return { top, rows: height, height, index, rule: undefined };
  }

  const page = pageRows(app, list);
  const top = scrollTo(state.positions[list].top, index, page, count);
  if (list !== 'list' || !hasRule(app)) {
    return { top, rows: height, height, index, rule: undefined };
  }

  const { queued } = listRows(app);
  if (top < queued && queued <= top + page) {
    return { top, rows: page, height, index, rule: queued - top };
  }

  // Where the line is out of sight, its row is one more for animals.
  const last = count - height;
  return { top: top > last && last >= queued ? last : top, rows: height, height, index, rule: undefined };
}
