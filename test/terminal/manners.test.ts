/** What the built program writes to a real terminal beside what it draws, and that it takes all of it back. */
import test, { type ExecutionContext } from 'ava';
import { programEnvironment, programPath } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { keys, openTerminal, type TerminalSession } from '../helpers/terminal.js';

async function open(t: ExecutionContext, env: Readonly<Record<string, string>>): Promise<TerminalSession> {
  const home = temporaryFolder(t);
  const none = Object.fromEntries(['TMUX', 'STY', 'ZELLIJ', 'WT_SESSION', 'KITTY_WINDOW_ID', 'VTE_VERSION', 'XTERM_VERSION', 'ALACRITTY_WINDOW_ID', 'TERM_PROGRAM'].map((name) => [name, '']));
  const terminal = openTerminal({ command: '/usr/bin/env', args: [`TERM=${env['TERM'] ?? 'xterm-256color'}`, process.execPath, programPath], env: { ...programEnvironment(home), ...none, PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', ...env } });
  t.teardown(() => terminal.close());
  await terminal.waitFor('OFFLINE');
  return terminal;
}

const undone = '\u001B[23;2t\u001B[?1004l\u001B[?1007l\u001B[?1007r';

test.serial('title, focus and wheel are asked for, and put back at the end, by a signal too', async (t) => {
  for (const leave of [(terminal: TerminalSession) => terminal.press('q'), (terminal: TerminalSession) => terminal.press(keys.ctrl('c'))]) {
    const terminal = await open(t, { TERM_PROGRAM: 'vscode' });
    await terminal.waitFor(() => terminal.written().includes('\u001B]2;petstore env\u0007'));
    t.true(terminal.written().includes('\u001B[?1007s\u001B[?1007h\u001B[?1004h\u001B[22;2t'));
    terminal.press('\u001B[O', '\u001B[I', 'x');
    const lines = await terminal.waitFor('x does nothing here');
    t.true(lines.some((line) => line.includes('OFFLINE')));
    terminal.mark();
    leave(terminal);
    await terminal.waitFor(() => !terminal.alternate());
    t.true(terminal.written().includes(undone), JSON.stringify(terminal.written()));
  }
});

test.serial('Ctrl-Z gives the terminal back as it was', async (t) => {
  const terminal = await open(t, { TERM_PROGRAM: 'vscode' });
  terminal.mark();
  terminal.press(keys.ctrl('z'));
  await terminal.waitFor(() => terminal.written().includes(undone) && terminal.written().includes('\u001B[?1049l'));
  // No shell stops it here, so it comes back by itself, and asks anew.
  await terminal.waitFor(() => terminal.written().lastIndexOf('\u001B[?1004h') > terminal.written().indexOf(undone));
  t.pass();
});

test.serial('the Linux console and an unknown terminal behind tmux get nothing that they could print', async (t) => {
  const console = await open(t, { TERM: 'linux' });
  t.notRegex(console.written(), /1007|1004|\u001B\]/);
  const tmux = await open(t, { TERM: 'tmux-256color', TMUX: '/tmp/x' });
  t.notRegex(tmux.written(), /\u001B\]|\u001B\[22;2t/);
});
