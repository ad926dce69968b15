/** The built program in terminals and with configurations that are not as one would wish. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readEnvironment } from '../../source/platform/process/environment.ts';
import { programEnvironment, programPath } from '../helpers/program.ts';
import { runHere, runJsonHere } from '../helpers/run-here.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { howMany } from '../helpers/tier.ts';
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
  'a terminal is asked nothing, and answers that somebody else asked for, whole or cut by a slow link, are no letters of a name and no keys; garbage is none either',
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

    app.press(lateAnswers.join(''));
    app.press('a', 'Lu');
    await app.waitFor('Lu');
    app.press(lateAnswers.join(''), 'na');
    await app.waitFor('Luna');
    for (const answer of lateAnswers) {
      app.press(answer.slice(0, 5));
      await app.drawn();
      app.press(answer.slice(5));
    }

    app.press('X\t3', keys.ctrl('s'));
    await app.waitFor('Queued as Q-1: LunaX');
    app.press('g', lateAnswers.join(''), 'g');
    await app.drawn();
    t.false(
      app.screen().some((line) => line.includes('does nothing')),
      app.screen().join('\n'),
    );
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
    await app.waitFor(/Q-1 +LunaX .*queued/);
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

// The one that has no titles either; the others differ in what is asked for above.
for (const [what, env] of asciiOnly.slice(0, howMany(1, asciiOnly.length))) {
  test.serial(`with ${what} every screen is drawn in ASCII`, async (t) => {
    const app = open(t, temporaryFolder(t), env, [120, 40]);
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
    t.true(env['TERM'] !== 'linux' || !/\u001B\]|\u001B\[22;2t/.test(app.written()));
  });
}

test.serial('glyphs in the configuration win over what is known of the terminal, both ways', async (t) => {
  for (const [glyphs, env, expected] of [
    ['unicode', { LANG: 'C' }, '○ offline'],
    ['ascii', { LANG: 'C.UTF-8' }, '- offline'],
  ] as const) {
    const home = temporaryFolder(t);
    writeConfig(home, [`{ "glyphs": "${glyphs}" }`]);
    const app = open(t, home, env, [120, 40]);
    await app.waitFor(expected);
  }

  t.pass();
});

/** Every look that stands on the screens of a person who filters and is asked something. */
async function looksOf(
  t: ExecutionContext,
  env: Readonly<Record<string, string>>,
  config: string,
): Promise<ReadonlySet<string>> {
  const home = temporaryFolder(t);
  writeConfig(home, [config]);
  const app = open(t, home, { FORCE_COLOR: '3', ...env }, [120, 40]);
  const looks = new Set<string>();
  await app.waitFor('○ offline');
  app.press('a', 'Luna\t3\t', keys.right);
  await app.waitFor('[● available]');
  app.press(keys.ctrl('s'));
  await app.waitFor('Queued as Q-1: Luna');
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
  return looks;
}

const attributes = ['bold', 'dim', 'inverse', 'underline'];
const signs = ['cyan', 'green', 'red', 'yellow'];
for (const [what, env, config, expected] of [
  [
    'in 16 on a screen that is known to be dark',
    { COLORFGBG: '15;0' },
    '{ "theme": "16" }',
    [...attributes, 'bright-cyan', ...signs],
  ],
  ['with NO_COLOR', { COLORFGBG: '15;0', NO_COLOR: '1' }, '{}', ['bold', 'inverse', 'underline']],
] as const) {
  test.serial(`colours ${what}`, async (t) => {
    t.deepEqual([...(await looksOf(t, env, config))].sort(), [...expected].sort());
  });
}

for (const [what, env, config, ground] of [
  ['in tmux, without COLORTERM', { FORCE_COLOR: '', TERM: 'tmux-256color', COLORTERM: '', TMUX: '/tmp/x' }, '{}', 236],
  ['with the theme light', { FORCE_COLOR: '3' }, '{ "theme": "light" }', 254],
] as const) {
  test.serial(`${what} header, footer and the chosen row lie on greys, and nothing is inverse`, async (t) => {
    const home = temporaryFolder(t);
    writeConfig(home, [config]);
    const app = open(t, home, env, [80, 24]);
    await app.waitFor('○ offline');
    const cells = app.cells();
    t.true(cells[0]?.every(({ looks }) => looks.includes(`on-colour-${ground}`)));
    t.true(cells.at(-1)?.every(({ looks }) => looks.includes(`on-colour-${ground}`)));
    t.is(cells.flat().filter(({ looks }) => looks.includes('inverse')).length, 0);
  });
}
