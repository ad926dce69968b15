import { dividers, toAscii } from '../../text/glyphs.js';
import { changeLine } from './change-line.js';
import { hideCursor, type Presenter } from './ink-stdout.js';

/** The text between these is shown at once by a terminal that can do so; others ignore them. */
const begin = '\u001B[?2026h';
const end = '\u001B[?2026l';
const divided = new RegExp(`[${[...dividers].join('')}]`, 'u');
const eraseAll = '\u001B[H\u001B[J';

/**
 * Paints frames by what changed: rows that only moved are moved by the terminal, of the others only the part that
 * differs is written. `isAscii`: whether no more than that can be drawn. `shown`: lines that stand on the
 * terminal already.
 */
export function createPainter(isAscii: () => boolean = () => false): Presenter {
  let present: readonly string[] | undefined;

  return {
    columnsFor: (columns) => columns,
    forget() {
      present = undefined;
    },
    show(frame, cursor) {
      const lines = isAscii() ? frame.map(toAscii) : frame;
      const before = present ?? lines.map(() => '');
      // The terminal moves whole rows, and so the pane beside a list, which would have to be written anew.
      const shift = lines.some((line) => divided.test(line)) ? undefined : findShift(before, lines);
      const moved = shift ? shiftLines(before, shift) : before;
      const changes = lines.map((line, row) => changeLine(moved[row] ?? '', line, row + 1)).join('');
      const bytes = (present ? '' : eraseAll) + (shift ? shiftRows(shift) : '') + changes;
      present = lines;
      const isHidden = cursor === hideCursor;
      return bytes === '' ? '' : begin + (isHidden ? bytes : hideCursor + bytes + cursor) + end;
    },
  };
}

/** A scrolling region (DECSTBM) and line feeds at its edge: every terminal since the VT100 does it; other rows stay. */
function shiftRows({ top, bottom, by }: Shift): string {
  const scroll = by > 0 ? `\u001B[${bottom + 1};1H${'\n'.repeat(by)}` : `\u001B[${top + 1};1H${'\u001BM'.repeat(-by)}`;
  return `\u001B[${top + 1};${bottom + 1}r${scroll}\u001B[r`;
}

/** Rows `top` to `bottom`, from 0, go up by so many rows (down: negative); the rows that come in are empty. */
type Shift = { readonly top: number; readonly bottom: number; readonly by: number };
/** Moving rows is worth it from so many rows on that need not be written then. */
const worthIt = 2;
/** Rows are the same by their beginnings: beside a list that moves, details may stay. */
const beginning = 40;

/** The move of rows after which the fewest are left to change; undefined if that saves too little. */
function findShift(before: readonly string[], after: readonly string[]): Shift | undefined {
  const [from, to] = [before.map(startOf), after.map(startOf)];
  const unmoved = countSame(from, to);
  if (from.length !== to.length || to.length - unmoved <= worthIt) {
    return undefined;
  }

  let best: { readonly shift: Shift; readonly same: number } | undefined;
  for (let by = 1 - to.length; by < to.length; by += 1) {
    const shift = by === 0 ? undefined : shiftBy(from, to, by);
    const same = shift ? countSame(shiftLines(from, shift), to) : 0;
    if (shift && same > (best?.same ?? 0)) {
      best = { shift, same };
    }
  }

  return best && best.same - unmoved >= worthIt ? best.shift : undefined;
}

/** From the first to the last row that is found again `by` rows further up. Rows between them may have changed. */
function shiftBy(before: readonly string[], after: readonly string[], by: number): Shift | undefined {
  const hasMoved = (line: string, row: number): boolean =>
    line !== '' && line !== before[row] && line === before[row + by];
  const first = after.findIndex(hasMoved);
  const last = after.findLastIndex(hasMoved);
  return first === -1 ? undefined : { top: Math.min(first, first + by), bottom: Math.max(last, last + by), by };
}

function shiftLines(lines: readonly string[], { top, bottom, by }: Shift): readonly string[] {
  return lines.map((line, row) => {
    if (row < top || row > bottom) {
      return line;
    }

    return row + by < top || row + by > bottom ? '' : (lines[row + by] ?? '');
  });
}

function startOf(line: string): string {
  return line.slice(0, beginning);
}

function countSame(before: readonly string[], after: readonly string[]): number {
  return after.reduce((count, line, row) => count + (line === before[row] ? 1 : 0), 0);
}
