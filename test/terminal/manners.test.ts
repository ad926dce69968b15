/** What the built program writes to a real terminal beside what it draws, and that it takes all of it back. */
import test, { type ExecutionContext } from 'ava';
import { scriptArguments } from '../helpers/script.js';
import { programEnvironment, programPath } from '../helpers/program.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { keys, openTerminal, type TerminalSession } from '../helpers/terminal.js';

async function open(t: ExecutionContext, env: Readonly<Record<string, string>>): Promise<TerminalSession> {
  const home = temporaryFolder(t);
  const none = Object.fromEntries(
    [
      'TMUX',
      'STY',
      'ZELLIJ',
      'WT_SESSION',
      'KITTY_WINDOW_ID',
      'VTE_VERSION',
      'XTERM_VERSION',
      'ALACRITTY_WINDOW_ID',
      'TERM_PROGRAM',
    ].map((name) => [name, '']),
  );
  const terminal = openTerminal({
    command: '/usr/bin/env',
    args: [`TERM=${env['TERM'] ?? 'xterm-256color'}`, process.execPath, programPath],
    env: { ...programEnvironment(home), ...none, PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', ...env },
  });
  t.teardown(() => terminal.close());
  await terminal.waitFor(/offline (?:since )?\d\d:\d\d/);
  return terminal;
}

const undone = '\u001B[?1006l\u001B[?1000l\u001B[23;2t\u001B[?1004l\u001B[?1007l\u001B[?1007r';

test.serial('title, focus, wheel and mouse are asked for, and put back at the end, by a signal too', async (t) => {
  for (const leave of [
    (terminal: TerminalSession) => terminal.press('q'),
    (terminal: TerminalSession) => terminal.press(keys.ctrl('c')),
  ]) {
    const terminal = await open(t, { TERM_PROGRAM: 'vscode' });
    await terminal.waitFor(() => terminal.written().includes('\u001B]2;petstore env\u0007'));
    t.true(
      terminal.written().includes('\u001B[?1007s\u001B[?1007h\u001B[?1004h\u001B[22;2t\u001B[?1000h\u001B[?1006h'),
    );
    terminal.press('\u001B[O', '\u001B[I', 'x');
    const lines = await terminal.waitFor('x does nothing here');
    t.true(lines.some((line) => line.includes('○ offline')));
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
  t.notRegex(console.written(), /1000|1004|1006|1007|\u001B\]/);
  const tmux = await open(t, { TERM: 'tmux-256color', TMUX: '/tmp/x' });
  t.notRegex(tmux.written(), /\u001B\]|\u001B\[22;2t/);
});

/**
 * What a terminal is left with after all that was written to it: modes that are on, titles put aside and not taken
 * back, and a bar that stands.
 */
function leftBehind(written: string): readonly string[] {
  const left = new Map<string, boolean>();
  let titles = 0;

  for (const [, modes = '', final = '', stack = '', bar] of written.matchAll(
    /\u001B\[\?([\d;]+)([hl])|\u001B\[(2[23])(?:;\d)?t|\u001B\]9;4;(\d)[^\u0007]*\u0007/g,
  )) {
    for (const mode of modes === '' ? [] : modes.split(';')) {
      left.set(`mode ${mode}`, final === 'h');
    }

    titles += stack === '22' ? 1 : stack === '23' ? -1 : 0;
    left.set('progress', bar === undefined ? (left.get('progress') ?? false) : bar !== '0');
  }

  // The cursor is on by itself; so what is left behind is a cursor that is off.
  left.set('cursor hidden', left.get('mode 25') === false);
  left.delete('mode 25');
  return [...[...left].flatMap(([what, isOn]) => (isOn ? [what] : [])), ...(titles === 0 ? [] : [`${titles} titles`])];
}

const fixture = scriptArguments('test/tui/fixture/app.process.ts');
const everything = [
  'mode 1000',
  'mode 1004',
  'mode 1006',
  'mode 1007',
  'mode 1049',
  'mode 2004',
  'progress',
  '1 titles',
];

for (const [how, args, leave, code] of [
  ['q', '', (terminal: TerminalSession) => terminal.press('q'), 0],
  ['Ctrl-C', '', (terminal: TerminalSession) => terminal.press(keys.ctrl('c')), 0],
  ['SIGTERM', '', (terminal: TerminalSession) => terminal.signal('SIGTERM'), 143],
  ['SIGINT', '', (terminal: TerminalSession) => terminal.signal('SIGINT'), 130],
  ['SIGHUP', '', (terminal: TerminalSession) => terminal.signal('SIGHUP'), 129],
  ['a crash', 'crash', (terminal: TerminalSession) => terminal.press('r'), 1],
] as const) {
  test.serial(
    `${how} leaves the alternate screen, shows the cursor, leaves no manner in the terminal, and ends with ${code}`,
    async (t) => {
      const terminal = openTerminal({
        command: process.execPath,
        args: [...fixture, '120', 'manners', ...(args === '' ? [] : [args])],
      });
      t.teardown(() => terminal.close());
      await terminal.waitFor(() => terminal.written().includes('\u001B]9;4;1;60\u0007'));
      t.deepEqual(
        leftBehind(terminal.written())
          .filter((each) => each !== 'cursor hidden')
          .sort(),
        [...everything].sort(),
        'all of it is in use',
      );
      t.true(terminal.alternate());
      leave(terminal);
      t.deepEqual(await terminal.exit, { code, signal: undefined });
      await terminal.waitFor(() => !terminal.alternate() && terminal.cursor().visible);
      if (args !== 'crash') {
        // Who leaves is told what waits; a signal ends everything at once. What a crash says is in app.test.ts.
        const farewell =
          code === 0
            ? [
                '1 animal waits: `petstore sync`, the next start or an open petstore sends it. 2',
                'animals need you: `petstore queue`. 1 animal is held.',
              ]
            : [];
        await terminal.waitFor((lines) => lines.filter((line) => line !== '').length === farewell.length);
        t.deepEqual(
          terminal.screen().filter((line) => line !== ''),
          farewell,
        );
      }

      t.regex(terminal.written(), /\u001B\[\?25h[^\u001B]*$/);
      t.true(terminal.written().lastIndexOf('\u001B[?2004l') > terminal.written().lastIndexOf('\u001B[?2004h'));
      t.deepEqual(leftBehind(terminal.written()), []);
      // A cursor of another shape (DECSCUSR) or colour is none of ours to change.
      t.notRegex(terminal.written(), /\u001B\[\d* q|\u001B\]1[0-2];/);
    },
  );
}

test.serial('nothing that a store says reaches the title or the bar, nor is any other sequence', async (t) => {
  const terminal = openTerminal({
    command: process.execPath,
    args: [...fixture, '120', 'manners', 'hostile', 'happenings'],
    cols: 120,
    rows: 40,
  });
  t.teardown(() => terminal.close());
  await terminal.waitFor(() => terminal.written().includes('\u001B]9;4;1;60\u0007'));
  for (const press of [
    '2',
    keys.enter,
    keys.escape,
    '3',
    '1',
    'jj',
    keys.enter,
    keys.escape,
    '!',
    keys.escape,
    ':',
    'pet',
    keys.escape,
    'G',
    'e',
    keys.escape,
  ]) {
    terminal.press(press);
    await terminal.drawn();
  }

  // OSC, DCS, APC, PM and SOS, begun by one character or by two.
  const strings = new Set(
    [...terminal.written().matchAll(/(?:\u001B[\]PX^_]|[\u009D\u0090\u0098\u009E\u009F])[^\u0007\u001B\u009C]*/g)].map(
      ([text]) => text,
    ),
  );
  t.deepEqual([...strings], ['\u001B]2;petstore main (1!)', '\u001B]9;4;1;60']);
  t.false(terminal.written().includes('\u001B[?1004l'), 'nor is a mode switched by it');
});

test.serial('the cursor of the terminal follows the row of the activity log', async (t) => {
  const terminal = openTerminal({ command: process.execPath, args: [...fixture, '120', 'happenings'] });
  t.teardown(() => terminal.close());
  await terminal.waitFor('Shadow');
  terminal.press('!');
  for (const [press, says] of [
    ['', 'wants a key'],
    ['j', 'Barky'],
    ['j', 'Max'],
    ['k', 'Barky'],
  ] as const) {
    terminal.press(press);
    const lines = await terminal.waitFor((shown) => shown[terminal.cursor().y]?.includes(says) === true);
    const { x, y, visible } = terminal.cursor();
    t.true(visible && x === 0 && lines[y]?.startsWith('>') === true, lines[y]);
  }
});

test.serial('while a shell has the terminal no manner is in it, and after fg all are again', async (t) => {
  const terminal = openTerminal({
    command: 'bash',
    args: ['--norc', '-i'],
    env: { PS1: '$ ', BASH_SILENCE_DEPRECATION_WARNING: '1' },
  });
  t.teardown(() => terminal.close());
  // The shell switches pasting in brackets on for its own prompt.
  const ours = (): readonly string[] =>
    leftBehind(terminal.written())
      .filter((each) => each !== 'mode 2004' && each !== 'cursor hidden')
      .sort();
  terminal.press(`${[process.execPath, ...fixture, '120', 'manners'].join(' ')}\r`);
  await terminal.waitFor(() => terminal.written().includes('\u001B]9;4;1;60\u0007'));
  terminal.press(keys.ctrl('z'));
  await terminal.waitFor(/Stopped/);
  t.deepEqual(ours(), []);
  terminal.press('fg\r');
  await terminal.waitFor(() => ours().length === everything.length - 1 && terminal.alternate());
  terminal.press('q');
  await terminal.waitFor(() => !terminal.alternate());
  await terminal.waitFor(() => ours().length === 0);
  t.pass();
});
