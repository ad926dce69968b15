import { cellWidth, fitCells, truncateCells } from '../../platform/text/terminal-text.js';

const gap = 2;
/** The least a column that gives way keeps. */
const least = 8;

/** A table for people: padded columns, the flexible one cut so that a row fits the width. */
export function toTableLines(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
  flexible: number,
  width: number,
): readonly string[] {
  const widths = titles.map((title, column) =>
    rows.reduce((widest, row) => Math.max(widest, cellWidth(truncateCells(row[column] ?? '', width))), title.length),
  );
  const others = widths.reduce((sum, each, column) => sum + (column === flexible ? 0 : each + gap), 0);
  widths[flexible] = Math.min(widths[flexible] ?? 0, Math.max(least, width - others));
  return [titles, ...rows].map((row) =>
    row
      .map((cell, column) => fitCells(cell, widths[column] ?? 0))
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}
