/** What somebody sees who looks at the frame: its tabs, headings, footer and answers, in each width and state. */
import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import { renderApp, questionIn } from '../helpers/render-app.tsx';
import { keys } from '../helpers/terminal.ts';
import { makePets, refused, sceneTime } from './fixture/scene.ts';
import { cellWidth } from '../../source/platform/text/terminal-text.ts';
import { setImmediate as turn } from 'node:timers/promises';

const at = new Date(sceneTime - 60_000).toISOString();
const selected = (lines: readonly string[]): string => lines.find((line) => line.startsWith('>')) ?? '';
const rowOf = (lines: readonly string[], text: string): string => lines.find((line) => line.includes(text)) ?? '';

test('every screen keeps its tab in every width, in its order, whatever is said of the connection', async (t) => {
  const since = new Date(sceneTime - 3_600_000).toISOString();
  const app = await renderApp(t, { engine: { snapshot: { connection: { state: 'offline', since } } } });
  for (let columns = 40; columns <= 130; columns += 1) {
    app.resize(columns, 20);
    const [header = ''] = await app.waitFor(([line = '']) => line.includes('offline') && line.length <= columns);
    t.regex(header, /\[?1( All)?\]? +2(!| Mine 4!) +3( Activity)? /, `${columns}: ${header}`);
    t.true(columns < 60 || /, as of \d\d:\d\d$/.test(header), `${columns}: ${header}`);
  }
});

test('the footer says which keys are about the marks, and that as long as there is room', async (t) => {
  const app = await renderApp(t, { size: [120, 24] });
  app.press('gg', '   ');
  const wide = (await app.waitFor('3 marked: ')).at(-1) ?? '';
  t.regex(wide, /^ 3 marked: d discard.* z hold {2}y copy {2}- none {2}· {2}.*Space mark/);
  t.notRegex(wide, / e edit/);
  app.resize(80, 24);
  t.regex((await app.waitFor('3 marked: ')).at(-1) ?? '', /^ 3 marked: d discard.* y copy {2}- none {2}· .* Space/);
  app.resize(40, 15);
  t.regex((await app.waitFor((lines) => lines.length === 15)).at(-1) ?? '', /^ 3 marked: d discard .*\?$/);
});

test('of the activity only what still waits for a person has its sign', async (t) => {
  const settled = { at, kind: 'settled', name: 'Luna', state: 'rejected' } as const;
  const app = await renderApp(t, {
    engine: {
      entries: [refused('Q-1', 'Luna', 'No.'), [...refused('Q-2', 'Luna', 'No.'), { kind: 'discarded', at }]],
      snapshot: {
        activities: [
          { ...settled, localId: 'Q-1' },
          { ...settled, localId: 'Q-2' },
        ],
      },
    },
  });
  app.press('3');
  const lines = await app.waitFor('Q-2 Luna');
  t.regex(rowOf(lines, 'Q-1 Luna'), /^.! /);
  t.notRegex(rowOf(lines, 'Q-2 Luna'), /!/);
});

test('F1 in a form shows its keys, from which every way leads back to what was typed', async (t) => {
  const app = await renderApp(t);
  app.press('a', 'Luna');
  await app.waitFor('> Name');
  for (const back of [keys.escape, 'q', '?']) {
    app.press('\u001BOP');
    t.true((await app.waitFor('Keys: the form')).some((line) => line.includes('Ctrl-S')));
    app.press('1', '2', ':');
    await app.waitFor('Esc goes back to the form first.');
    app.press(back);
    t.regex(rowOf(await app.waitFor('Add an animal'), 'Name'), /Luna/);
  }

  t.is(app.quits(), 0);
});

test('an animal that the filter hides is said to be hidden', async (t) => {
  const app = await renderApp(t, { size: [120, 24] });
  app.press('/', 'oskar', keys.enter, 'a', 'Zelda', keys.tab, '3', keys.ctrl('s'));
  t.regex((await app.waitFor('The filter hides it; Esc clears that.')).join('\n'), /Queued as Q-\d+: Zelda/);
});

test('a long text in a field without the focus shows its beginning, and that it goes on', async (t) => {
  const app = await renderApp(t);
  app.press('a', 'Bartholomew '.repeat(12), keys.tab);
  t.regex(rowOf(await app.waitFor('> Category'), 'Name'), /^ +Name +Bartholomew .*…$/);
});

test('a colleague’s newcomer moves no column, and a row alone gives the word on its state room', async (t) => {
  const app = await renderApp(t, { engine: { pets: makePets(40), entries: [] } });
  const place = (lines: readonly string[]): number => rowOf(lines, 'CATEGORY').indexOf('CATEGORY');
  const before = place(await app.waitFor('CATEGORY'));
  app.engine.show({ pets: makePets(41), newcomers: new Set(['41' as Int64]) });
  const after = await app.waitFor(/\w  +new  /);
  t.is(place(after), before);
  t.false(after.some((line) => line.includes('STATE')));
});

