/** The lines of a pane and of a card, whatever they tell. */
import { cellWidth, fitCells, safeText, truncateCells } from '../platform/text/terminal-text.ts';
import { type Glyphs, plainText, type Tone, type ToneText } from './glyphs.ts';
import { wrapCells } from './wrap-cells.ts';

/** One line of a pane. */
export type PaneLine = readonly ToneText[];
type Paper = { readonly width: number; readonly glyphs: Glyphs };

/** A text in lines of the width, all of one look. */
export function wrapPane(text: string, width: number, tone?: ToneText['tone']): readonly PaneLine[] {
  return wrapCells(text, width).map((line) => [{ text: line, ...(tone === undefined ? {} : { tone }) }]);
}

/** A heading, and a word at the other end of its line if that fits beside it; the heading is never cut. */
export function titleLines(title: string, beside: string, width: number): readonly PaneLine[] {
  const lines = wrapPane(title, width, 'strong');
  const last = lines.at(-1)?.[0]?.text ?? '';
  const gap = width - cellWidth(last) - cellWidth(beside);
  return gap < 2
    ? [...lines, ...(beside === '' ? [] : wrapPane(beside, width))]
    : [...lines.slice(0, -1), [{ text: last, tone: 'strong' }, { text: ' '.repeat(gap) + beside }]];
}

/** `── Activity ────── 3: all`: what parts one part of a pane from the next. */
export function ruledTitle(title: string, beside: string, { width, glyphs }: Paper): PaneLine {
  const end = beside === '' ? '' : ` ${beside}`;
  const rule = width - cellWidth(title) - 4 - cellWidth(end);
  return [
    { text: `${glyphs.rule.repeat(2)} `, tone: 'quiet' },
    { text: truncateCells(title, width - 4), tone: 'strong' },
    ...(rule < 1 ? [] : [{ text: ` ${glyphs.rule.repeat(rule)}`, tone: 'quiet' } as const, { text: end }]),
  ];
}

/** Pieces after each other, with so many blanks between them, broken if the next one does not fit. */
export function flowPieces(pieces: readonly PaneLine[], width: number, separator = '   '): readonly PaneLine[] {
  const lines: ToneText[][] = [];
  let used = 0;
  for (const piece of pieces) {
    const text = plainText(piece);
    const cells = cellWidth(text);
    const line = lines.at(-1);
    if (line && used + cellWidth(separator) + cells <= width) {
      line.push({ text: separator }, ...piece);
      used += cellWidth(separator) + cells;
    } else {
      lines.push(...(cells > width ? wrapPane(text, width).map((each) => [...each]) : [[...piece]]));
      used = Math.min(cells, width);
    }
  }

  return lines;
}

/** Cells of the label before a fact of an animal. */
export const labelCells = 12;

/** Lines with a word before the first of them. */
export function labelled(
  label: string,
  lines: readonly PaneLine[],
  width: number,
  { cells = labelCells, tone = 'quiet' }: { readonly cells?: number; readonly tone?: Tone } = {},
): readonly PaneLine[] {
  // A long one has lines of its own; beside it there would be no room.
  const isLong = cellWidth(safeText(label)) >= cells;
  const above = isLong && lines.length > 0 ? wrapPane(label, width, tone) : [];
  return [
    ...above,
    ...lines.map((line, row): PaneLine => [
      { text: fitCells(row === 0 && !isLong ? label : '', cells), tone },
      ...line,
    ]),
  ];
}

/** Cells that bars have, however long the names before them, and at most: longer ones say no more, and cost more. */
const leastBar = 6;
const mostBar = 20;
/** How many there are of something. */
export type Bar = readonly [name: string, count: number, tone?: Tone];

/** Counts as bars: as long as their share in the largest, with their number behind. */
export function barLines(counts: readonly Bar[], { width, glyphs }: Paper): readonly PaneLine[] {
  const largest = Math.max(1, ...counts.map(([, count]) => count));
  const digits = String(largest).length;
  // A name is cut only if there would be no room for any bar.
  const names = Math.min(
    Math.max(1, width - digits - 2 - leastBar),
    Math.max(0, ...counts.map(([name]) => cellWidth(safeText(name)))),
  );
  const room = Math.max(1, Math.min(mostBar, width - names - digits - 2));
  return counts.map(([name, count, tone = 'quiet']) => [
    { text: `${fitCells(name, names)} ` },
    { text: glyphs.bar.repeat(count === 0 ? 0 : Math.max(1, Math.round((room * count) / largest))), tone },
    { text: ` ${count}` },
  ]);
}

/** A text with its label before it. */
export type Labelled = { readonly label: string; readonly text: string; readonly tone?: Tone };

/** Texts in lines of the width there is: labels, if any, in a column of so many cells, long texts wrapped beside them. */
export function labelledLines(texts: readonly (string | Labelled)[], width: number, cells: number) {
  return texts.flatMap((each): readonly PaneLine[] => {
    if (typeof each === 'string') {
      return wrapPane(each, width);
    }

    const { label, text, tone = 'accent' } = each;
    return labelled(label, wrapPane(text, Math.max(8, width - cells)), width, { cells, tone });
  });
}
