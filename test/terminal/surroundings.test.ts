/** The built program in terminals and with configurations that are not as one would wish. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readEnvironment } from '../../source/platform/process/environment.ts';
import { programEnvironment, programPath } from '../helpers/program.ts';
import { runHere, runJsonHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { keys, openTerminal, type TerminalSession } from '../helpers/terminal.ts';

const store = { PETSTORE_BASE_URL: 'http://127.0.0.1:9/v1' };
/** What tells of the terminal, where a test says nothing else. */
const usual = { TERM: 'xterm-256color', LANG: 'C.UTF-8', LC_ALL: '', LC_CTYPE: '', NO_COLOR: '' };

function open(
  t: ExecutionContext,
  home: string,
  env: Readonly<Record<string, string | undefined>> = {},
  size: readonly [number, number] = [80, 24],
): TerminalSession {
  const [cols, rows] = size;
  // The emulator's side sets TERM, so that a terminal of another name needs `env`.
  const terminal = openTerminal({
    command: '/usr/bin/env',
    args: [`TERM=${env['TERM'] ?? usual.TERM}`, process.execPath, programPath],
    env: { ...programEnvironment(home), ...store, ...usual, ...env },
    cols,
    rows,
  });
  t.teardown(() => terminal.close());
  return terminal;
}

function writeConfig(home: string, lines: readonly string[]): void {
  mkdirSync(join(home, 'config'), { recursive: true });
  writeFileSync(join(home, 'config', 'config.json'), lines.join('\n'));
}

test.serial('own keys with a mistake are told by the app, config and doctor, and the usual ones hold', async (t) => {
  const home = temporaryFolder(t);
  writeConfig(home, ['{ "keys": { "hold": 1, "undo": "x" } }']);
  const told =
    '"keys" in config.json is ignored: 1 is no key that can be bound: write a character such as "z", "space", ' +
    '"ctrl-n" or "alt-n". Esc, Enter, the arrows alone, [ ] O and A to D are not free, and Ctrl with h, i, j or m is ' +
    'another key. Correct it; until then the usual keys count.';
  t.like(await runHere(home, ['config']), { code: 0, stderr: `${told}\n` });
  const doctor = (await runJsonHere(home, ['doctor'], { env: store })).json as {
    checks: readonly { name: string; detail: string }[];
  };
  t.is(doctor.checks.find(({ name }) => name === 'bindings')?.detail, told);
  const app = open(t, home, { TERM_PROGRAM: 'vscode', FORCE_COLOR: '1' }, [160, 40]);
  await app.waitFor('"keys" in config.json is ignored');
});

const has = (text: string) => (lines: readonly string[]) => lines.some((line) => line.includes(text));
const hasNot = (text: string) => (lines: readonly string[]) => !has(text)(lines);

