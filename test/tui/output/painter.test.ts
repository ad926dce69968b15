import test from 'ava';
import { fitCells } from '../../../source/platform/text/terminal-text.js';
import { createPainter } from '../../../source/tui/output/painter.js';
import { cellsOf, createEmulator, draw } from '../../helpers/emulator.js';
import { createRandom } from '../../helpers/fault-service/seeded-random.js';

const hidden = '\u001B[?25l';
const names = [
  'Rex',
  'ポチ',
  '🐶 Barky',
  'Zoë',
  'שלום',
  'e\u0301t\u0301u\u0301',
  'Bartholomew the Third of Winterbourne',
  '한국어 이름',
  '',
  '>',
];
const styles: readonly (readonly [string, string])[] = [
  ['', ''],
  ['\u001B[7m', '\u001B[27m'],
  ['\u001B[31m', '\u001B[39m'],
  ['\u001B[1m', '\u001B[22m'],
  ['\u001B[2m', '\u001B[22m'],
  ['\u001B[48;2;9;9;9m', '\u001B[49m'],
];

type Random = () => number;
const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

function randomLine(random: Random, columns: number): string {
  const [on, off] = pick(random, styles);
  const [alsoOn, alsoOff] = pick(random, styles);
  const width = Math.floor(random() * (columns - 13)) + 1;
  const text =
    on +
    fitCells(`${Math.floor(random() * 30)} ${pick(random, names)}`, width) +
    off +
    alsoOn +
    fitCells(pick(random, names), 7) +
    alsoOff +
    pick(random, ['', '', '│', '┃ x', `│ ${on}x y${off}`]);
  // Ink ends lines with their last character.
  return pick(random, ['', text.trimEnd(), text.trimEnd(), text.trimEnd()]);
}

/**
 * What may follow a frame: rows that moved, rows that changed, a row that is nearly the same, or something else
 * altogether.
 */
function nextFrame(random: Random, lines: readonly string[], columns: number): readonly string[] {
  const [top, bottom] = [Math.floor(random() * 4), lines.length - 1 - Math.floor(random() * 4)];
  const by = Math.floor(random() * 9) - 4;
  const moved = lines.map((line, row) =>
    row < top || row > bottom
      ? line
      : row + by < top || row + by > bottom
        ? randomLine(random, columns)
        : (lines[row + by] as string),
  );
  const change = random();
  return change < 0.1
    ? lines.map(() => randomLine(random, columns))
    : (change < 0.6 ? moved : lines).map((line) =>
        random() < 0.15 ? randomLine(random, columns) : random() < 0.1 ? `${line.slice(0, -1)}x` : line,
      );
}

for (const widths of ['modern', 'old'] as const) {
  test(`whatever frames follow each other, the terminal shows what a full redraw shows (${widths} widths)`, async (t) => {
    for (let seed = 0; seed < 4; seed += 1) {
      const random = createRandom(seed);
      const [columns, rows] = [30 + Math.floor(random() * 60), 8 + Math.floor(random() * 20)];
      const painted = createEmulator(columns, rows, widths);
      const painter = createPainter();
      let lines: readonly string[] = Array.from({ length: rows }, () => randomLine(random, columns));
      for (let step = 0; step < 20; step += 1) {
        await draw(painted, painter.show(lines, hidden));
        const redrawn = createEmulator(columns, rows, widths);
        await draw(redrawn, createPainter().show(lines, hidden));
        t.deepEqual(cellsOf(painted), cellsOf(redrawn), `seed ${seed}, step ${step}`);
        redrawn.dispose();
        lines = nextFrame(random, lines, columns);
      }

      painted.dispose();
    }
  });
}

test('a full redraw shows the lines', async (t) => {
  const terminal = createEmulator(20, 4);
  await draw(terminal, 'left over\r\nleft over\r\nleft over');
  await draw(terminal, createPainter().show(['one', '', `\u001B[7m${'x'.repeat(20)}\u001B[27m`, 'ポチ'], hidden));
  const cells = cellsOf(terminal);
  t.deepEqual(
    cells.map((row) =>
      row
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    ),
    ['one', '', 'x'.repeat(20), 'ポチ'],
  );
  t.true(cells[2]?.every(({ looks }) => looks === 'inverse'));
});

test('blanks on a tint are erased in it, in fewer bytes', async (t) => {
  const terminal = createEmulator(60, 2);
  const written = createPainter().show(
    [`\u001B[48;5;236ma${' '.repeat(40)}b${' '.repeat(18)}\u001B[49m`, 'plain'],
    hidden,
  );
  await draw(terminal, written);
  const [tinted = []] = cellsOf(terminal);
  t.is(tinted.filter(({ looks }) => looks.startsWith('on-')).length, 60);
  t.deepEqual([tinted[0]?.text, tinted[41]?.text], ['a', 'b']);
  t.true(written.length < 100, `${written.length}`);
});

test('a list that goes on by a row costs its new rows, whichever way', (t) => {
  const list = (first: number): readonly string[] => [
    'header',
    'tabs',
    ...Array.from({ length: 20 }, (_, row) => `  ${first + row}  Shadow ${(first + row) * 7919}  Dogs (3)  available`),
    'message',
    'hints',
  ];
  const painter = createPainter();
  painter.show(list(100), hidden);
  t.true(painter.show(list(101), hidden).length < 100);
  t.true(painter.show(list(100), hidden).length < 100);
  t.true(painter.show(list(103), hidden).length < 220);
});

test('a frame that is shown already writes nothing', (t) => {
  const painter = createPainter();
  t.true(painter.show(['a', 'b'], hidden).length > 0);
  t.is(painter.show(['a', 'b'], hidden), '');
  painter.forget();
  t.true(painter.show(['a', 'b'], hidden).length > 0);
});

test('the line of a pane stands in its column behind a name that the terminal draws wider than Ink does', async (t) => {
  const [columns, painter, terminal] = [40, createPainter(), createEmulator(40, 3)];
  // Ink takes the last three letters for one cell, and fills the row up for that.
  const rowsWith = (pane: string): readonly string[] => [
    `Rex                 │ ${pane}`,
    `मिट्ठू                 │ ${pane}`,
    `Rex                 │ ${pane}`,
  ];
  for (const pane of ['first', 'another', 'one']) {
    await draw(terminal, painter.show(rowsWith(pane), hidden));
    const rows = cellsOf(terminal).map((row) => row.map(({ text }) => text));
    t.deepEqual(
      rows.map((row) => row.indexOf('│')),
      [20, 20, 20],
    );
    t.deepEqual(
      rows.map((row) => row.slice(20, columns).join('').trimEnd()),
      Array<string>(3).fill(`│ ${pane}`),
    );
  }

  const written = painter.show(rowsWith('two'), hidden);
  t.false(written.includes('मि'), 'a name that is the same is not written again');
});