test('beside a pane the list goes on by half of what is in sight, and stands still until then', async (t) => {
  const app = await renderApp(t, { size: [120, 40], engine: { pets: makePets(200), entries: [] } });
  const first = (lines: readonly string[]): string => /\d+/.exec(lines[3] ?? '')?.[0] ?? '';
  const tops = new Set<string>();
  for (let row = 2; row <= 60; row += 1) {
    app.press('j');
    const lines = await app.waitFor(`${row} of 200`);
    tops.add(first(lines));
    t.regex(selected(lines), new RegExp(`^> +${201 - row} `));
  }

  t.deepEqual([...tops].length, 3);
  app.resize(80, 24);
  app.press('G');
  t.regex(selected(await app.waitFor('200 of 200')), /^> +1 /);
});

test('who listens hears words where others see signs, and the help one key after the other', async (t) => {
  const app = await renderApp(t, { settings: { screenReader: true, theme: 'auto' } });
  const texts: string[] = [];
  app.press('?');
  const help = await app.waitFor('show all of it, or answer its review');
  t.true(help.some((line) => /^ *Enter .*show all of it, or answer its review *$/.test(line)));
  texts.push(...help);
  app.press(keys.escape, 'G', keys.enter);
  const card = await app.waitFor(/^ *Of |^ *Category /);
  t.regex(card.join('\n'), /: +(available|pending|sold|not set) \d/);
  texts.push(...card);
  app.press(keys.escape, ':', 'profile');
  texts.push(...(await app.waitFor('another store')));
  app.press(keys.escape, 'aRex', keys.tab, keys.down);
  texts.push(...(await app.waitFor('3 animals')));
  t.notRegex(texts.join('\n'), /[●◐○▍]/);
});

test('no two statuses have the same sign in ASCII, where there is no room for their words', async (t) => {
  const app = await renderApp(t, { size: [40, 15], settings: { glyphs: 'ascii' } });
  t.regex(app.lines()[1] ?? '', /\+ 6\+ +\/ 3 +- 3 +[.] 3/);
  app.press('aRex', keys.tab, '3', keys.tab);
  await app.waitFor('+ / -[. not set]');
});

/** The row above the key hints. */
const status = (lines: readonly string[]): string => lines.at(-2) ?? '';

for (const [columns, rows] of [
  [80, 24],
  [60, 20],
  [40, 15],
] as const) {
  test(`${columns} columns: progress, message and position each have a place, and none hides another`, async (t) => {
    const app = await renderApp(t, { size: [columns, rows] });
    app.engine.show({ progress: { what: 'Sending', done: 0, total: 51 } });
    app.clock.now += 60_450;
    app.engine.show({ progress: { what: 'Sending', done: 31, total: 51 } });
    const lines = await app.waitFor('31 of 51');
    t.regex(lines[0] ?? '', / 31 of 51$/);
    t.regex(status(lines), columns === 40 ? /^ It is sent when its turn comes/ : / 3 of 16$/);
    app.press('y');
    const both = await app.waitFor('Copied Q-3.');
    t.regex(status(both), /^ Copied Q-3\. +3 of 16$/);
    t.regex(both[0] ?? '', / 31 of 51$/);
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
    / Discard Q-2 Milo\? If it is on the store, it stays there\. y yes n no$/,
    app.lines().join('\n'),
  );
});

const changes = 300;

test('an engine that changes all the time is drawn now and then, and its last word always', async (t) => {
  const app = await renderApp(t, { size: [120, 40] });
  const before = app.drawings();
  const began = performance.now();
  for (let done = 1; done <= changes; done += 1) {
    app.engine.show({ progress: { what: 'Sending', done, total: 1000 } });
    await turn();
  }

  await app.waitFor(`${changes} of 1000`);
  const drawings = app.drawings() - before;
  // Ten a second: a busy machine takes seconds for all the changes.
  const ms = performance.now() - began;
  t.true(drawings <= ms / 100 + 2, `${drawings} drawings in ${ms} ms`);
});

test('a key is answered at once, with the engine as it is by then', async (t) => {
  const app = await renderApp(t, { size: [120, 40] });
  for (let done = 1; done <= 20; done += 1) {
    app.engine.show({ progress: { what: 'Sending', done, total: 1000 } });
    app.press('2');
    await turn();
    t.true(app.lines()[0]?.includes('[2'), app.lines()[0]);
    t.true(
      app.lines().some((line) => line.includes(`${done} of 1000`)),
      String(done),
    );
    app.press('1');
    await turn();
  }
});

test('P shows the proof of an animal entered here, narrow and wide, and says so of one that was not', async (t) => {
  const app = await renderApp(t, { view: { tab: 'all', sort: 'id', reverse: false, cursor: 'Q-1' } });
  app.press('P');
  const lines = await app.waitFor('entered here');
  t.true(lines.some((line) => line.includes('Proof of Q-1')));
  t.regex(lines.join('\n'), /rejected\n/);
  t.true(lines.some((line) => line.includes('`petstore queue show Q-1 --proof')));
  app.resize(40, 15);
  await app.waitFor(/Name +Shadow/);
  app.press('\u001B');
  app.resize(80, 24);
  app.press('G', 'P');
  await app.waitFor('was not entered here, so there is no proof of it.');
});
