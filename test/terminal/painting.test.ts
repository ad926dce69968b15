/** What is painted, in a real terminal: only the difference, and always the whole truth. */
import test from 'ava';
import { createRandom } from '../helpers/fault-service/seeded-random.ts';
import { scriptArguments } from '../helpers/script.ts';
import { howMany } from '../helpers/tier.ts';
import { keys, openTerminal, type TerminalSession } from '../helpers/terminal.ts';

const fixture = scriptArguments('test/tui/fixture/app.process.ts');
const eraseAll = '\u001B[H\u001B[J';
const endOfFrame = '\u001B[?2026l';

function open(t: { teardown(fn: () => Promise<void>): void }, args: readonly string[] = []): TerminalSession {
  const terminal = openTerminal({
    command: process.execPath,
    args: [...fixture, ...args],
    env: { FORCE_COLOR: '1' },
  });
  t.teardown(() => terminal.close());
  return terminal;
}

/** Settles when all keys pressed so far have done what they do, and that is painted. */
async function settled(terminal: TerminalSession, token: string): Promise<void> {
  terminal.press(`:${token}`);
  await terminal.waitFor(`:${token}`);
  terminal.press(keys.escape);
  await terminal.waitFor((lines) => !lines.some((line) => line.includes(`:${token}`)));
}

const moves = [
  'j',
  'j',
  'jj',
  'jjjjj',
  'k',
  'kk',
  'kkkk',
  keys.ctrl('d'),
  keys.ctrl('u'),
  keys.pageDown,
  keys.pageUp,
  'G',
  'gg',
  '\t',
  's',
  'o',
  '/mia\r',
  '/\u0015\r',
  '21',
  '2jk1',
  '3jjj1',
  '?jj1',
  '\rjj1',
];
const sizes = [
  [80, 24],
  [40, 15],
  [120, 40],
  [40, 10],
  [61, 19],
] as const;

test.serial('after any keys and any new size the screen is what a full redraw shows', async (t) => {
  const random = createRandom(5);
  const terminal = open(t, ['120', 'colour']);
  await terminal.waitFor('1 of 124');
  for (let step = 0; step < howMany(9, 200); step += 1) {
    const pressed = Array.from(
      { length: 1 + Math.floor(random() * 6) },
      () => moves[Math.floor(random() * moves.length)] as string,
    );
    // Often enough for each size to have its turn.
    if (step % 3 === 2) {
      const [cols, rows] = sizes[Math.floor(step / 3) % sizes.length] as readonly [number, number];
      terminal.resize(cols, rows);
      await terminal.waitFor((lines) => lines.length === rows && / \?( |$)/.test(lines.at(-1) ?? ''));
    }

    for (const keys of pressed) {
      terminal.press(keys);
    }

    await settled(terminal, `z${step}z`);
    const painted = terminal.cells();
    terminal.mark();
    terminal.press(keys.ctrl('l'));
    await terminal.waitFor(() => terminal.written().includes(eraseAll) && terminal.written().endsWith(endOfFrame));
    await settled(terminal, `y${step}y`);
    t.deepEqual(terminal.cells(), painted, `step ${step}: ${JSON.stringify(pressed)}`);
  }
});

test.serial('a move usually writes at most 400 bytes, and one that scrolls never more than 2600', async (t) => {
  const terminal = open(t, ['120', 'colour', 'no-queue']);
  await terminal.waitFor('1 of 120');
  // Beyond the page, so that rows scroll, and back.
  const far = howMany(28, 119);
  const down = Array.from({ length: far }, (_, row) => ({ key: 'j', then: row + 2 }));
  const up = Array.from({ length: far }, (_, row) => ({ key: 'k', then: far - row }));
  const written: number[] = [];
  for (const { key, then } of [...down, ...up]) {
    terminal.mark();
    terminal.press(key);
    await terminal.waitFor(new RegExp(` ${then} of 120$`, 'm'));
    await terminal.waitFor(() => terminal.written().endsWith(endOfFrame));
    written.push(Buffer.byteLength(terminal.written()));
  }

  const ofPage = written.slice(0, 8);
  const median = ofPage.toSorted((a, b) => a - b)[Math.floor(ofPage.length / 2)] ?? 0;
  t.log(`median ${median}, most ${Math.max(...written)}`);
  t.true(median <= 400, ofPage.join());
  t.true(Math.max(...written) <= 2600, written.join());
});
