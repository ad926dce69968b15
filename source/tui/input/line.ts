import { cellWidth, safeText, splitGraphemes } from '../../platform/text/terminal-text.js';

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
  | { readonly op: 'paste'; readonly text: string }
  | { readonly op: 'set'; readonly text: string }
  | {
      readonly op:
        | 'backspace'
        | 'delete'
        | 'left'
        | 'right'
        | 'home'
        | 'end'
        | 'kill-before'
        | 'kill-after'
        | 'kill-word';
    };

/** The cursor in an empty line. */
export const emptyLine: EditedLine = { before: '', after: '', epoch: 0 };

/** The whole text, on both sides of the cursor. */
export function lineText({ before, after }: EditedLine): string {
  return before + after;
}

/** The line after an edit; moves and deletions go by the characters that a person sees. */
export function editLine(line: EditedLine, edit: LineEdit): EditedLine {
  const { before, after } = line;
  const to = (nextBefore: string, nextAfter: string): EditedLine => ({
    before: nextBefore,
    after: nextAfter,
    epoch: line.epoch + 1,
  });

  // Only the nearest characters can be part of the one at the cursor.
  const left = before.length - (splitGraphemes(before.slice(-64)).at(-1)?.length ?? 0);
  const right = splitGraphemes(after.slice(0, 64))[0]?.length ?? 0;
  switch (edit.op) {
    case 'insert':
      return { before: before + cleanInput(edit.text), after, epoch: line.epoch };
    case 'paste':
      return to(before + cleanInput(edit.text), after);
    case 'set':
      return to(cleanInput(edit.text), '');
    case 'backspace':
      return to(before.slice(0, left), after);
    case 'delete':
      return to(before, after.slice(right));
    case 'left':
      return to(before.slice(0, left), before.slice(left) + after);
    case 'right':
      return to(before + after.slice(0, right), after.slice(right));
    case 'home':
      return to('', before + after);
    case 'end':
      return to(before + after, '');
    case 'kill-before':
      return to('', after);
    case 'kill-after':
      return to(before, '');
    case 'kill-word':
      return to(before.replace(/\S*\s*$/u, ''), after);
  }
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
