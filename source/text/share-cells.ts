/**
 * Parts a row between texts that need so many cells: each gets what it needs where that is no more than its share, and
 * what one leaves is for those that need more.
 */
export function shareCells(needs: readonly number[], room: number): readonly number[] {
  const widths = needs.map(() => 0);
  let left = room;
  const smallestFirst = needs.map((need, index) => ({ need, index })).sort((a, b) => a.need - b.need);
  for (const [place, { need, index }] of smallestFirst.entries()) {
    const width = Math.max(0, Math.min(need, Math.floor(left / (needs.length - place))));
    widths[index] = width;
    left -= width;
  }

  return widths;
}
