/** Rows before the program: what stands on the terminal while it is loaded, and how it takes over. */
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'ava';
import { programPath } from '../../helpers/program.js';
import { keys, type TerminalSession } from '../../helpers/terminal.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';
import { until } from '../../helpers/until.js';
import { keepHome } from './kept-home.js';

/** Whether the first row lies on a colour. */
const looksOn = (terminal: TerminalSession, colour: string): boolean =>
  terminal.cells()[0]!.every(({ looks }) => looks.includes(`on-${colour}`));

/** The answer of a terminal to the question for one of its colours. */
const toAnswer = (code: string, colour: string): string =>
  `\u001B]${code};rgb:${[1, 3, 5].map((at) => colour.slice(at, at + 2)).join('/')}\u001B\\`;

const frameEnd = '\u001B[?2026l';

test.serial('the rows stand there before the program is loaded, and taking over writes little', async (t) => {
  const { hold } = await keepHome(t);
  const terminal = hold();
  const before = await terminal.waitFor('Pet number 30');
  t.regex(before[0]!, /^ shelter \[1 Pets\] 2 Queue 3 Activity 4 Settings +opening$/);
  t.false(
    before.some((line) => /connecting|offline|as of|row 1/.test(line)),
    before.join('\n'),
  );
  t.true(terminal.alternate());
  t.is(terminal.written().split(frameEnd).length, 2, 'in one write that is shown at once');
  terminal.mark();
  terminal.release();
  const after = await terminal.waitFor('row 1 of 30');
  const [takeOver = ''] = terminal.written().split(frameEnd);
  t.true(Buffer.byteLength(takeOver + frameEnd) <= 400, JSON.stringify(takeOver));
  t.deepEqual(after.slice(1, 22), before.slice(1, 22));
  await terminal.waitFor('○ offline');
  terminal.press('q');
  t.is((await terminal.exit).code, 0);
  t.false(terminal.alternate());
});

const dark = { 10: '#ffffff', 11: '#000000', '4;4': '#5c5cff', '4;6': '#00cdcd' };
const light = { ...dark, 10: '#000000', 11: '#ffffff' };
const truecolor = { FORCE_COLOR: '3' };

test.serial('tints of the terminal’s own colours are kept, and its answer changes nothing', async (t) => {
  const { framePath, hold, start } = await keepHome(t);
  const visit = start({ env: truecolor, colours: dark });
  await until('the first answer is drawn', () => looksOn(visit, '#141414'));
  visit.press('q');
  await visit.exit;
  t.true(readFileSync(framePath, 'utf8').includes('"colours"'));

  const terminal = hold({ env: truecolor, colours: dark });
  const before = await terminal.waitFor('Pet number 30');
  t.true(looksOn(terminal, '#141414'));
  const cells = terminal.cells();
  terminal.mark();
  terminal.release();
  await terminal.waitFor('○ offline');
  t.deepEqual(terminal.screen().slice(1, 22), before.slice(1, 22));
  t.deepEqual(terminal.cells().slice(1, 22), cells.slice(1, 22));
  t.false(terminal.written().includes('Pet number 30'), terminal.written());
  terminal.press('q');
  await terminal.exit;
});

test.serial('tints that were kept of other colours go with the answer, be it after a key', async (t) => {
  const { hold, start } = await keepHome(t);
  const visit = start({ env: truecolor, colours: dark });
  await until('the first answer is drawn', () => looksOn(visit, '#141414'));
  visit.press('q');
  await visit.exit;

  const terminal = hold({ env: truecolor });
  await terminal.waitFor('Pet number 30');
  terminal.release();
  await terminal.waitFor('○ offline');
  terminal.press('j');
  await terminal.waitFor('row 2 of 30');
  t.true(looksOn(terminal, '#141414'));
  terminal.press(...Object.entries(light).map(([code, colour]) => toAnswer(code, colour)));
  await until(
    'the tints are those of the terminal',
    () => looksOn(terminal, '#ebebeb') && !looksOn(terminal, '#141414'),
  );
});

