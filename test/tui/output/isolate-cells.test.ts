import test from 'ava';
import { fitCells } from '../../../source/platform/text/terminal-text.js';
import { createPainter } from '../../../source/tui/output/painter.js';
import { isolateCells } from '../../../source/tui/output/change-line.js';
import { cellsOf, createEmulator, draw } from '../../helpers/emulator.js';

const isolated = (text: string): string => `\u2068${text}\u2069`;

test('a cell with right-to-left letters is kept apart, and no other', (t) => {
  t.is(isolateCells('> 6  שלום 2  Dogs (3)  ● sold'), `> 6  ${isolated('שלום 2')}  Dogs (3)  ● sold`);
  t.is(isolateCells('  7  Rex قطة'), `  7  ${isolated('Rex قطة')}`);
  t.is(isolateCells('  8  שלום  كلب   │ שלום'), `  8  ${isolated('שלום')}  ${isolated('كلب')}   │ ${isolated('שלום')}`);
  for (const other of ['', 'שלום is queued.', '  9  Žofka  ポチ  🐶 Barky  Φοίβος', '\u001B[7m 1  Rex\u001B[27m']) {
    t.is(isolateCells(other), other);
  }
});

test('looks within a cell and around it stay with its letters', (t) => {
  t.is(
    isolateCells('\u001B[7m> 6  \u001B[1mש\u001B[4mלו\u001B[24mם   \u001B[27m'),
    `\u001B[7m> 6  ${isolated('\u001B[1mש\u001B[4mלו\u001B[24mם')}   \u001B[27m`,
  );
});

test('rows of right-to-left names keep their columns, from frame to frame', async (t) => {
  const columns = 60;
  const row = (id: number, name: string, status: string): string =>
    `${String(id).padStart(4)}  ${fitCells(name, 12)}  ${status}`;
  const names = ['שלום', 'قطة صغيرة', 'Rex', 'ܫܠܡܐ', 'ދިވެހި', 'ߒߞߏ', '𞤀𞤁', 'Max שלום 3'];
  const [painted, plain] = [createEmulator(columns, 9), createEmulator(columns, 9)];
  const [painter, other] = [createPainter(undefined, true), createPainter()];
  for (let frame = 0; frame < names.length; frame += 1) {
    const lines = [
      `frame ${frame}`,
      ...names.map(
        (_, index) =>
          `${index === frame ? '\u001B[7m' : ''}${row(index, names[(index + frame) % names.length] as string, frame % 2 === 0 ? 'sold' : 'available')}${index === frame ? '\u001B[27m' : ''}`,
      ),
    ];
    await draw(painted, painter.show(lines, ''));
    await draw(plain, other.show(lines, ''));
    const withoutIsolates = cellsOf(painted).map((cells) =>
      cells.map((cell) => ({ ...cell, text: cell.text.replace(/[\u2068\u2069]/gu, '') })),
    );
    t.deepEqual(withoutIsolates, cellsOf(plain), `frame ${frame}`);
    t.true(cellsOf(painted).some((cells) => cells.some(({ text }) => text.includes('\u2068'))));
  }
});

// Why nobody gets them who did not ask: xterm.js, as it comes, counts as in Unicode 6, where these characters did not
// exist.
test('a terminal that does not know isolates takes a cell for each', async (t) => {
  const old = createEmulator(20, 2, 'old');
  await draw(old, createPainter(undefined, true).show(['1  שלום  sold'], ''));
  t.is(
    cellsOf(old)[0]?.findIndex(({ text }) => text === 's'),
    '1  שלום  sold'.indexOf('s') + 2,
  );
});
