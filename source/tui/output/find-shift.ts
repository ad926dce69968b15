/**
 * Rows `top` to `bottom`, from 0, go up by so many rows, or down if `by` is negative; the rows that come in are empty.
 */
export type Shift = { readonly top: number; readonly bottom: number; readonly by: number };

/** Moving rows is worth it from so many rows on that need not be written then. */
const worthIt = 2;

/** Rows are the same by their beginnings: beside a list that moves, details may stay. */
const beginning = 40;

/** The move of rows after which the fewest are left to change; undefined if that saves too little. */
export function findShift(before: readonly string[], after: readonly string[]): Shift | undefined {
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

/** The lines after a move. */
export function shiftLines(lines: readonly string[], { top, bottom, by }: Shift): readonly string[] {
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
