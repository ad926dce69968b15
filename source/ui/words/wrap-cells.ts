import { cellWidth, safeText, splitGraphemes } from '../../platform/terminal-text.js';

/** A text made safe and broken into lines of at most `width` cells, between words where that is possible. */
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

    line = word;
    while (cellWidth(line) > width) {
      const head = headOf(line, width);
      lines.push(head);
      line = line.slice(head.length);
    }
  }

  return [...lines, line];
}

/** As many characters as fit, at least one. */
function headOf(text: string, width: number): string {
  let head = '';
  let used = 0;
  // More than this many code units cannot be needed for so few cells.
  for (const grapheme of splitGraphemes(text.slice(0, 40 * (width + 1)))) {
    used += cellWidth(grapheme);
    if (used > width && head !== '') {
      break;
    }

    head += grapheme;
  }

  return head;
}
