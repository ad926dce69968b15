import test from 'ava';
import { InkStdout } from '../../../source/tui/output/ink-stdout.js';
import { createPainter } from '../../../source/tui/output/painter.js';
import { until } from '../../helpers/until.js';
import { createEmulator, draw, linesOf } from '../../helpers/emulator.js';

/** What Ink writes: erasures by line, the lines, and the cursor of a text field so many rows above the last. */
const erase = '\u001B[2K\u001B[1A\u001B[2K\u001B[G';
const cursorAt = (up: number, column: number): string => `\u001B[${up}A\u001B[${column}G\u001B[?25h`;

function open(): {
  readonly ink: InkStdout;
  readonly written: () => string;
  readonly size: { columns: number; rows: number };
} {
  let written = '';
  const size = { columns: 20, rows: 4 };
  const output = {
    ...size,
    write: (bytes: string, done?: () => void) => {
      written += bytes;
      done?.();
      return true;
    },
  };
  const ink = new InkStdout(output as never, createPainter());
  return {
    ink,
    size: output,
    written: () => {
      const sofar = written;
      written = '';
      return sofar;
    },
  };
}

test('the cursor is where a field has it, is hidden while the frame is painted, and hidden for good after the field', async (t) => {
  const { ink, written } = open();
  const terminal = createEmulator(20, 4);
  ink.write('\u001B[?1049h');
  ink.write('\u001B[?25l');
  ink.write(`a\nb\nc\nd${cursorAt(2, 5)}`);
  const first = written();
  t.regex(first, /^\u001B\[\?1049h\u001B\[\?25l.*\u001B\[2;5H\u001B\[\?25h\u001B\[\?2026l$/s);
  await draw(terminal, first);
  t.deepEqual([terminal.buffer.active.cursorX, terminal.buffer.active.cursorY], [4, 1]);

  ink.write(`\u001B[?25l\u001B[2B\u001B[G${cursorAt(2, 6)}`);
  t.is(written(), '\u001B[2;6H\u001B[?25h', 'a cursor that only moves paints nothing');

  ink.write(`\u001B[?25l\u001B[2B\u001B[G${erase}a\nb\nc\nD`);
  const last = written();
  t.true(last.includes('\u001B[?25l'));
  t.false(last.includes('\u001B[?25h'));
  await draw(terminal, last);
  t.deepEqual(linesOf(terminal), ['a', 'b', 'c', 'D']);
});

test('a redraw paints everything, cursor included', async (t) => {
  const { ink, written } = open();
  ink.write(`a\nb\nc\nd${cursorAt(0, 2).replace('\u001B[0A', '')}`);
  const terminal = createEmulator(20, 4);
  await draw(terminal, `${written()}\u001B[1;1Hrubbish\u001B[4;1Hrubbish`);
  ink.redraw();
  await draw(terminal, written());
  t.deepEqual(linesOf(terminal), ['a', 'b', 'c', 'd']);
  t.deepEqual([terminal.buffer.active.cursorX, terminal.buffer.active.cursorY], [1, 3]);
});

test('a new size repaints everything, also where the frame stays the same', async (t) => {
  const { ink, written, size } = open();
  ink.write('a\nb\nc\nd');
  written();
  size.columns = 19;
  ink.resized();
  const deadline = performance.now() + 60_000;
  let repainted = '';
  while (repainted === '' && performance.now() < deadline) {
    await new Promise((resolve) => setImmediate(resolve));
    repainted = written();
  }

  const terminal = createEmulator(19, 4);
  await draw(terminal, repainted);
  t.deepEqual(linesOf(terminal), ['a', 'b', 'c', 'd']);
  ink.resized();
  ink.write('a\nb\nc\nx');
  await draw(terminal, written());
  t.deepEqual(linesOf(terminal), ['a', 'b', 'c', 'x']);
  ink.dispose();
});

test('whoever waits for what was written is called back, also where nothing was', (t) => {
  const { ink, written } = open();
  let called = 0;
  ink.write('', () => (called += 1));
  ink.write('a\nb\nc\nd', () => (called += 1));
  t.is(called, 2);
  t.true(written().length > 0);
});

test('a frame for the new size that comes late is painted whole, over whatever became of the one before', async (t) => {
  let written = '';
  const output = {
    columns: 20,
    rows: 3,
    write: (bytes: string) => {
      written += bytes;
      return true;
    },
  };
  const ink = new InkStdout(output, createPainter());
  ink.write('\u001B[?1049h');
  ink.write('first and long line\n  second line\n  third');
  const terminal = createEmulator(20, 3);
  await draw(terminal, written);
  terminal.resize(10, 3);
  Object.assign(output, { columns: 10 });
  written = '';
  ink.resized();
  await until('the frame of before is painted again', () => written.includes('third'));
  await draw(terminal, written);
  written = '';
  ink.write('first\n  second\n  third');
  await draw(terminal, written);
  t.deepEqual(linesOf(terminal), ['first', '  second', '  third']);
  ink.dispose();
});
