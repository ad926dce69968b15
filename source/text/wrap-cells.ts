import { cellWidth, safeText, splitGraphemes } from '../platform/text/terminal-text.ts';

/** A text made safe and broken into lines of at most `width` cells, between words if that is possible. */
export function wrapCells(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of safeText(text).split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (cellWidth(joined) <= width) {
      line = joined;
      continue;
    }

    if (line !== '') {
      lines.push(line);
    }

    const pieces = breakWord(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }

  return [...lines, line];
}

/** A word in pieces that fit, each of at least one character. */
function breakWord(word: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const grapheme of splitGraphemes(word)) {
    const cells = cellWidth(grapheme);
    if (used + cells > width && piece !== '') {
      pieces.push(piece);
      piece = '';
      used = 0;
    }

    piece += grapheme;
    used += cells;
  }

  return [...pieces, piece];
}

/** Parts a row between texts: each gets its need up to its share, and spare cells go to those that need more. */
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

/**
 * A sentence in lines that fit, broken at blanks, each with `indent` cells before it. What has to be copied in one piece
 * is left to the terminal if a line cannot hold it: a long path, and a command in backticks.
 */
export function wrapSentence(text: string, columns: number, indent = 0): readonly string[] {
  const lines: string[] = [];
  for (const [, word = ''] of text.matchAll(/((?:`[^`]*`|[^ ])+)(?: |$)/g)) {
    const last = lines.at(-1);
    if (last !== undefined && indent + cellWidth(`${last} ${word}`) <= columns) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }

  return lines.map((line) => ' '.repeat(indent) + line);
}
