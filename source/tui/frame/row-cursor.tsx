import { useCursor } from 'ink';
import { rowsOf } from '../actions/cursor.js';
import { useApp, useSnapshot, useUi, type App } from '../app-context.js';
import { isTooSmall } from '../state/mode.js';
import { bodyHeight } from '../layout.js';
import { lineOf, windowOf } from '../list/list-window.js';
import { scrollTo } from '../models/position.js';
import { paletteChoice } from '../palette/choose-item.js';
import { currentScreen, type UiState } from '../state/ui-state.js';

/** Rows above the body: the header and the title. */
const above = 2;

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
  setCursorPosition(row === undefined ? undefined : { x: 0, y: row });
  return null;
}

/** Whether the screen is a list under a cursor of its own; choices place it themselves. */
export function hasRows(state: UiState): boolean {
  return ['list', 'queue', 'settings', 'activity'].includes(currentScreen(state).name);
}

/** The row of the window with the cursor of a list, from 0; undefined where there is none. */
export function cursorRow(app: App): number | undefined {
  const state = app.model.get();
  const screen = currentScreen(state).name;
  if (isTooSmall(state.size)) {
    return undefined;
  }

  if (state.prompt?.kind === 'command') {
    const { items, at } = paletteChoice(app);
    return above + at - scrollTo(0, at, bodyHeight(state), items.length);
  }

  if (
    (screen !== 'list' && screen !== 'queue' && screen !== 'settings' && screen !== 'activity') ||
    rowsOf(app, screen).count === 0
  ) {
    return undefined;
  }

  const window = windowOf(app, screen);
  const heading = screen === 'list' || screen === 'queue' ? 1 : 0;
  return above + heading + lineOf(window, window.index);
}
