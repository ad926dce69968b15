import test from 'ava';
import { paintedStdout } from '../../../source/tui/output/painted-stdout.ts';

test('signs that cannot be drawn are written in ASCII, and only while that is so', (t) => {
  const written: unknown[] = [];
  const stdout = { columns: 80, write: (text: unknown) => written.push(text) > 0 };
  let isAscii = true;
  const painted = paintedStdout(stdout as never, () => isAscii);
  painted.write('\u001B[1mfirst… ▌ Zoë\u001B[22m');
  isAscii = false;
  painted.write('first…');
  t.deepEqual(written, ['\u001B[1mfirst~ > Zoë\u001B[22m', 'first…']);
  stdout.columns = 60;
  t.is(painted.columns, 60, 'a new size is seen');
});

test('the alternate screen is cleared as it is entered: tmux shows what a killed program left there', (t) => {
  const written: string[] = [];
  paintedStdout({ write: (text: string) => written.push(text) > 0 } as never, () => false).write('\u001B[?1049h');
  t.deepEqual(written, ['\u001B[?1049h\u001B[H\u001B[J']);
});
