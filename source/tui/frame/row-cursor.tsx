import { useCursor } from 'ink';
import { rowsOf } from '../actions/cursor.js';
import { type App, useApp, useSnapshot, useUi } from '../app-context.js';
import { isTooSmall } from '../state/mode.js';
import { headingRows, layOutBody, rowsAbove } from '../layout.js';
import { reviewParts } from '../review/review-parts.js';
import { windowOf } from '../components/rows.js';
import { lineOfRow } from '../models/position.js';
import { placePalette } from '../palette/palette-list.js';
import { currentScreen, type UiState } from '../state/ui-state.js';

/**
 * Puts the terminal's own cursor on the row that keys are about: screen readers, braille displays and magnifiers follow
 * it.
 */
export function RowCursor() {
  const app = useApp();
  useUi();
  useSnapshot();
  const { setCursorPosition } = useCursor();
  const row = cursorRow(app);
  setCursorPosition(row === undefined ? undefined : { x: cursorColumn(app), y: row });
  return null;
}

/** The cell at which a row begins: a decision stands in the pane. */
function cursorColumn(app: App): number {
  const state = app.model.get();
  const { main, pane } = layOutBody(state);
  return currentScreen(state).name === 'review' && pane?.side === 'right' ? main.columns + 3 : 0;
}

/** Whether the screen is a list under a cursor of its own; choices place it themselves. */
export function hasRows(state: UiState): boolean {
  return ['list', 'queue', 'settings', 'activity', 'review'].includes(currentScreen(state).name);
}

/** The row of the window with the cursor of a list, from 0; undefined where there is none. */
export function cursorRow(app: App): number | undefined {
  const state = app.model.get();
  const screen = currentScreen(state).name;
  if (isTooSmall(state.size)) {
    return undefined;
  }

  if (state.prompt?.kind === 'command') {
    const { top, first, at } = placePalette(app);
    return rowsAbove + top + 1 + at - first;
  }

  const review = reviewParts(app);
  if (review) {
    const above = review.answers.slice(review.inSight[0], review.choice).flat();
    return rowsAbove + review.text.lines.length + above.length;
  }

  if (
    (screen !== 'list' && screen !== 'queue' && screen !== 'settings' && screen !== 'activity') ||
    rowsOf(app, screen).count === 0
  ) {
    return undefined;
  }

  const { top, index } = windowOf(app, screen);
  return rowsAbove + headingRows(screen) + lineOfRow(rowsOf(app, screen), index) - top;
}
