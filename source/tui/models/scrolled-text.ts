/** A part of some lines: how many rows are above and below it. */
export type ScrolledText<Line> = { readonly lines: readonly Line[]; readonly top: number; readonly below: number };

/** So many lines of a text as it has been scrolled, no further than to its end. */
export function scrolledText<Line>(lines: readonly Line[], height: number, scroll: number): ScrolledText<Line> {
  const top = Math.max(0, Math.min(scroll, lines.length - height));
  return { lines: lines.slice(top, top + height), top, below: Math.max(0, lines.length - height - top) };
}
