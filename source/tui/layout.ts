import { cellWidth, truncateCells } from '../platform/text/terminal-text.ts';
import { lineText } from './input/line.ts';
import { filterField, formFields } from './state/ui-model.ts';
import { currentScreen, type ListName, type Screen, type TypedPrompt, type UiState } from './state/ui-state.ts';
import type { PaneLine } from '../text/pane-lines.ts';
import { wrapCells } from '../text/wrap-cells.ts';

/** Rows above the body: the header and the title. */
export const rowsAbove = 2;
/** The same, and the hints below it. The message line has its own height. */
const frameRows = rowsAbove + 1;
/** Cells that stay free at the left of every text; where a row has a cursor, it stands there. */
export const inset = 1;
/** What answers a question. */
export const answers = '  y yes  n no';
/** From this width on a screen and its pane stand side by side. */
export const sideBySide = 100;

/** Whether a row is taken by the filter. */
export function hasFilterLine(state: UiState): boolean {
  const { name } = currentScreen(state);
  return (
    state.prompt?.kind === 'filter' ||
    ((name === 'list' || name === 'activity') && lineText(state.fields[filterField(state)]) !== '')
  );
}

/** Rows of the message line: one if that is enough. A question is always shown whole, a message nearly always. */
function messageHeight(state: UiState): number {
  const { prompt, size } = state;
  if (prompt?.kind === 'confirm' && !placeQuestion(state, prompt.question)) {
    return wrapCells(prompt.question + answers, size.columns - inset).length;
  }

  if (prompt && prompt.kind !== 'filter' && prompt.kind !== 'confirm') {
    return problemLines(state, prompt).length + 1;
  }

  return Math.max(1, saidLines(state).length);
}

/** Why the typed text is no answer, above the prompt. */
export function problemLines(state: UiState, { problem }: TypedPrompt): readonly string[] {
  return problem === undefined ? [] : messageLines(state, `! ${problem}`);
}

/** Lines of a message: in a low window a form has its rows first, and the message what is left. */
function mostMessageLines({ size, screens }: UiState): number {
  const screen = screens.at(-1);
  const rows = screen?.name === 'form' ? formFields.length : 0;
  return Math.max(1, Math.min(3, size.rows - frameRows - rows));
}

function messageLines(state: UiState, text: string): readonly string[] {
  const columns = state.size.columns - inset;
  return firstRows(wrapCells(text, columns), mostMessageLines(state), columns);
}

/** What was last said. */
export function saidLines(state: UiState): readonly string[] {
  return state.message ? messageLines(state, state.message.text) : [];
}

/** Of several forms of a message, from the longest to the shortest, the first that is shown whole; else the last. */
export function chooseMessage(state: UiState, texts: readonly string[]): string {
  const fits = (text: string): boolean => wrapCells(text, state.size.columns - inset).length <= mostMessageLines(state);
  return texts.find(fits) ?? texts.at(-1) ?? '';
}

/** As many of some lines as there are rows, with a sign that they go on. */
export function firstRows(lines: readonly string[], rows: number, columns: number): readonly string[] {
  return lines.length <= rows || rows <= 0
    ? lines.slice(0, Math.max(0, rows))
    : [...lines.slice(0, rows - 1), truncateCells(lines.slice(rows - 1).join(' '), columns)];
}

const widest = 84;
/** The cells and rows that a frame takes of its box. */
export const frame = 2;

/** How wide a box is in a window of so many columns, if its text needs that. */
export function floatingWidth(columns: number): number {
  return Math.min(widest, columns);
}

/** A question in the lines of its box, which has an empty cell at each side. */
function questionLines(question: string, columns: number): readonly string[] {
  return wrapCells(question, floatingWidth(columns) - frame - 2);
}

const leastBox = 24;

/** A question in the middle of the body. Undefined where it would be cut, or somebody listens: it is a message then. */
export function placeQuestion(state: UiState, question: string) {
  const { columns } = state.size;
  const lines = questionLines(question, columns);
  const width = Math.max(leastBox, ...lines.map((line) => cellWidth(line) + frame + 2));
  const free = restRows(state, Math.max(1, saidLines(state).length)) - lines.length - frame;
  return state.spoken || free < 0
    ? undefined
    : { lines, width, top: Math.floor(free / 2), left: Math.floor((columns - width) / 2), rows: lines.length };
}

/** Rows of the window that stay free of a question that could be shorter. */
const rowsAround = 6;

/** Of several forms of a question, from the longest to the shortest, the first one that leaves room; else the last. */
export function chooseQuestion(questions: readonly string[], { columns, rows }: Size): string {
  const fits = (question: string): boolean => questionLines(question, columns).length <= rows - rowsAround;
  return questions.find(fits) ?? questions.at(-1) ?? '';
}

