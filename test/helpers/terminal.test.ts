import test from 'ava';
import { keys, openTerminal } from './terminal.js';
import { until } from './until.js';

const cat = { command: 'bash', args: ['--norc', '-c', 'stty -echo; printf "ready\\n"; cat'] };

test('shows what a program writes, as a person would see it', async (t) => {
  const terminal = openTerminal({ ...cat, cols: 20, rows: 4 });
  t.teardown(() => terminal.close());
  await terminal.waitFor('ready');
  terminal.press('ポチ🐶|\u001B[31mred\u001B[0m\r');
  const lines = await terminal.waitFor(/red/);
  t.is(lines[1], 'ポチ🐶|red');
  terminal.press(keys.ctrl('d'));
  t.is((await terminal.exit).code, 0);
});

test('what counts as written stands on the screen, and so does everything once the program has ended', async (t) => {
  const much = 'head -c 1000000 /dev/zero | tr "\\0" x';
  const terminal = openTerminal({
    command: 'bash',
    args: ['--norc', '-c', `${much}; echo; echo half; read; ${much}; echo; echo whole`],
  });
  t.teardown(() => terminal.close());
  await terminal.waitFor(() => terminal.written().includes('half'));
  t.true(terminal.screen().includes('half'));
  terminal.press(keys.enter);
  await terminal.exit;
  t.true(terminal.screen().includes('whole'));
});

test('half a frame is no screen yet', async (t) => {
  const begun = 'printf "\\033[?2026hhalf"; read; printf " whole\\033[?2026l"; read';
  const terminal = openTerminal({ command: 'bash', args: ['--norc', '-c', `stty -echo; ${begun}`] });
  t.teardown(() => terminal.close());
  await until('half of it is written', () => terminal.written().includes('half'));
  await t.throwsAsync(terminal.waitFor('half', 50), { message: /\|half$/m });
  terminal.press(keys.enter);
  t.is((await terminal.waitFor('half'))[0], 'half whole');
});

test('a failed wait prints the last frame', async (t) => {
  const terminal = openTerminal({ ...cat, cols: 20, rows: 2 });
  t.teardown(() => terminal.close());
  await terminal.waitFor('ready');
  const error = await t.throwsAsync(terminal.waitFor('nothing of the sort', 50));
  t.regex(error.message, /nothing of the sort[^]*\|ready/);
});

test('a child never sees the CI variable', async (t) => {
  const terminal = openTerminal({
    command: 'bash',
    args: ['--norc', '-c', 'echo "[${CI-unset}]"; sleep 5'],
    env: { CI: 'true' },
  });
  t.teardown(() => terminal.close());
  await terminal.waitFor('[unset]');
  t.pass();
});
