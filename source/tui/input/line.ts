import { cellWidth, safeText, splitGraphemes } from '../../platform/text/terminal-text.ts';

/**
 * One line of text being edited: its parts before and after the cursor.
 *
 * `epoch` counts the edits other than typing. The widget that takes the typing always appends to `before`, and is made
 * anew after any other edit.
 */
export type EditedLine = { readonly before: string; readonly after: string; readonly epoch: number };

/** An edit of a line of text. */
export type LineEdit =
  /** Typed: the widget that took it knows already. */
  | { readonly op: 'insert'; readonly text: string }
  | { readonly op: 'paste' | 'set'; readonly text: string }
  | { readonly op: keyof ReturnType<typeof partsAfter> };

/** The cursor in an empty line. */
export const emptyLine: EditedLine = { before: '', after: '', epoch: 0 };

/** The whole text, on both sides of the cursor. */
export function lineText({ before, after }: EditedLine): string {
  return before + after;
}

/** The line after an edit; moves and deletions go by the characters that a person sees. */
export function editLine(line: EditedLine, edit: LineEdit): EditedLine {
  if (!('text' in edit)) {
    const [before, after] = partsAfter(line)[edit.op];
    return { before, after, epoch: line.epoch + 1 };
  }

  const text = cleanInput(edit.text);
  if (edit.op === 'set') {
    return { before: text, after: '', epoch: line.epoch + 1 };
  }

  return { before: line.before + text, after: line.after, epoch: line.epoch + (edit.op === 'insert' ? 0 : 1) };
}

/** What stands before and after the cursor once a key moved it, or deleted something. */
function partsAfter({ before, after }: EditedLine) {
  const whole = before + after;
  // Only the nearest characters can be part of the one at the cursor.
  const left = before.slice(0, before.length - (splitGraphemes(before.slice(-64)).at(-1)?.length ?? 0));
  const right = after.slice(splitGraphemes(after.slice(0, 64))[0]?.length ?? 0);
  return {
    backspace: [left, after],
    delete: [before, right],
    left: [left, whole.slice(left.length)],
    right: [whole.slice(0, whole.length - right.length), right],
    home: ['', whole],
    end: [whole, ''],
    'kill-before': ['', after],
    'kill-after': [before, ''],
    'kill-word': [before.replace(/\S*\s*$/u, ''), after],
  } as const;
}

/** Typed or pasted text as one line: newlines and tabs become spaces, other control characters go. */
export function cleanInput(text: string): string {
  return text.replace(/[\r\n\t]+/g, ' ').replace(/\p{Cc}/gu, '');
}

/** The part of a line that fits `width` cells, the cursor always in sight, made safe to show. */
export function windowOnLine({ before, after }: EditedLine, width: number) {
  const tail = takeCells(splitGraphemes(safeText(before.slice(-4 * width))).reverse(), width - 1)
    .reverse()
    .join('');
  const cursor = cellWidth(tail);
  const head = takeCells(splitGraphemes(safeText(after.slice(0, 4 * width))), width - cursor).join('');
  return { before: tail, after: head, cursor };
}

function takeCells(graphemes: readonly string[], width: number): string[] {
  let left = width;
  const end = graphemes.findIndex((grapheme) => (left -= cellWidth(grapheme)) < 0);
  return graphemes.slice(0, end === -1 ? graphemes.length : end);
}