function restRows(state: UiState, message: number): number {
  return Math.max(1, state.size.rows - frameRows - message - (hasFilterLine(state) ? 1 : 0));
}

/** Rows between the title and the message line. */
export function bodyHeight(state: UiState): number {
  const rows = restRows(state, messageHeight(state));
  // A screen reader gets short pages.
  return state.spoken ? Math.min(rows, 12) : rows;
}

/** Whether the screen stands in the pane where there is one, and the list beside it. */
export function isInPane(state: UiState): boolean {
  return inPane.includes(currentScreen(state).name);
}

/** The room of such a screen: the pane beside the list, else the whole body but for the margin. */
export function openedSize(state: UiState): Size & { readonly margin: number } {
  const { main, pane } = layOutBody(state);
  return pane ? { ...pane, margin: 0 } : { ...main, columns: main.columns - inset, margin: inset };
}

/** Rows of titles above a list: those of its columns. */
export function headingRows(list: ListName): number {
  return list === 'activity' ? 0 : 1;
}

/** The cells before the screen itself: those of the categories, where they stand. */
export function cellsBefore({ facets }: BodyLayout): number {
  return facets ? facets.columns + dividerCells : 0;
}

/** The room of a list without rows: nothing stands beside it but the categories, except what was opened from it. */
export function emptyRoom(state: UiState): Size {
  const layout = layOutBody(state);
  return state.spoken || isInPane(state)
    ? { ...layout.main, rows: state.spoken ? 1 : layout.main.rows }
    : { columns: state.size.columns - cellsBefore(layout), rows: bodyHeight(state) };
}

/** How many rows of a list fit. */
export function pageHeight(state: UiState, list: ListName): number {
  return Math.max(1, layOutBody(state).main.rows - headingRows(list));
}

/** The window for somebody who listens: wide enough to cut few names, however narrow the terminal is. */
export const spokenSize = { columns: 200, rows: 24 };
/** A text in the body: the lines in sight, and how many are above and below them. */
export type BodyText = { readonly lines: readonly PaneLine[]; readonly top: number; readonly below: number };

/** So many lines of a text as it has been scrolled, no further than to its end. */
export function scrolledText(lines: readonly PaneLine[], height: number, scroll: number): BodyText {
  const top = Math.max(0, Math.min(scroll, lines.length - height));
  return { lines: lines.slice(top, top + height), top, below: Math.max(0, lines.length - height - top) };
}

/** Cells of a window, or of a part of it. */
export type Size = { readonly columns: number; readonly rows: number };

/** The body in two: the screen itself, and the pane that tells more of the row under its cursor. */
export type BodyLayout = {
  readonly main: Size;
  /** `foot`: a few lines below what was entered here. */
  readonly pane?: Size & { readonly side: 'right' | 'foot' };
  /** The categories at the left of a list. */
  readonly facets?: Size;
};

const withPane: readonly Screen['name'][] = ['list', 'view', 'review', 'activity'];
/** The screens that stand in the pane, beside the list that they were opened from. */
const inPane: readonly Screen['name'][] = ['view', 'review'];
/** The part of a wide window that the pane gets: a decision compares animals, and a card is what somebody reads. */
const paneShare = { beside: 0.38, opened: 0.62 };
/** Cells of the line between a screen and its pane. */
export const dividerCells = 3;
/** Columns of a window from which on the categories stand at the left of the list, and the cells that they take. */
const facetsFrom = 170;
const facetCells = 28;
/** Rows in which a narrow window tells the whole reason of a queued animal, which its row cuts. */
const footRows = 3;
/** The rows of a body from which on a few can be had for a foot. */
const leastRows = 16;
/** Cells free at the right of a pane: a terminal may draw a name in the list too wide, and move the end of the row. */
const margin = 2;

/** The place of the pane, if there is room. A screen reader gets no pane: it would be read with every row. */
export function layOutBody(state: UiState): BodyLayout {
  const { columns } = state.size;
  const rows = bodyHeight(state);
  const screen = currentScreen(state).name;
  const whole = { main: { columns, rows } };
  if (state.spoken || !withPane.includes(screen)) {
    return whole;
  }

  if (columns < sideBySide) {
    const main = { columns, rows: rows - footRows - 1 };
    const foot = { columns: columns - inset, rows: footRows, side: 'foot' } as const;
    return screen === 'list' && state.tab === 'mine' && rows >= leastRows ? { main, pane: foot } : whole;
  }

  const share = Math.floor(columns * (isInPane(state) ? paneShare.opened : paneShare.beside));
  const pane = { columns: share - margin, rows, side: 'right' } as const;
  const room = columns - share - dividerCells;
  return screen === 'list' && columns >= facetsFrom
    ? {
        facets: { columns: facetCells, rows },
        main: { columns: room - facetCells - dividerCells, rows },
        pane,
      }
    : { main: { columns: room, rows }, pane };
}
