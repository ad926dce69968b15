import { cursorIndex, hasRule, listRows, pageRows } from '../actions/cursor.js';
import type { App } from '../app-context.js';
import { pageHeight } from '../layout.js';
import { scrollTo } from './position.js';

/** What of the list is in sight: from which row on, how many, which of them the cursor is on, and before which the line stands that parts queued from stored. */
export type ListWindow = { readonly top: number; readonly rows: number; readonly height: number; readonly index: number; readonly rule: number | undefined };

/** The window over the list as the cursor stands now. */
export function windowOfList(app: App): ListWindow {
  const rows = listRows(app);
  const index = cursorIndex(app, 'list');
  const height = pageHeight(app.model.get(), 'list');
  const page = pageRows(app, 'list');
  const top = scrollTo(app.model.get().positions.list.top, index, page, rows.count);
  if (!hasRule(app)) {
    return { top, rows: height, height, index, rule: undefined };
  }

  if (top < rows.queued && rows.queued <= top + page) {
    return { top, rows: page, height, index, rule: rows.queued - top };
  }

  // Where the line is out of sight, its row is one more for animals.
  const last = rows.count - height;
  return { top: top > last && last >= rows.queued ? last : top, rows: height, height, index, rule: undefined };
}
