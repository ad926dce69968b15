import { toAscii } from '../../text/glyphs.js';
import { changeLine } from './change-line.js';
import { findShift, shiftLines, type Shift } from './find-shift.js';
import { isolateCells } from './isolate-cells.js';
import { hideCursor, type Presenter } from './ink-stdout.js';

/** The text between these is shown at once by a terminal that can do so; others ignore them. */
const begin = '\u001B[?2026h';
const end = '\u001B[?2026l';

const eraseAll = '\u001B[H\u001B[J';

/**
 * Paints frames by what changed: rows that only moved are moved by the terminal, of the others only the part that
 * differs is written. `isAscii`: whether no more than that can be drawn. `isolates`: whether cells of right-to-left
 * letters are kept apart. `shown`: lines that stand on the terminal already.
 */
export function createPainter(
  isAscii: () => boolean = () => false,
  isolates = false,
  shown?: readonly string[],
): Presenter {
  let present = shown;

  return {
    columnsFor: (columns) => columns,
    forget() {
      present = undefined;
    },
    show(frame, cursor) {
      const lines = toDrawable(frame, isAscii(), isolates);
      const before = present ?? lines.map(() => '');
      const shift = findShift(before, lines);
      const moved = shift ? shiftLines(before, shift) : before;
      const changes = lines.map((line, row) => changeLine(moved[row] ?? '', line, row + 1)).join('');
      const bytes = (present ? '' : eraseAll) + (shift ? shiftRows(shift) : '') + changes;
      present = lines;
      const isHidden = cursor === hideCursor;
      return bytes === '' ? '' : begin + (isHidden ? bytes : hideCursor + bytes + cursor) + end;
    },
  };
}

/** The lines of a frame as the terminal can show them. */
export function toDrawable(frame: readonly string[], isAscii: boolean, isolates: boolean): readonly string[] {
  if (isAscii) {
    return frame.map(toAscii);
  }

  return isolates ? frame.map(isolateCells) : frame;
}

/**
 * A scrolling region (DECSTBM), and a line feed at its bottom or a reverse one at its top for each row: every terminal
 * since the VT100 can do it, and all rows outside stay.
 */
function shiftRows({ top, bottom, by }: Shift): string {
  const scroll = by > 0 ? `\u001B[${bottom + 1};1H${'\n'.repeat(by)}` : `\u001B[${top + 1};1H${'\u001BM'.repeat(-by)}`;
  return `\u001B[${top + 1};${bottom + 1}r${scroll}\u001B[r`;
}
