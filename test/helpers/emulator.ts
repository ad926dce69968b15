/** A terminal that draws what is written to it, without a program behind it. */
import xterm from '@xterm/headless';
import { cellWidth } from '../../source/platform/text/terminal-text.ts';
import { cursorSign } from '../../source/text/glyphs.ts';

/**
 * One character as drawn; the second half of a wide one is empty. `looks`: what is not plain about it, such as `bold
 * red on-white`.
 */
export type Cell = { readonly text: string; readonly width: number; readonly looks: string };

/** The names of the 16 ANSI colours, in their order. */
export const colourNames: readonly string[] = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'gray',
  'bright-red',
  'bright-green',
  'bright-yellow',
  'bright-blue',
  'bright-magenta',
  'bright-cyan',
  'bright-white',
];

/** One that counts cells as terminals do today. */
export function createEmulator(cols: number, rows: number): xterm.Terminal {
  const terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 1000 });
  useModernWidths(terminal);
  return terminal;
}

/** Settles when everything written was drawn. */
export async function draw(terminal: xterm.Terminal, bytes: string): Promise<void> {
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
}

/**
 * A line with the cursor of a list, or of choices, as it is drawn in ASCII: tests ask which row keys are about. How it
 * looks is in `test/pictures/`.
 */
export function withPlainCursor(line: string): string {
  return line.replaceAll(new RegExp(`^${cursorSign}|(?<= )${cursorSign}(?= )`, 'gu'), '>');
}

/** The visible lines, without trailing spaces. */
export function linesOf(terminal: xterm.Terminal): string[] {
  const buffer = terminal.buffer.active;
  return Array.from({ length: terminal.rows }, (_, y) => {
    const line = buffer.getLine(buffer.baseY + y);
    // Once the window was wider, a line still has the cells that no longer fit.
    return withPlainCursor(
      (line && line.length > terminal.cols
        ? line.translateToString(false, 0, terminal.cols).trimEnd()
        : line?.translateToString(true)) ?? '',
    );
  });
}

/** The visible cells, row by row, with their looks. */
export function cellsOf(terminal: xterm.Terminal): Cell[][] {
  const buffer = terminal.buffer.active;
  return Array.from({ length: terminal.rows }, (_, y) => {
    const line = buffer.getLine(buffer.baseY + y);
    return Array.from({ length: terminal.cols }, (_, x) => {
      const cell = line?.getCell(x);
      // A cell nothing was ever written to looks like a space.
      return {
        text: cell?.getChars() || (cell?.getWidth() === 0 ? '' : ' '),
        width: cell?.getWidth() ?? 1,
        looks: cell && !cell.isAttributeDefault() ? looksOf(cell) : '',
      };
    });
  });
}

function looksOf(cell: xterm.IBufferCell): string {
  const attributes = {
    bold: cell.isBold(),
    dim: cell.isDim(),
    italic: cell.isItalic(),
    underline: cell.isUnderline(),
    inverse: cell.isInverse(),
    strike: cell.isStrikethrough(),
  };
  const names = Object.entries(attributes).flatMap(([name, isSet]) => (isSet === 0 ? [] : [name]));
  const colour = cell.isFgDefault() ? [] : [colourName(cell.getFgColor(), cell.isFgRGB())];
  const background = cell.isBgDefault() ? [] : [`on-${colourName(cell.getBgColor(), cell.isBgRGB())}`];
  return [...names, ...colour, ...background].join(' ');
}

function colourName(colour: number, isRgb: boolean): string {
  return isRgb ? `#${colour.toString(16).padStart(6, '0')}` : (colourNames[colour] ?? `colour-${colour}`);
}

/** The emulator's own table is that of Unicode 6; terminals in use today know better. */
function useModernWidths(terminal: xterm.Terminal): void {
  // Isolates take no cell, as in tmux; our own texts never hold one where cells are counted.
  const wcwidth = (code: number): 0 | 1 | 2 =>
    code < 0x20 || (code >= 0x2066 && code <= 0x2069)
      ? 0
      : (Math.min(2, cellWidth(String.fromCodePoint(code))) as 0 | 1 | 2);
  terminal.unicode.register({
    version: 'modern',
    wcwidth,
    charProperties(code, preceding) {
      const width = wcwidth(code);
      const joins = width === 0 && preceding !== 0;
      return ((joins ? (preceding >> 1) & 3 : width) << 1) | (joins ? 1 : 0);
    },
  });
  terminal.unicode.activeVersion = 'modern';
}
