/** A table is declared once, by column: screens lay it out for their window, the shell prints the same cells. */
import { cellWidth, fitCells, truncateCells } from '../platform/text/terminal-text.js';
import type { Tone, ToneText } from './glyphs.js';

/** Tables of fewer cells leave columns out and shorten words. */
export const narrowWidth = 59;
/** A part of the room by its `share`, at least `least` cells, and up to `most` if fitted to the rows. */
export type Flexible = { readonly least: number; readonly share: number; readonly most?: number };

/** One column of a table; `Facts` is what all its cells are made with. */
export type Column<Row, Facts> = {
  readonly title: string;
  readonly cell: (row: Row, facts: Facts) => string;
  readonly width: number | Flexible | ((table: number, facts: Facts) => number);
  /** Empty cells before it, two if there is no other rule. */
  readonly gap?: number | ((table: number) => number);
  /** The least width of a table that has it. */
  readonly from?: number;
  readonly align?: 'right';
  /** The meaning of the first character of its cell, if that is a sign. */
  readonly tone?: (row: Row, facts: Facts) => Tone | undefined;
  /** How much the text of its cell matters. */
  readonly level?: (row: Row, facts: Facts) => Tone | undefined;
  /** Whether it keeps its width when other columns need room: it parts the signs before it from the text. */
  readonly isSteady?: boolean;
  /** A word at the end of a cell: the first that cuts no text, else the last if it leaves room for the text. */
  readonly beside?: (row: Row) => readonly ToneText[];
};

/** A column that was given its place. */
export type PlacedColumn<Row, Facts> = {
  readonly column: Column<Row, Facts>;
  readonly gap: number;
  readonly width: number;
};

/** The same for whom the rows do not matter. */
export type AnyPlaced = PlacedColumn<never, never>;

/** The titles in their columns, without the marks. `signs`: the text behind a title, such as `▲`. */
export function headingLine(columns: readonly AnyPlaced[], signs: Readonly<Record<string, string>> = {}): string {
  return columns
    .map(({ column: { title, align }, gap, width }) => {
      const sign = signs[title] ?? '';
      const text = cellWidth(title) + 2 <= width ? `${title} ${sign}` : truncateCells(title, width - 1) + sign;
      return ' '.repeat(gap) + fitCells(sign === '' ? title : text, width, align);
    })
    .join('');
}

/** Blanks between a cell and the word beside it. */
const besideGap = 2;
/** A shorter text does not tell which animal it is. Its state has a sign before it as well. */
const leastBeside = 6;

/** The text of a cell with the word beside it, as wide as both are together. */
export function wholeCell<Row, Facts>({ cell, beside }: Column<Row, Facts>, row: Row, facts: Facts): string {
  const word = beside?.(row)[0]?.text;
  return cell(row, facts) + (word === undefined ? '' : ' '.repeat(besideGap) + word);
}

/** The same in pieces, each with its subject: the sign before a text, and the weight of the text. */
export function rowPieces<Row, Facts>(columns: readonly PlacedColumn<Row, Facts>[], row: Row, facts: Facts) {
  const pieces: { text: string; tone?: Tone }[] = [];
  const add = (text: string, tone: Tone | undefined): void => {
    const last = pieces.at(-1);
    if (last && last.tone === tone) {
      last.text += text;
    } else if (text !== '') {
      pieces.push(tone === undefined ? { text } : { text, tone });
    }
  };
  for (const { column, gap, width } of columns) {
    const words = column.beside?.(row) ?? [];
    const cell = column.cell(row, facts);
    const roomBeside = ({ text }: ToneText): number => Math.max(0, width - cellWidth(text) - besideGap);
    const last = words.at(-1);
    const word =
      words.find((each) => cellWidth(truncateCells(cell, width)) <= roomBeside(each)) ??
      (last && roomBeside(last) >= leastBeside ? last : undefined);
    const text = fitCells(cell, word ? roomBeside(word) : width, column.align);
    const sign = column.tone?.(row, facts);
    const level = column.level?.(row, facts);
    // Blanks have no looks, so they need no change of looks either.
    const end = text.trimEnd().length;
    const start = sign === undefined ? text.length - text.trimStart().length : 1;
    add(' '.repeat(gap), undefined);
    add(text.slice(0, start), sign);
    add(text.slice(start, Math.max(start, end)), level);
    add(text.slice(Math.max(start, end)), undefined);
    if (word) {
      add(' '.repeat(Math.min(width, besideGap)), undefined);
      add(truncateCells(word.text, width - besideGap), word.tone);
    }
  }

  return pieces;
}

/** As much of some pieces as so many cells hold, and blanks for the rest: the row under the cursor is tinted whole. */
export function fitPieces(pieces: readonly ToneText[], width: number): readonly ToneText[] {
  let left = width;
  const fitted = pieces.flatMap((piece): readonly ToneText[] => {
    const text = truncateCells(piece.text, Math.max(0, left));
    left -= cellWidth(text);
    return text === '' ? [] : [{ ...piece, text }];
  });
  return [...fitted, { text: ' '.repeat(Math.max(0, left)) }];
}

const marks: Readonly<Record<string, string>> = { '~': 'queued', '!': 'needs you', '•': 'new' };

/** A row of columns as it is read aloud: no gaps, and marks as words. That it is held, its state says. */
export function spokenRow(text: string): string {
  return text
    .replace(/^[~!=•]/, (mark) => `${marks[mark] ?? ''}  `)
    .split(/ {2,}/)
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(', ');
}