test.serial('keys that are typed before the program is loaded are neither echoed nor lost', async (t) => {
  const { hold } = await keepHome(t);
  const terminal = hold();
  await terminal.waitFor('Pet number 30');
  terminal.mark();
  terminal.press('j', 'jj', '/');
  terminal.release();
  await terminal.waitFor((lines) => lines.some((line) => line.includes('4 of 30')) && terminal.cursor().visible);
  terminal.press('number 7');
  await terminal.waitFor('row 1 of 3');
  t.false(terminal.written().includes('jj'));
});

test.serial('the first frame of the program is the answer to a key that was typed before', async (t) => {
  const { hold } = await keepHome(t);
  const terminal = hold();
  await terminal.waitFor('Pet number 30');
  terminal.mark();
  terminal.press('j');
  terminal.release();
  await terminal.waitFor('row 2 of 30');
  t.false(terminal.written().includes('row 1 of 30'), terminal.written());
});

test.serial('Ctrl-C before the program is loaded leaves it as it always does', async (t) => {
  const { hold } = await keepHome(t);
  const terminal = hold();
  await terminal.waitFor('Pet number 30');
  terminal.press(keys.ctrl('c'));
  terminal.release();
  t.deepEqual(await terminal.exit, { code: 0, signal: undefined });
  t.false(terminal.alternate());
  t.false(terminal.written().includes('^C'));
});

test.serial('Ctrl-Z before the program is loaded stops it once it is', async (t) => {
  const { hold } = await keepHome(t);
  const terminal = hold();
  await terminal.waitFor('Pet number 30');
  terminal.press(keys.ctrl('z'));
  terminal.release();
  // No shell stops it here, so it comes back by itself.
  await terminal.waitFor(() => terminal.written().split('\u001B[?1049h').length === 3);
  await terminal.waitFor('row 1 of 30');
  terminal.press('q');
  t.is((await terminal.exit).code, 0);
});

for (const [name, code] of [
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGINT', 130],
] as const) {
  test.serial(`${name} before the program is loaded ends it and gives the terminal back`, async (t) => {
    const { hold } = await keepHome(t);
    const terminal = hold();
    await terminal.waitFor('Pet number 30');
    terminal.signal(name);
    terminal.release();
    t.deepEqual(await terminal.exit, { code, signal: undefined });
    t.false(terminal.alternate());
    t.true(terminal.cursor().visible);
  });
}

test.serial(
  'where a part of the program is missing, the sentence stands in the shell and the terminal is given back',
  async (t) => {
    const program = join(temporaryFolder(t), 'cli.js');
    cpSync(dirname(programPath), dirname(program), { recursive: true });
    for (const part of ['shell', 'app']) {
      const { hold } = await keepHome(t, 30, { program });
      const terminal = hold({ program });
      await terminal.waitFor('Pet number 30');
      for (const file of readdirSync(dirname(program)).filter((each) => each.startsWith(`${part}-`))) {
        rmSync(join(dirname(program), file));
      }

      terminal.release();
      t.is((await terminal.exit).code, 1);
      t.false(terminal.alternate());
      t.true(terminal.cursor().visible);
      t.regex(terminal.screen().join(' '), /petstore.*part of (?:it|petstore) is missing/);
      cpSync(dirname(programPath), dirname(program), { recursive: true });
    }
  },
);

test.serial('a window that changes while the program is loaded is drawn anew in its new size', async (t) => {
  const { hold } = await keepHome(t);
  const terminal = hold();
  await terminal.waitFor('Pet number 30');
  terminal.resize(60, 15);
  terminal.release();
  const lines = await terminal.waitFor(
    (shown) => shown[14]?.includes('quit') === true && /^[>▌]/u.test(shown[3] ?? ''),
  );
  t.is(lines.filter((line) => line.includes('[1 Pets]')).length, 1);
  terminal.press('q');
  await terminal.exit;
});

test.serial('an app that is killed has kept the frame of where it was left', async (t) => {
  const { start, begin, framePath } = await keepHome(t);
  const terminal = start();
  await terminal.waitFor('○ offline');
  terminal.press('j');
  await until('the frame is kept anew', () => /[>▌] +29 +Pet number 29/u.test(readFileSync(framePath, 'utf8')));
  terminal.signal('SIGKILL');
  await terminal.exit;
  t.regex(await begin(), /[>▌] +29 +Pet number 29/u);
});
