/** What the built program writes to a real terminal beside what it draws, and that it takes all of it back. */
import test, { type ExecutionContext } from 'ava';
import { scriptArguments } from '../helpers/script.ts';
import { programEnvironment, programPath } from '../helpers/program.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { keys, openTerminal, type TerminalSession } from '../helpers/terminal.ts';

async function open(t: ExecutionContext, env: Readonly<Record<string, string>>): Promise<TerminalSession> {
  const home = temporaryFolder(t);
  const terminal = openTerminal({
    command: '/usr/bin/env',
    args: [`TERM=${env['TERM'] ?? 'xterm-256color'}`, process.execPath, programPath],
    env: { ...programEnvironment(home), WT_SESSION: '', PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1', ...env },
  });
  t.teardown(() => terminal.close());
  await terminal.waitFor(/offline (?:since )?\d\d:\d\d/);
  return terminal;
}

const begun = '\u001B[?7l\u001B[22;2t';

test.serial('title, mouse and cut lines are asked for before anything is drawn', async (t) => {
  const terminal = await open(t, {});
  await terminal.waitFor(() => terminal.written().includes('\u001B]2;petstore env\u0007'));
  t.true(terminal.written().includes(`${begun}\u001B[?1000h\u001B[?1006h`));
  // In a frame that was drawn before, a line that is wider than it was counted would have broken.
  const written = terminal.written();
  t.true(written.lastIndexOf(begun) < written.lastIndexOf('highest id first'), JSON.stringify(written));
  const screenTaken = written.lastIndexOf('\u001B[?1049h');
  t.false(written.slice(screenTaken, Math.max(screenTaken, written.lastIndexOf(begun))).includes('highest id first'));
  terminal.press('\u001B[O', '\u001B[I', 'x');
  const lines = await terminal.waitFor('x does nothing here');
  t.true(lines.some((line) => line.includes('○ offline')));
});

test.serial('with mouse off, and for a screen reader, no report of the mouse is asked for', async (t) => {
  const spoken = await open(t, { ACCESSIBLE: '1' });
  t.notRegex(spoken.written(), /\?100[06]h|\?7l|\u001B\]/);
  t.false(spoken.alternate());
  const terminal = await open(t, {});
  terminal.press(':mouse off', keys.enter);
  await terminal.waitFor(() => terminal.written().includes('\u001B[?1006l\u001B[?1000l'));
  terminal.press(':mouse on', keys.enter);
  await terminal.waitFor(
    () => terminal.written().lastIndexOf('\u001B[?1000h') > terminal.written().indexOf('\u001B[?1000l'),
  );
  t.pass();
});

/**
 * What a terminal is left with after all that was written to it: modes that are on, or off that were on, and titles put
 * aside and not taken back.
 */
function leftBehind(written: string): readonly string[] {
  const left = new Map<string, boolean>();
  let titles = 0;

  for (const [, modes = '', final = '', stack = ''] of written.matchAll(
    /\u001B\[\?([\d;]+)([hl])|\u001B\[(2[23])(?:;\d)?t/g,
  )) {
    for (const mode of modes === '' ? [] : modes.split(';')) {
      left.set(`mode ${mode}`, final === 'h');
    }

    titles += stack === '22' ? 1 : stack === '23' ? -1 : 0;
  }

  // Long lines are broken by itself.
  if (left.has('mode 7')) {
    left.set('no wrap', left.get('mode 7') === false);
    left.delete('mode 7');
  }

  // The cursor is on by itself; so what is left behind is a cursor that is off.
  left.set('cursor hidden', left.get('mode 25') === false);
  left.delete('mode 25');
  return [...[...left].flatMap(([what, isOn]) => (isOn ? [what] : [])), ...(titles === 0 ? [] : [`${titles} titles`])];
}

const fixture = scriptArguments('test/tui/fixture/app.process.ts');
const everything = ['mode 1000', 'mode 1006', 'mode 1049', 'mode 2004', 'no wrap', '1 titles'];

const farewell = '1 animal is queued: it is sent while main is open';
const sorry = 'petstore had to stop. That did not work: the cat sat on the keyboard Everything you saved is kept';

for (const [how, args, leave, code, says] of [
  ['q', '', (terminal: TerminalSession) => terminal.press('q'), 0, farewell],
  ['SIGTERM', '', (terminal: TerminalSession) => terminal.signal('SIGTERM'), 143, ''],
  ['SIGHUP', '', (terminal: TerminalSession) => terminal.signal('SIGHUP'), 129, ''],
  ['a crash', 'crash', (terminal: TerminalSession) => terminal.press('r'), 1, sorry],
] as const) {
  test.serial(
    `${how} leaves the alternate screen, shows the cursor, leaves no manner in the terminal, and ends with ${code}`,
    async (t) => {
      const terminal = openTerminal({
        command: process.execPath,
        args: [...fixture, '120', 'manners', ...(args === '' ? [] : [args])],
      });
      t.teardown(() => terminal.close());
      await terminal.waitFor(
        () => terminal.written().includes('\u001B]2;petstore main') && terminal.written().includes('\u001B[?2004h'),
      );
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
      // Who leaves is told what waits; a signal ends everything at once; a crash says a sentence, and no stack.
      const told = terminal.screen().join(' ').replaceAll(/\s+/g, ' ').trim();
      t.true(told.startsWith(says) && (says !== '' || told === '') && !told.includes(' at '), told);

      t.regex(terminal.written(), /\u001B\[\?25h[^\u001B]*$/);
      t.true(terminal.written().lastIndexOf('\u001B[?2004l') > terminal.written().lastIndexOf('\u001B[?2004h'));
      t.deepEqual(leftBehind(terminal.written()), []);
      // A cursor of another shape (DECSCUSR) or colour is none of ours to change.
      t.notRegex(terminal.written(), /\u001B\[\d* q|\u001B\]1[0-2];/);
    },
  );
}

test.serial('nothing that a store says reaches the title, nor is any other sequence', async (t) => {
  const terminal = openTerminal({
    command: process.execPath,
    args: [...fixture, '120', 'manners', 'hostile', 'happenings'],
    cols: 120,
    rows: 40,
  });
  t.teardown(() => terminal.close());
  await terminal.waitFor(() => terminal.written().includes('\u001B]2;petstore main'));
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
  t.deepEqual([...strings], ['\u001B]2;petstore main (1 needs you)']);
  t.false(terminal.written().includes('\u001B[?1004'), 'nor is a mode switched by it');
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
  await terminal.waitFor(() => terminal.written().includes('\u001B]2;petstore main'));
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
