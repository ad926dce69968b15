import test from 'ava';
import { questionIn, renderApp } from '../helpers/render-app.js';
import { cellWidth } from '../../source/platform/text/terminal-text.js';
import { keys } from '../helpers/terminal.js';

/** The row above the key hints. */
const status = (lines: readonly string[]): string => lines.at(-2) ?? '';

for (const [columns, rows, alone, beside] of [
  [80, 24, /^ Sending █{12}░{8} 31 of 51 +row 3 of 16$/, /^ Sending █{12}░{8} 31 of 51 {2}Copied Q-3\. +row 3 of 16$/],
  [60, 20, /^ Sending █{12}░{8} 31 of 51 +row 3 of 16$/, /^ Sending █{12}░{8} 31 of 51 {2}Copied Q-3\. +3 of 16$/],
  [40, 15, /^ Sending █{4}▌░{3} 31 of 51 +row 3 of 16$/, /^ Copied Q-3\. +row 3 of 16$/],
] as const) {
  test(`${columns} columns: progress, message and position each have a lane, and none hides another`, async (t) => {
    const app = await renderApp(t, { size: [columns, rows] });
    app.engine.show({ progress: { what: 'Sending', done: 0, total: 51 } });
    app.clock.now += 60_450;
    app.engine.show({ progress: { what: 'Sending', done: 31, total: 51 } });
    const lines = await app.waitFor('31 of 51');
    t.regex(status(lines), alone);
    app.press('y');
    const both = await app.waitFor('Copied Q-3.');
    t.regex(status(both), beside);
    t.true(both.some((line) => line.includes('31 of 51')));
    t.true(both.every((line) => cellWidth(line) <= columns));
    t.is(both.length, rows);
  });
}

test('a key that does nothing says so, and where the keys are listed', async (t) => {
  const app = await renderApp(t);
  app.press('x');
  await app.waitFor('x does nothing here; ? lists the keys.');
  app.press('2', keys.ctrl('g'));
  await app.waitFor('Ctrl-G does nothing here; ? lists the keys.');
  app.press('3', ' ');
  await app.waitFor('Space does nothing here; ? lists the keys.');
  app.press('2', '/', 'x');
  t.false(
    (await app.waitFor('Filter: x')).some((line) => line.includes('does nothing')),
    'what is typed is no key',
  );
});

test('what went wrong stays while one looks around, and is answered by a key that does more', async (t) => {
  const app = await renderApp(t);
  app.press(':nonsense\r');
  await app.waitFor('is neither an id nor a command');
  app.press('jjk', 'G', 'x');
  t.true((await app.waitFor('16 of 16')).some((line) => line.includes('is neither an id nor a command')));
  app.press('s');
  await app.waitFor((lines) => !lines.some((line) => line.includes('is neither an id nor a command')));
});

test('a question is never drawn over', async (t) => {
  const app = await renderApp(t);
  app.press('gg', 'd');
  await app.waitFor('Discard Q-2');
  app.engine.show({
    progress: { what: 'Sending', done: 31, total: 51 },
    summary: { sent: 2, refused: 1, undecided: 0, at: new Date(app.clock.now).toISOString() },
  });
  await new Promise(setImmediate);
  t.regex(
    questionIn(app.lines()),
    /^Discard Q-2 Milo\? If it is on the store, it stays there\./,
    app.lines().join('\n'),
  );
});

test('a file system without locks is no reason to say that nothing is saved', async (t) => {
  const app = await renderApp(t, { size: [80, 24] });
  const message = `Nothing can be sent: the file system locks no files (/${'long/'.repeat(20)}). What was saved is untouched.`;
  app.engine.show({ readOnly: { code: 'no_locks', message } });
  const lines = await app.waitFor('The file system locks no files, so nothing can be sent: :doctor');
  t.false(lines.some((line) => line.includes('Nothing can be saved')));
});
