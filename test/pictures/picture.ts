/**
 * A picture: the cells of a whole screen, as a text that a person can read and a diff can show.
 *
 *     80x24, cursor at 3,5         columns and rows, and where the terminal's cursor stands (from 1), or that it is
 *     hidden
 *     petstore main  [1 All] …    one line a row, without trailing spaces
 *     looks                        then, for each row that is not plain, from which column to which it looks how
 *     1: 16-23 bold inverse, 70-76 green
 */
import { createEmulator, draw, cellsOf, type Cell } from '../helpers/emulator.ts';
import type { TerminalSession } from '../helpers/terminal.ts';

/** What a person would see. `cursor` counts from 0; absent where it is hidden. */
export type Picture = {
  readonly cols: number;
  readonly cells: readonly (readonly Cell[])[];
  readonly cursor: { readonly x: number; readonly y: number } | undefined;
};

/** The screen as it is now. */
export function takePicture(session: TerminalSession): Picture {
  const { x, y, visible } = session.cursor();
  const cells = session.cells();
  return { cols: cells[0]?.length ?? 0, cells, cursor: visible ? { x, y } : undefined };
}

/** The text that is kept of it. */
export function writePicture({ cols, cells, cursor }: Picture): string {
  const rows = cells.map((row) =>
    row
      .map(({ text }) => text)
      .join('')
      .trimEnd(),
  );
  const looks = cells.flatMap((row, y) => {
    const runs = runsOf(row);
    return runs.length === 0 ? [] : [`${y + 1}: ${runs.join(', ')}`];
  });
  return [
    `${cols}x${cells.length}, cursor ${cursor ? `at ${cursor.x + 1},${cursor.y + 1}` : 'hidden'}`,
    ...rows,
    'looks',
    ...looks,
    '',
  ].join('\n');
}

/** `16-23 bold inverse`: neighbours that look alike. */
function runsOf(row: readonly Cell[]): string[] {
  const runs: { readonly from: number; to: number; readonly looks: string }[] = [];
  for (const [x, { looks }] of row.entries()) {
    const last = runs.at(-1);
    if (last && last.looks === looks && last.to === x) {
      last.to = x + 1;
    } else if (looks !== '') {
      runs.push({ from: x + 1, to: x + 1, looks });
    }
  }

  return runs.map(({ from, to, looks }) => `${from === to ? from : `${from}-${to}`} ${looks}`);
}

/** The same picture from its text. */
export async function readPicture(text: string): Promise<Picture> {
  const [head = '', ...lines] = text.split('\n');
  const [, cols = '0', rows = '0', x, y] = /^(\d+)x(\d+), cursor (?:at (\d+),(\d+)|hidden)$/.exec(head) ?? [];
  // How wide a character is, the terminal knows.
  const terminal = createEmulator(Number(cols), Number(rows));
  await draw(
    terminal,
    lines
      .slice(0, Number(rows))
      .map((line, row) => `\u001B[${row + 1}H${line}`)
      .join(''),
  );
  const cells = cellsOf(terminal);
  terminal.dispose();
  for (const line of lines.slice(Number(rows) + 1)) {
    const [, row = '', runs = ''] = /^(\d+): (.+)$/.exec(line) ?? [];
    for (const [, from = '', to = from, looks = ''] of runs.matchAll(/(\d+)(?:-(\d+))? ([^,]+)/g)) {
      const painted = cells[Number(row) - 1] ?? [];
      painted.splice(
        Number(from) - 1,
        Number(to) - Number(from) + 1,
        ...painted.slice(Number(from) - 1, Number(to)).map((cell) => ({ ...cell, looks })),
      );
    }
  }

  return { cols: Number(cols), cells, cursor: x === undefined ? undefined : { x: Number(x) - 1, y: Number(y) - 1 } };
}

/** The rows in which two pictures' texts differ, as they were and as they are, for a failing test. */
export function comparePictures(before: string, now: string): string {
  const [was, is] = [before.split('\n'), now.split('\n')];
  const rows = is.indexOf('looks');
  const looksOf = (lines: readonly string[], row: number): string | undefined =>
    lines.slice(lines.indexOf('looks')).find((line) => line.startsWith(`${row}: `));
  const different = Array.from({ length: Math.max(rows, was.indexOf('looks')) }, (_, row) => row).flatMap((row) => {
    const pairs = [[was[row], is[row]], ...(row === 0 ? [] : [[looksOf(was, row), looksOf(is, row)]])].filter(
      ([one, other]) => one !== other,
    );
    return pairs.length === 0
      ? []
      : [
          row === 0 ? 'the size or the cursor:' : `row ${row}:`,
          ...pairs.flatMap(([one, other]) => [`  - ${one ?? 'plain'}`, `  + ${other ?? 'plain'}`]),
        ];
  });
  return different.join('\n');
}
