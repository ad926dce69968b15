import { cursorIndex, rowsOf } from '../actions/cursor.js';
import type { App } from '../app-context.js';
import { pageHeight } from '../layout.js';
import type { ListName } from '../state/ui-state.js';
import { scrollTo } from '../models/position.js';
import { countLines, lineOfRow } from '../models/sections.js';

/** What of a list is in sight: from which of its lines on, how many fit, and the row that the cursor is on. */
export type ListWindow = { readonly top: number; readonly height: number; readonly index: number };

/** The window over a list as its cursor stands now. */
export function windowOf(app: App, list: ListName): ListWindow {
  const state = app.model.get();
  const rows = rowsOf(app, list);
  const index = cursorIndex(app, list);
  const height = pageHeight(state, list);
  return { top: scrollTo(state.positions[list].top, lineOfRow(rows, index), height, countLines(rows)), height, index };
}
