import { useCursor } from 'ink';
import { cursorIndex, listRows, queueRows } from '../actions/cursor.js';
import { useApp, useSnapshot, useUi, type App } from '../app-context.js';
import { isTooSmall } from '../keys/mode.js';
import { bodyHeight, pageHeight } from '../layout.js';
import { windowOfList } from '../list/list-window.js';
import { scrollTo } from '../list/position.js';
import { paletteChoice } from '../palette/choose-item.js';
import { logRows } from '../log/log-rows.js';
import { settingsRows } from '../settings/settings-rows.js';
import { currentScreen, type UiState } from '../state/ui-state.js';

/** Rows above the body: the header and the title. */
const above = 2;

/** Puts the terminal's own cursor on the row that keys are about: screen readers, braille displays and magnifiers follow it. */
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
  return ['list', 'queue', 'settings', 'log'].includes(currentScreen(state).name);
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

  if (screen === 'list' && listRows(app).count > 0) {
    const { top, index, rule } = windowOfList(app);
    return above + 1 + index - top + (rule !== undefined && index - top >= rule ? 1 : 0);
  }

  if (screen === 'queue' && queueRows(app).count > 0) {
    const index = cursorIndex(app, 'queue');
    return above + 1 + index - scrollTo(state.positions.queue.top, index, pageHeight(state, 'queue'), queueRows(app).count);
  }

  if (screen === 'settings') {
    const index = cursorIndex(app, 'settings');
    return above + index - scrollTo(state.positions.settings.top, index, pageHeight(state, 'settings'), settingsRows(app).count);
  }

  if (screen === 'log' && logRows(app).count > 0) {
    const index = cursorIndex(app, 'log');
    return above + index - scrollTo(state.positions.log.top, index, pageHeight(state, 'log'), logRows(app).count);
  }

  return undefined;
}
