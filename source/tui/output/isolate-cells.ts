/**
 * Letters that are written from right to left: the blocks that UAX #9 sets aside for them (bidirectional classes R and
 * AL).
 */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A cell of a row with its looks, between two gaps of two spaces or more, or beside the line of a pane. */
const cell = /(?:\u001B\[[\d;:]*m|[^ │\u001B])(?:\u001B\[[\d;:]*m|(?! {2}|[│\u001B])[^])*/gu;
const endOfText = /((?:\u001B\[[\d;:]*m| )*)$/u;

/**
 * Begins an isolate whose direction is that of its first letter that has one. Like a combining mark it needs a
 * character right before it.
 */
export const beginIsolate = '\u2068';
/** Ends it. */
export const endIsolate = '\u2069';

/**
 * The line with an isolate around each cell that has letters written from right to left: a terminal that reorders text
 * then reorders within the cell alone, and no other column. Isolates take no cell in a terminal that knows them. The
 * first cell of the line stays as it is.
 */
export function isolateCells(line: string): string {
  return rightToLeft.test(line)
    ? line.replace(cell, (text, place: number) =>
        place > 0 && rightToLeft.test(text) ? beginIsolate + text.replace(endOfText, `${endIsolate}$1`) : text,
      )
    : line;
}
