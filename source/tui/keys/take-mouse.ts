import { activeList, cursorIndex, moveCursor, putCursor, rowsOf } from '../actions/cursor.js';
import { scrollBy } from '../actions/navigate.js';
import { answerQuestion, say } from '../actions/say.js';
import type { App, Clickable } from '../app-context.js';
import { footerOf } from '../frame/footer.js';
import { headerOf, totalsLine } from '../frame/header.js';
import { answerAt, headingRows, layOutBody, rowsAbove } from '../layout.js';
import { sortBy } from '../actions/arrange.js';
import { sightOf } from '../components/rows.js';
import { chooseItem, moveChoice } from '../palette/find-items.js';
import { placePalette } from '../palette/palette-list.js';
import { scrollPane } from '../pane/panes.js';
import { cellWidth } from '../../platform/text/terminal-text.js';
import { sortFields } from '../../domain/order-pets.js';
import { modeOf } from '../state/ui-model.js';
import type { Mode } from '../state/ui-state.js';

/** Two clicks on one row within so many milliseconds open it. */
const doubleMs = 400;
const wheelRows = 3;
const modifiers = 4 + 8 + 16;

/** Carries out a report of the mouse: `button;column;row`, and M for pressed or m for released. */
export function takeMouse(app: App, report: string, enter: () => void): void {
  const state = app.model.get();
  const [button = -1, column = 0, row = 0] = report.slice(0, -1).split(';').map(Number);
  const [x, y] = [column - 1, row - 1];
  const mode = modeOf(state);
  // A report may come from before a resize.
  const isInside = x < state.size.columns && y < state.size.rows;
  if (!report.endsWith('M') || !isInside || mode === 'too-small') {
    return;
  }

  const kind = button - (button & modifiers);
  if (state.prompt?.kind === 'confirm') {
    const isYes = kind === 0 ? answerAt(state, state.prompt.question, [x, y]) : undefined;
    if (isYes !== undefined) {
      answerQuestion(app, isYes);
    } else if (kind === 0 && y === state.size.rows - 1) {
      clickFooter(app, mode, x);
    }
  } else if (kind === 64 || kind === 65) {
    turnWheel(app, mode, kind === 64 ? -1 : 1, [x, y]);
  } else if (kind === 0) {
    click(app, mode, [x, y], enter);
  }
}

type Place = readonly [x: number, y: number];

/** The wheel scrolls the part under it. In a form, a decision and the like it would change the choice for Enter. */
function turnWheel(app: App, mode: Mode, step: 1 | -1, [x, y]: Place): void {
  if (isInPane(app, [x, y])) {
    scrollPane(app, step * wheelRows);
  } else if (mode === 'command') {
    moveChoice(app, step);
  } else if (clicked.includes(mode)) {
    moveCursor(app, { rows: step * wheelRows }, 'row');
  } else {
    scrollBy(app, step * wheelRows);
  }
}

const clicked: readonly Mode[] = ['list', 'activity', 'filter'];

function isInPane(app: App, [x, y]: Place): boolean {
  const { main, pane } = layOutBody(app.model.get());
  return (
    pane !== undefined && (pane.side === 'right' ? x >= main.columns && y >= rowsAbove : y >= rowsAbove + main.rows)
  );
}

function click(app: App, mode: Mode, [x, y]: Place, enter: () => void): void {
  const { size, prompt } = app.model.get();
  const before = app.clicked.current;
  app.clicked.current = undefined;
  if (prompt?.kind === 'command') {
    clickPalette(app, [x, y - rowsAbove]);
  }

  if (prompt !== undefined && prompt.kind !== 'filter') {
    return;
  }

  if (y === size.rows - 1) {
    clickFooter(app, mode, x);
  } else if (y === 0) {
    pieceAt(headerOf(app).screens, x)?.click?.(app);
  } else if (y === 1 && mode === 'list') {
    pieceAt(totalsLine(app), x)?.click?.(app);
  } else if (clicked.includes(mode) && !isInPane(app, [x, y])) {
    clickBody(app, [x, y - rowsAbove], before, enter);
  } else if (!isInPane(app, [x, y])) {
    app.fieldRows.get(y)?.();
  }
}

/** A click chooses, and Enter does it: some offers cannot be undone. */
function clickPalette(app: App, [x, line]: Place): void {
  const { left, width, top, rows, first } = placePalette(app);
  const row = line - top - 1;
  if (row >= 0 && row < rows && x > left && x < left + width - 1) {
    chooseItem(app, first + row);
  }
}

/** Actions that send, and so cannot be undone: a click alone must not do them. */
const sending: readonly string[] = ['retry', 'release', 'restore'];
/** The modes in which a key of the footer would save, choose or send. */
const guarded: readonly Mode[] = ['form', 'choices', 'review', 'connect', 'first-run'];
const harmless: readonly string[] = ['next', 'leave', 'back', 'help'];

function clickFooter(app: App, mode: Mode, x: number): void {
  const pieces = footerOf(app, app.model.get().size.columns);
  const at = pieces.findIndex((piece) => piece === pieceAt(pieces, x));
  const words = pieces.slice(Math.max(0, at - 1), at + 2).map(({ text }) => text.trim());
  const isIn = (list: readonly string[]): boolean => words.some((word) => list.includes(word));
  if ((guarded.includes(mode) && !isIn(harmless)) || isIn(sending)) {
    say(app, 'By its key alone, as it cannot be taken back.');
  } else {
    pieces[at]?.click?.(app);
  }
}

function clickBody(app: App, [x, line]: Place, before: App['clicked']['current'], enter: () => void): void {
  const list = activeList(app);
  const heading = headingRows(list);
  if (line < heading) {
    pieceAt(headingPieces(app), x)?.click?.(app);
    return;
  }

  const rows = rowsOf(app, list);
  const at = sightOf(app, list).lines[line - heading];
  const index = at && 'row' in at ? at.row : undefined;
  const key = index === undefined ? undefined : rows.at(index)?.key;
  if (index === undefined || key === undefined) {
    return;
  }

  if (before?.key === key && app.now() - before.at <= doubleMs && cursorIndex(app, list) === index) {
    enter();
  } else {
    putCursor(app, list, index);
    app.clicked.current = { key, at: app.now() };
  }
}

function headingPieces(app: App): readonly Clickable[] {
  const columns = (app.placed.current ?? []).flatMap(({ column, gap, width }): readonly Clickable[] => {
    const field = sortFields.find((each) => each === column.title.toLowerCase());
    const click = field && ((each: App): void => sortBy(each, field));
    return [{ text: ' '.repeat(gap) }, { text: ' '.repeat(width), click }];
  });
  return [{ text: '   ' }, ...columns];
}

function pieceAt(pieces: readonly Clickable[], x: number): Clickable | undefined {
  let end = 0;
  return pieces.find(({ text }) => {
    end += cellWidth(text);
    return x < end;
  });
}