/** DA, DSR, DECRQM, DECRQSS, XTGETTCAP, XTVERSION, colours, kitty's keyboard and graphics. */
const queries =
  /\u001B\[[?>=]?\d*c|\u001B\[\??[56]n|\u001B\[\??\d*\$p|\u001BP|\u001B\[>\d*q|\u001B\]\d+;(?:\d+;)?\?|\u001B\[\?u|\u001B_|\u001B\[1[4-9]t|\u0005/;
/** How a slow link may cut them is in `test/tui/input/terminal-reports.test.ts`. */
const lateAnswers = [
  '\u001B[?62;4c',
  '\u001B[24;80R',
  '\u001B[?2026;2$y',
  '\u001BP>|some terminal(1)\u001B\\',
  '\u001B]11;rgb:1e1e/1e1e/2e2e\u0007',
  '\u001B]10;rgb:ffff/ffff/ffff\u001B\\',
  '\u001B[?1u',
  '\u001B_Gi=31;OK\u001B\\',
  '\u001B[8;24;80t',
];

test.serial(
  'a terminal is asked nothing, and answers that somebody else asked for are no letters of a name and no keys; garbage is none either',
  async (t) => {
    const app = open(t, temporaryFolder(t));
    await app.waitFor('○ offline');
    for (const [press, isShown] of [
      ['2', has('[2 Mine')],
      ['3', has('[3 ')],
      ['1', has('[1 All]')],
      ['a', has('Category')],
      [keys.escape, hasNot('Category')],
      ['?', has('Keys: ')],
      [keys.escape, hasNot('Keys: ')],
      [':', has('Esc cancel')],
      [keys.escape, hasNot('Esc cancel')],
      ['!', has('[3 ')],
      [keys.escape, hasNot('[3 ')],
    ] as const) {
      app.press(press);
      await app.waitFor(isShown);
    }

    app.press('a', 'Lu');
    await app.waitFor('Lu');
    app.press(lateAnswers.join(''), 'na', '\t3', keys.ctrl('s'));
    await app.waitFor('Queued as Q-1: Luna');
    t.notRegex(app.written(), queries);

    // None of it sends, discards or leaves.
    app.press(
      '\u001B[<0;10;5M\u001B[<0;10;5m',
      '\u001B[99;99;99~',
      '\u009B5n',
      '\u001B[200',
      '\u0000\u001C\u001D\u001E\u001F',
      '\uFFFD\uFFFD',
      '\u001B[?;;;;;;;h',
    );
    await app.drawn();
    app.press('?');
    await app.waitFor('Keys: ');
    app.press(keys.escape);
    await app.waitFor(/Q-1 +Luna .*queued/);
  },
);

const beyondAscii = /[^\u0000-\u007F]/;

const asciiOnly: readonly (readonly [what: string, env: Readonly<Record<string, string>>])[] = [
  ['the console of Linux', { TERM: 'linux' }],
  ['LANG=C', { LANG: 'C' }],
  ['LC_ALL=POSIX over a LANG of UTF-8', { LC_ALL: 'POSIX', LANG: 'en_GB.UTF-8' }],
  ['LC_CTYPE=C over a LANG of UTF-8', { LC_CTYPE: 'C', LANG: 'en_GB.UTF-8' }],
  ['no locale at all', { LANG: '' }],
];

test('which terminals have no signs beyond ASCII is known from the locale and the name of the terminal', (t) => {
  t.true(readEnvironment(usual).hasGlyphs);
  for (const [what, env] of asciiOnly) {
    t.false(readEnvironment({ ...usual, ...env }).hasGlyphs, what);
  }
});

test.serial('on the console of Linux every screen is drawn in ASCII', async (t) => {
  const app = open(t, temporaryFolder(t), { TERM: 'linux' }, [120, 40]);
  await app.waitFor('- offline');
  app.press('a', `${'A long name '.repeat(20)}\t3\t`, keys.right);
  await app.waitFor('[+ available]');
  app.press(keys.ctrl('s'));
  await app.waitFor('Queued as Q-1');
  for (const [press, isShown] of [
    ['z', has('held')],
    ['2', has('[2 Mine')],
    ['3', has('[3 ')],
    ['?', has('Keys: ')],
    [keys.escape, hasNot('Keys: ')],
    [':', has('Esc cancel')],
    [keys.escape, hasNot('Esc cancel')],
    ['1', has('[1 All]')],
    ['!', has('[3 ')],
    [keys.escape, hasNot('[3 ')],
    ['a', has('Category')],
    [keys.tab, has('> Category')],
  ] as const) {
    app.press(press);
    const lines = await app.waitFor(isShown);
    await app.drawn();
    t.deepEqual(
      lines.filter((line) => beyondAscii.test(line)),
      [],
      `after ${JSON.stringify(press)}`,
    );
  }

  t.notRegex(app.written(), beyondAscii);
  // A console without titles would print their letters.
  t.notRegex(app.written(), /\u001B\]|\u001B\[22;2t/);
});

test.serial('glyphs in the configuration win over what is known of the terminal', async (t) => {
  const home = temporaryFolder(t);
  writeConfig(home, ['{ "glyphs": "unicode" }']);
  await open(t, home, { LANG: 'C' }).waitFor('○ offline');
  t.pass();
});

test.serial('with NO_COLOR nothing has a colour, and nothing is faint', async (t) => {
  const app = open(t, temporaryFolder(t), { FORCE_COLOR: '3', COLORFGBG: '15;0', NO_COLOR: '1' }, [120, 40]);
  await app.waitFor('○ offline');
  app.press('a', 'Luna\t3\t', keys.right);
  await app.waitFor('[● available]');
  app.press(keys.ctrl('s'));
  await app.waitFor('Queued as Q-1: Luna');
  const looks = new Set<string>();
  for (const [press, shown] of [
    ['/lu', 'Filter: lu'],
    [keys.enter, 'Esc clear'],
    ['*', '1 marked'],
    ['d', 'y yes'],
  ] as const) {
    app.press(press);
    await app.waitFor(shown);
    await app.drawn();
    app
      .cells()
      .flat()
      .flatMap((cell) => cell.looks.split(' '))
      .forEach((look) => looks.add(look));
  }

  looks.delete('');
  t.deepEqual([...looks].sort(), ['bold', 'inverse', 'underline']);
});

test.serial('with the theme light header, footer and the chosen row lie on light greys', async (t) => {
  const home = temporaryFolder(t);
  writeConfig(home, ['{ "theme": "light" }']);
  const app = open(t, home, { FORCE_COLOR: '3' });
  await app.waitFor('○ offline');
  const cells = app.cells();
  t.true(cells[0]?.every(({ looks }) => looks.includes('on-colour-254')));
  t.true(cells.at(-1)?.every(({ looks }) => looks.includes('on-colour-254')));
  t.is(cells.flat().filter(({ looks }) => looks.includes('inverse')).length, 0);
});
