import { cellWidth, truncateCells } from '../platform/text/terminal-text.js';
import { lineText } from './input/line.js';
import { filterField } from './keys/mode.js';
import { currentScreen, type ListName, type UiState } from './state/ui-state.js';
import { progressTexts } from '../text/progress-text.js';
import { wrapCells } from '../text/wrap-cells.js';

/** Rows around the body that are always there: header and title above, hints below. The message line has its own height. */
const frameRows = 3;

/** What answers a question, at the end of its last line. */
const answers = '  y yes  n no';

/** From this width on the list and the details of its animal stand side by side. */
const sideBySide = 110;

/** Whether a row is taken by the filter. */
export function hasFilterLine(state: UiState): boolean {
  const { name } = currentScreen(state);
  return state.prompt?.kind === 'filter' || ((name === 'list' || name === 'queue') && lineText(state.fields[filterField(state)]) !== '');
}

/** Rows of the message line: one where that is enough. A question is always shown whole, a message nearly always. */
function messageHeight(state: UiState): number {
  const { prompt, size } = state;
  if (prompt && prompt.kind !== 'filter') {
    return prompt.kind === 'confirm' ? questionLines(prompt.question, size.columns).length : problemLines(prompt.problem, size.columns).length + 1;
  }

  const { progress, said } = statusRows(state);
  return Math.max(1, said.length + (progress === 'above' ? 1 : 0));
}

/** Why what was typed is no answer, above the prompt. */
export function problemLines(problem: string | undefined, columns: number): readonly string[] {
  return problem === undefined ? [] : messageLines(`! ${problem}`, columns);
}

/** What the status line has to tell beside the position: what is under way, on a row of its own (`above`) where it does not fit, and what was said. */
export type StatusRows = { readonly progress: 'none' | 'beside' | 'above'; readonly said: readonly string[] };

/** What is under way, and what was last said: side by side where both fit, else below each other, as neither may hide the other. */
export function statusRows(state: UiState): StatusRows {
  const { message, size } = state;
  const progress = progressForms(state, undefined).at(-1);
  const said = message ? messageLines(message.text, size.columns) : [];
  if (progress === undefined) {
    return { progress: 'none', said };
  }

  // By the shortest form, so that no time that is left moves the rows.
  const isTogether = said.length === 0 || (said.length === 1 && cellWidth(`${progress}  ${said[0] ?? ''}`) <= size.columns - positionRoom);
  return { progress: isTogether ? 'beside' : 'above', said };
}

/** Cells left for the position of the cursor. */
const positionRoom = 16;

/** What is under way, and how far, from the longest form to the shortest; none where nothing is. */
export function progressForms({ session, spoken }: UiState, leftMs: number | undefined): readonly string[] {
  const { progress, refreshing } = session?.engine.snapshot() ?? {};
  if (progress === undefined) {
    return refreshing === true ? ['Reading the list'] : [];
  }

  // A screen reader should not read a hundred numbers aloud.
  return spoken ? [progress.what] : progressTexts(progress, leftMs);
}

const mostMessageLines = 3;

/** What was said, in up to three lines. */
export function messageLines(text: string, columns: number): readonly string[] {
  const lines = wrapCells(text, columns);
  return lines.length <= mostMessageLines ? lines : [...lines.slice(0, mostMessageLines - 1), truncateCells(lines.slice(mostMessageLines - 1).join(' '), columns)];
}

/** A question and its answers, broken to the width. */
export function questionLines(question: string, columns: number): readonly string[] {
  const lines = wrapCells(question, columns);
  const last = (lines.at(-1) ?? '') + answers;
  // The key hints below give the answers too.
  return cellWidth(last) <= columns ? [...lines.slice(0, -1), last] : lines;
}

/** Rows between the title and the message line. */
export function bodyHeight(state: UiState): number {
  const rows = Math.max(1, state.size.rows - frameRows - messageHeight(state) - (hasFilterLine(state) ? 1 : 0));
  // What is read aloud comes in short pages.
  return state.spoken ? Math.min(rows, 12) : rows;
}

/** Rows the text of the review card has at least, however many choices there are, and rows left free below it. */
export function reviewRows(state: UiState): { readonly text: number; readonly gap: number } {
  return bodyHeight(state) < 8 ? { text: 1, gap: 0 } : { text: 3, gap: 1 };
}

/** How many rows of a list fit; the lists of animals have a heading. */
export function pageHeight(state: UiState, list: ListName): number {
  return Math.max(1, bodyHeight(state) - (list === 'settings' || list === 'log' ? 0 : 1));
}

/** The window as it is laid out for somebody who listens: wide enough to cut few names, however narrow the terminal is. */
export const spokenSize = { columns: 200, rows: 24 };

/** Cells for the list and for the details beside it; no details where there is no room, or where they would be read with every row. */
export function listWidths({ size: { columns }, spoken }: UiState): { readonly list: number; readonly details: number } {
  if (columns < sideBySide || spoken) {
    return { list: columns, details: 0 };
  }

  const details = Math.floor(columns / 3);
  return { list: columns - details - 2, details };
}
