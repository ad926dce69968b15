import test from 'ava';
import { keys, openTerminal } from './terminal.js';

const cat = { command: 'bash', args: ['--norc', '-c', 'stty -echo; printf "ready\\n"; cat'] };

test('shows what a program writes, as a person would see it', async (t) => {
  const terminal = openTerminal({ ...cat, cols: 20, rows: 4 });
  await terminal.waitFor('ready');
  terminal.press('ポチ🐶|\u001B[31mred\u001B[0m\r');
  const lines = await terminal.waitFor(/red/);
  t.is(lines[1], 'ポチ🐶|red');
  terminal.press(keys.ctrl('d'));
  t.is((await terminal.exit).code, 0);
});

test('what counts as written stands on the screen, and so does everything once the program has ended', async (t) => {
  const much = 'head -c 3000000 /dev/zero | tr "\\0" x';
  const terminal = openTerminal({
    command: 'bash',
    args: ['--norc', '-c', `${much}; echo; echo half; read; ${much}; echo; echo whole`],
  });
  await terminal.waitFor(() => terminal.written().includes('half'));
  t.true(terminal.screen().includes('half'));
  terminal.press(keys.enter);
  await terminal.exit;
  t.true(terminal.screen().includes('whole'));
});

test('a failed wait prints the last frame', async (t) => {
  const terminal = openTerminal({ ...cat, cols: 20, rows: 2 });
  await terminal.waitFor('ready');
  const error = await t.throwsAsync(terminal.waitFor('nothing of the sort', 50));
  t.regex(error.message, /nothing of the sort[^]*\|ready/);
  await terminal.close();
});

test('a child never sees the CI variable', async (t) => {
  const terminal = openTerminal({
    command: 'bash',
    args: ['--norc', '-c', 'echo "[${CI-unset}]"; sleep 5'],
    env: { CI: 'true' },
  });
  await terminal.waitFor('[unset]');
  await terminal.close();
  t.pass();
});
