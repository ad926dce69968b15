import { activeList, moveCursor, putCursor } from '../actions/cursor.ts';
import { scrollBy } from '../actions/navigate.ts';
import type { App, Clickable } from '../app-context.ts';
import { headerOf, totalsLine } from '../frame/header.tsx';
import { cellsBefore, headingRows, layOutBody, rowsAbove } from '../layout.ts';
import { clickFacet } from '../list/facets.tsx';
import { sightOf } from '../components/rows.tsx';
import { moveChoice } from '../palette/find-items.ts';
import { cellWidth } from '../../platform/text/terminal-text.ts';
import { isTooSmall, modeOf } from '../state/ui-model.ts';
import type { Mode } from '../state/ui-state.ts';

const wheelRows = 3;
const modifiers = 4 + 8 + 16;

/**
 * Carries out a report of the mouse: `button;column;row`, and M for pressed or m for released. A click goes to a row or
 * a tab, and the wheel scrolls; whatever could save, send or choose is done by keys alone.
 */
export function takeMouse(app: App, report: string): void {
  const state = app.model.get();
  const [button = -1, column = 0, row = 0] = report.slice(0, -1).split(';').map(Number);
  const mode = modeOf(state);
  if (!report.endsWith('M') || isTooSmall(state.size) || mode === 'confirm') {
    return;
  }

  const kind = button - (button & modifiers);
  if (kind === 64 || kind === 65) {
    turnWheel(app, mode, kind === 64 ? -1 : 1);
  } else if (kind === 0 && (state.prompt === undefined || state.prompt.kind === 'filter')) {
    click(app, mode, column - 1, row - 1);
  }
}

/** The wheel scrolls a list or a text. In a form, a decision and the like it would change the choice for Enter. */
function turnWheel(app: App, mode: Mode, step: 1 | -1): void {
  if (mode === 'command') {
    moveChoice(app, step);
  } else if (clicked.includes(mode)) {
    moveCursor(app, { rows: step * wheelRows }, 'row');
  } else {
    scrollBy(app, step * wheelRows);
  }
}

const clicked: readonly Mode[] = ['list', 'activity', 'filter'];

/** On a place where nothing stands, as it may be after a resize, it does nothing. */
function click(app: App, mode: Mode, x: number, y: number): void {
  const layout = layOutBody(app.model.get());
  const before = cellsBefore(layout);
  if (y === 0) {
    pieceAt(headerOf(app).screens, x)?.click?.(app);
  } else if (y === 1 && mode === 'list') {
    pieceAt(totalsLine(app), x)?.click?.(app);
  } else if (mode === 'list' && x < before) {
    clickFacet(app, y - rowsAbove);
  } else if (clicked.includes(mode) && x < before + layout.main.columns) {
    clickRow(app, y - rowsAbove);
  }
}

function clickRow(app: App, line: number): void {
  const list = activeList(app);
  const at = sightOf(app, list).lines[line - headingRows(list)];
  if (at && 'row' in at) {
    putCursor(app, list, at.row);
  }
}

function pieceAt(pieces: readonly Clickable[], x: number): Clickable | undefined {
  let end = 0;
  return pieces.find(({ text }) => {
    end += cellWidth(text);
    return x < end;
  });
}
