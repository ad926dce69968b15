import { truncateCells } from '../platform/text/terminal-text.ts';
import { lineText } from './input/line.ts';
import { filterField } from './state/ui-model.ts';
import { currentScreen, type ListName, type Screen, type TypedPrompt, type UiState } from './state/ui-state.ts';
import type { PaneLine } from '../text/pane-lines.ts';
import { wrapCells } from '../text/wrap-cells.ts';

/** Rows above the body: the header and the title. */
export const rowsAbove = 2;
/** The same, and the hints below it. The message line has its own height. */
const frameRows = rowsAbove + 1;
/** Cells that stay free at the left of every text; where a row has a cursor, it stands there. */
export const inset = 1;
/** From this width on a screen and its pane stand side by side. */
export const sideBySide = 100;
/** Columns of a window below which each line has its short form. */
export const narrowBelow = 60;

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
  const { prompt } = state;
  if (prompt?.kind === 'confirm') {
    return questionLines(state, prompt.question).length;
  }

  if (prompt && prompt.kind !== 'filter') {
    return problemLines(state, prompt).length + 1;
  }

  return Math.max(1, saidLines(state).length);
}

/** Why the typed text is no answer, above the prompt. */
export function problemLines(state: UiState, { problem }: TypedPrompt): readonly string[] {
  return problem === undefined ? [] : messageLines(state, `! ${problem}`);
}

/** Lines of a message: beside them the smallest window has room for the fields of a form. */
const mostMessageLines = 3;

function messageLines(state: UiState, text: string): readonly string[] {
  const columns = state.size.columns - inset;
  return firstRows(wrapCells(text, columns), mostMessageLines, columns);
}

/** What was last said. */
export function saidLines(state: UiState): readonly string[] {
  return state.message ? messageLines(state, state.message.text) : [];
}

/** As many of some lines as there are rows, with a sign that they go on. */
export function firstRows(lines: readonly string[], rows: number, columns: number): readonly string[] {
  return lines.length <= rows || rows <= 0
    ? lines.slice(0, Math.max(0, rows))
    : [...lines.slice(0, rows - 1), truncateCells(lines.slice(rows - 1).join(' '), columns)];
}

/** A question in lines; where not all of it has room, the end, which asks. */
export function questionLines({ size }: UiState, question: string): readonly string[] {
  return wrapCells(question, size.columns - inset).slice(-(size.rows - frameRows - 1));
}

/** Rows between the title and the message line. */
export function bodyHeight(state: UiState): number {
  const free = state.size.rows - frameRows - messageHeight(state) - (hasFilterLine(state) ? 1 : 0);
  const rows = Math.max(1, free);
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

/** How many rows of a list fit. */
export function pageHeight(state: UiState, list: ListName): number {
  return Math.max(1, layOutBody(state).main.rows - headingRows(list));
}

/** The window for somebody who listens: wide enough to cut few names, however narrow the terminal is. */
export const spokenSize = { columns: 200, rows: 24 };
/** A text in the body: the lines in sight, and how many are above and below them. */
export type BodyText = { readonly lines: readonly PaneLine[]; readonly top: number; readonly below: number };

/** Cells of a window, or of a part of it. */
export type Size = { readonly columns: number; readonly rows: number };

/** The body in two: the screen itself, and the pane that tells more of the row under its cursor. */
export type BodyLayout = {
  readonly main: Size;
  /** `foot`: a few lines below the list. */
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
/** Rows of the card below the list of a narrow window: what the row above it does not tell. */
const footRows = 3;
/** The rows of a window from which on they can be had. */
const footFrom = 24;
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
    return screen === 'list' && state.size.rows >= footFrom ? { main, pane: foot } : whole;
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
