import { readFileSync } from 'node:fs';
import test from 'ava';
import { scriptArguments } from '../helpers/script.ts';
import { keys, openTerminal, type TerminalOptions, type TerminalSession } from '../helpers/terminal.ts';

const fixture = scriptArguments('test/tui/fixture/app.process.ts');

/** The app on its fake engine in a real terminal; `args` as the fixture takes them. */
function open(
  t: { teardown(fn: () => Promise<void>): void },
  args: readonly string[] = [],
  options: Partial<TerminalOptions> = {},
): TerminalSession {
  const terminal = openTerminal({ command: process.execPath, args: [...fixture, '120', ...args], ...options });
  t.teardown(() => terminal.close());
  return terminal;
}

/** What a shell shows of the terminal after the app: the settings of the line, and where we are. */
function openInShell(t: { teardown(fn: () => Promise<void>): void }, args = ''): TerminalSession {
  const terminal = openTerminal({
    command: 'bash',
    args: ['--norc', '-i'],
    env: { PS1: '$ ', BASH_SILENCE_DEPRECATION_WARNING: '1' },
  });
  t.teardown(() => terminal.close());
  terminal.press(`${[process.execPath, ...fixture, '120', args].join(' ')}\r`);
  return terminal;
}

test.serial('keys typed in one write all count, and a split arrow is an arrow', async (t) => {
  const terminal = open(t);
  await terminal.waitFor('1 of 124');
  terminal.press('jjjj');
  await terminal.waitFor('5 of 124');
  terminal.press('\u001B');
  terminal.press('[B');
  await terminal.waitFor('6 of 124');
  terminal.press('aMax\t3\tj\u0013');
  const lines = await terminal.waitFor('Queued as Q-5: Max');
  t.true(lines.some((line) => /^> ~ +Q-5 {2}Max/u.test(line)));
});

/** Whether the terminal's own cursor is seen on the row that is selected. */
const isOnSelected = (terminal: TerminalSession): boolean => {
  const { visible, x, y } = terminal.cursor();
  return (
    visible &&
    (terminal
      .screen()
      [y]?.slice(0, x + 1)
      .includes('>') === true ||
      terminal.cells()[y]?.[x]?.looks.split(' ').includes('inverse') === true)
  );
};

test.serial(
  'the real cursor stands where text goes, and elsewhere on the row that is selected, which it follows',
  async (t) => {
    const terminal = open(t);
    await terminal.waitFor('1 of 124');
    await terminal.waitFor(() => isOnSelected(terminal) && terminal.cursor().y === 4);
    terminal.press('a', 'ポチ');
    await terminal.waitFor('ポチ');
    await terminal.waitFor(() => terminal.cursor().visible && terminal.cursor().x === 16);
    t.is(terminal.cursor().y, 2);
    terminal.press(keys.left);
    await terminal.waitFor(() => terminal.cursor().x === 14);
    terminal.press(keys.tab, '12');
    await terminal.waitFor(() => terminal.cursor().y === 4 && terminal.cursor().x === 14);
    terminal.press(keys.tab);
    await terminal.waitFor(
      (lines) => terminal.cursor().visible && lines[terminal.cursor().y]?.includes('[· not set]') === true,
    );
    terminal.press(keys.right);
    await terminal.waitFor((lines) => lines[terminal.cursor().y]?.includes('[● available]') === true);
    terminal.press(keys.escape);
    await terminal.waitFor('1 of 124');
    terminal.press('/x');
    await terminal.waitFor(() => terminal.cursor().visible && terminal.cursor().x === 10 && terminal.cursor().y === 21);
    terminal.press(keys.escape);
    await terminal.waitFor('1 of 124');
    await terminal.waitFor(() => isOnSelected(terminal));

    // Over every list, past the line between queued and stored, and through every size.
    for (const press of ['jjj', 'j', 'jjjjjjjjjjjjjjjjjjjj', 'G', 'gg', '2', 'j', '3', '2']) {
      terminal.press(press);
      await terminal.waitFor(() => isOnSelected(terminal));
    }

    terminal.press(':');
    await terminal.waitFor(
      (lines) =>
        lines.some((line) => line.includes('Commands')) &&
        lines[terminal.cursor().y]?.trimStart().startsWith(':') === true,
    );
    terminal.press(keys.down, keys.escape);

    // Esc and a key that come at once are one key with Alt.
    await terminal.waitFor((lines) => !lines.some((line) => line.includes('Commands')));
    await terminal.waitFor(() => isOnSelected(terminal));
    terminal.press('1', 'jjjjjj');
    await terminal.waitFor(/^>.* 118 /m);
    for (const [columns, rows] of [
      [120, 40],
      [110, 30],
      [109, 30],
      [40, 15],
      [40, 10],
      [80, 24],
    ] as const) {
      terminal.resize(columns, rows);
      await terminal.waitFor(
        (lines) => lines.length === rows && lines.some((line) => /^>.* 118 /.test(line)) && isOnSelected(terminal),
      );
    }
  },
);

/** To which a window is made smaller, larger and as it was, while the app is stopped. */
const sizes = [
  [60, 12],
  [100, 30],
  [80, 24],
] as const;
const isWhole = (rows: number, selected: string) => (lines: readonly string[]) =>
  lines.length === rows &&
  lines[0]?.includes('as of 09:05') === true &&
  lines.some((line) => line.startsWith('>') && line.includes(selected)) &&
  /(?:quit|help)$/.test(lines.at(-1) ?? '');

