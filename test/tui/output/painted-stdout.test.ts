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