test.serial(
  'Ctrl-Z gives the shell its terminal back, once where it is pressed twice; fg comes back to the same row; and after the app the shell echoes what is typed',
  async (t) => {
    const terminal = openInShell(t);
    await terminal.waitFor('1 of 124');
    terminal.press('jjj');
    await terminal.waitFor('4 of 124');
    terminal.press(keys.ctrl('z'));
    await terminal.waitFor(() => !terminal.alternate());
    await terminal.waitFor(/Stopped/);
    terminal.press('echo "in the shell"\r');
    await terminal.waitFor(/^in the shell$/m);
    terminal.press('fg\r');
    const lines = await terminal.waitFor('4 of 124');
    t.true(terminal.alternate());
    t.true(lines.some((line) => /^> = +Q-4/u.test(line)));
    terminal.press('j');
    await terminal.waitFor('5 of 124');
    terminal.press(keys.ctrl('z') + keys.ctrl('z'));
    await terminal.waitFor(() => !terminal.alternate());
    await terminal.waitFor((shown) => shown.filter((line) => line.includes('Stopped')).length === 2);
    terminal.press('fg\r');
    await terminal.waitFor('5 of 124');
    terminal.press('j', keys.ctrl('z'));
    await terminal.waitFor(() => !terminal.alternate());
    terminal.press('fg\r');
    await terminal.waitFor('6 of 124');
    for (const [columns, rows] of sizes) {
      terminal.press(keys.ctrl('z'));
      await terminal.waitFor(() => !terminal.alternate());
      await terminal.waitFor(/Stopped/);
      terminal.resize(columns, rows);
      terminal.press('fg\r');
      await terminal.waitFor(isWhole(rows, ' 119 '));
    }

    terminal.press('q');
    await terminal.waitFor(() => !terminal.alternate());
    terminal.press('stty -a | grep -o " echo "; echo over\r');
    await terminal.waitFor(/^ echo ?$/m);
  },
);

(process.platform === 'linux' ? test.serial : test.serial.skip)(
  'stopped by somebody else, the app takes keys and the whole screen again after fg',
  async (t) => {
    const terminal = openInShell(t);
    await terminal.waitFor('1 of 124');
    const { pid: shell } = terminal;
    const [app] = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ');
    process.kill(Number(app), 'SIGSTOP');
    await terminal.waitFor(/Stopped/);
    terminal.press('fg\r');
    await terminal.waitFor((lines) => !/Stopped|fg/.test(lines.join('\n')) && lines.join('\n').includes('1 of 124'));
    terminal.press('j');
    await terminal.waitFor('2 of 124');
    terminal.press('a', 'Ta');
    await terminal.waitFor('> Name      Ta');
    for (const [columns, rows] of sizes) {
      process.kill(Number(app), 'SIGSTOP');
      await terminal.waitFor(/Stopped/);
      terminal.resize(columns, rows);
      terminal.press('fg\r');
      await terminal.waitFor(isWhole(rows, ' Name      Ta'));
    }

    terminal.press('ni');
    await terminal.waitFor('> Name      Tani');
    terminal.press(keys.ctrl('c'));
    await terminal.waitFor(() => !terminal.alternate());
    t.pass();
  },
);

test.serial(
  'for a screen reader each change is a line below the last: nothing is erased, moved over or read twice',
  async (t) => {
    const terminal = open(t, ['screen-reader']);
    await terminal.waitFor('listitem: (selected) needs you, Q-2');
    await terminal.waitFor('Enter answer');
    // The last thing that is written at the start, and nothing that is read aloud: pasted text is to be told from keys.
    await terminal.waitFor(() => terminal.written().includes('\u001B[?2004h'));
    t.false(terminal.alternate());
    terminal.mark();
    terminal.press('j');
    await terminal.waitFor(() => terminal.written().endsWith('2 of 124\r\n'));
    t.regex(terminal.written(), /^listitem: \(selected\) needs you, Q-1, Shadow[^]*2 of 124\r\n$/);
    t.true(terminal.written().split('\r\n').length <= 4);

    terminal.mark();
    terminal.press('a');
    await terminal.waitFor('> Name textbox:');
    terminal.press('Max');
    await terminal.waitFor('> Name textbox: Max');
    t.is(terminal.written().match(/Name textbox/g)?.length, 1, 'what is typed is added, not said again');
    terminal.press('\t3', keys.ctrl('s'));
    await terminal.waitFor('Queued as Q-5: Max');
    terminal.resize(40, 15);
    terminal.press('q');
    t.is((await terminal.exit).code, 0);
    t.deepEqual(terminal.written().match(/\u001B\[\d*[A-HJK]/g), null);
  },
);

test.serial('for a screen reader Ctrl-L and coming back from the shell read the page again', async (t) => {
  const terminal = openInShell(t, 'screen-reader');
  await terminal.waitFor('1 of 124');
  terminal.mark();
  terminal.press(keys.ctrl('l'));
  await terminal.waitFor(() => /listitem: 118, [^]*Enter answer/.test(terminal.written()));
  terminal.press(keys.ctrl('z'));
  await terminal.waitFor(/Stopped/);
  terminal.mark();
  terminal.press('fg\r');
  await terminal.waitFor(() => /listitem: 118, [^]*Enter answer/.test(terminal.written()));
  terminal.press('q');
  t.pass();
});
