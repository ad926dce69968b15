import test from 'ava';
import { keys } from '../helpers/terminal.ts';
import { renderApp } from '../helpers/render-app.tsx';
import { until } from '../helpers/until.ts';
import { attempt, created, lost, makePets, sceneTime } from './fixture/scene.ts';
import type { Int64 } from '../../source/domain/int64.ts';

const selected = (lines: readonly string[]): string => lines.find((line) => line.startsWith('>')) ?? '';

test('keys of vim, arrows and pages move the cursor', async (t) => {
  const app = await renderApp(t, { engine: { pets: makePets(100), entries: [] } });
  const moves: readonly (readonly [string, number])[] = [
    ['j', 2],
    [keys.down, 3],
    ['k', 2],
    [keys.up, 1],
    ['k', 1],
    ['G', 100],
    ['gg', 1],
    [keys.end, 100],
    [keys.home, 1],
    [keys.ctrl('d'), 8],
    [keys.ctrl('u'), 1],
    [keys.pageDown, 16],
    [keys.pageUp, 1],
    ['jjjj', 5],
  ];
  for (const [key, row] of moves) {
    app.press(key);
    t.regex(selected(await app.waitFor(` ${row} of 100`)), new RegExp(`^> +${101 - row} `));
  }
});

test('a filter is typed, kept by Enter, and cleared by Esc with the cursor on its animal', async (t) => {
  const app = await renderApp(t);
  app.press('jjj', '/', 'rex');
  await app.waitFor('1 of 1');
  app.press(keys.escape);
  t.regex(selected(await app.waitFor('6 of 16')), /Oskar/);
  app.press('/', 'luna', keys.enter);
  await app.waitFor('Filter: luna  (Esc clears it)');
  app.press(keys.escape);
  t.regex(selected(await app.waitFor('16 of 16')), /Luna/);
});

test('a filter finds without accents, counts what it found in every tab, and Esc brings all back', async (t) => {
  const app = await renderApp(t, { size: [100, 24] });
  app.press('/zoe');
  t.is(
    (await app.waitFor('[All 1/15+]'))[1]?.replace(/ +highest id first/, ''),
    '[All 1/15+] Mine  ● available 0  ◐ pending 0  ○ sold 0  · not set 1',
    'the queued ones are rows as well',
  );
  app.press(keys.ctrl('u'), 'is:rejected');
  t.regex((await app.waitFor('Filter: is:rejected'))[1] ?? '', /^\[All 1\/15\+\]/);
  app.press(keys.escape);
  await app.waitFor('[All 15+] Mine 4  ● available 6+');
});

test('the words of the tabs stay where there is no room for the order, which an arrow tells as well', async (t) => {
  const app = await renderApp(t, { size: [80, 24] });
  app.press('sss', 'o');
  const [, tabs = '', heading] = await app.waitFor('STATUS ▼');
  t.regex(tabs, /available 6\+.*pending 3.*sold 3.*not set 3\s*$/u, heading);
});

test('the tabs of a store of ten thousand keep their names at 80 columns', async (t) => {
  const pets = makePets(10_000);
  const app = await renderApp(t, { size: [80, 24], engine: { pets } });
  const lines = await app.waitFor(/All 1\d{4}/u);
  t.regex(lines[1] ?? '', /Mine \d+ ● available \d{4}\+ ◐ pending \d{4} ○ sold \d{4} · not set \d+/u);
});

test('animals without a status have a tab as long as there are any', async (t) => {
  const app = await renderApp(t);
  app.press(keys.shiftTab);
  await app.waitFor('[· not set 3]');
  app.engine.show({ pets: app.engine.snapshot().pets.filter(({ status }) => status !== undefined) });
  await app.waitFor('Every animal has a status.');
  app.press(keys.shiftTab);
  await app.waitFor('[○ sold 3]');
  t.false(app.lines()[1]?.includes('Not set'));
});

test('a filter that matches nothing says so', async (t) => {
  const app = await renderApp(t);
  app.press('/xyzzy');
  await app.waitFor(/^ {15,}Nothing matches "xyzzy"\. Esc clears the filter\.$/mu);
  app.press(keys.escape, '/cat:dgos');
  await app.waitFor('"dgos". Did you mean "Dogs"?');
  app.press(keys.escape, '/-cat:dgos');
  t.false((await app.waitFor('-cat:dgos')).some((line) => line.includes('There is no category')));
});

test('tabs, sorts and a refresh leave the cursor on its animal', async (t) => {
  const app = await renderApp(t);
  app.press('G', keys.tab, keys.tab);
  t.regex(selected(await app.waitFor('[● available 6+]')), /Luna/);
  app.press('1', 's');
  t.regex(selected(await app.waitFor('NAME ▲')), /Luna/);
  app.press('o');
  t.regex(selected(await app.waitFor('NAME ▼')), /Luna/);
  app.engine.show({ pets: makePets(40) });
  t.regex(selected(await app.waitFor(/\[All 4\d\+\]/)), /^> +1 +Luna/);
});

test('j and k go from animal to animal within the details', async (t) => {
  const app = await renderApp(t);
  app.press('jj', keys.enter);
  await app.waitFor('#12  Nala');
  app.press('j');
  await app.waitFor('#11  Oskar');
  app.press(keys.escape);
  t.regex(selected(await app.waitFor('ID ▼')), /Oskar/);
});

test('an id goes to its animal, past the filter and tab that hide it', async (t) => {
  const app = await renderApp(t);
  app.press(keys.tab, '/luna\r', ':7\r');
  await app.waitFor('#7  Shadow');
  app.press(keys.escape);
  t.regex(selected(await app.waitFor(/\[All 1\d\+\]/)), /^> +7 +Shadow/);
  app.press(':99\r');
  await app.waitFor('The store has no animal #99.');
});

test('an id of an animal from before a reset shows what was entered, and not the stranger that has its id now', async (t) => {
  const app = await renderApp(t);
  const entry = app.engine.snapshot().entries[0]!;
  const former = {
    ...entry,
    localId: 'Q-9',
    state: 'created' as const,
    petId: '7' as Int64,
    elsewhere: 'former-store' as const,
  };
  app.engine.find = () => Promise.resolve({ type: 'former', entry: former });
  app.press(':q9\r');
  const lines = await app.waitFor('created as #7, at the former store; #7 may be another animal');
  t.is(lines[1]?.trim(), 'Q-9  Shadow  created');
  t.false(lines.some((line) => line.includes('Q-9 is #7')));
  app.press(keys.escape);
  await app.waitFor(/\[All 1\d\+\]/);
});

test('an id of an animal that was discarded long ago shows it, and one of nobody is denied', async (t) => {
  const app = await renderApp(t);
  const entry = { ...app.engine.snapshot().entries[0]!, localId: 'Q-9', state: 'discarded' as const };
  app.engine.findEntry = () => Promise.resolve(undefined);
  app.press(':Q-77\r');
  await app.waitFor('There is no queued animal Q-77. 2 shows all.');
  app.engine.find = () => Promise.resolve({ type: 'archived', entry });
  app.press(':Q-9\r');
  t.is(
    (await app.waitFor('discarded and archived, so it cannot be changed any more.'))[1]?.trim(),
    'Q-9  Shadow  discarded',
  );
});

test('a key right after the id of a queued animal is about that animal', async (t) => {
  const app = await renderApp(t, { view: { tab: 'all', sort: 'id', reverse: false, cursor: '3' } });
  app.press(':Q-3\re');
  const lines = await app.waitFor('Ctrl-S save');
  t.true(
    lines.some((line) => line.includes('Edit Q-3')),
    lines.join('\n'),
  );
});

test('an id of a queued animal goes to it, past the filter that hides it', async (t) => {
  const app = await renderApp(t);
  app.press('2', '/shadow\r', ':Q-3\r');
  await app.waitFor((lines) => lines[1]?.startsWith(' Q-3  Coco') === true && lines.join().includes('entered here'));
  await app.engine.discard('Q-3');
  app.pass(60_000);
  app.press(keys.escape, '1', ':Q-3\r');
  t.is((await app.waitFor('Q-3  Coco  discarded'))[1]?.slice(0, 10), ' Q-3  Coco');
});

test('the place is remembered from start to start', async (t) => {
  const app = await renderApp(t, { view: { tab: 'sold', sort: 'name', reverse: true, cursor: '3' } });
  const lines = await app.waitFor('[○ sold 3]');
  t.true(lines[2]?.includes('NAME ▼'));
  t.regex(selected(lines), /^> +3 +Coco/);
  app.press('k', keys.tab);
  await app.waitFor('[· not set 3]');
  app.press(keys.tab);
  await app.waitFor(/\[All 1\d\+\]/);
  await until('the tab is remembered', () => app.workspace.views.get('main')?.tab === 'all');
  t.is(app.workspace.views.get('main')?.tab, 'all');
});

test('r refreshes, and says what came of it', async (t) => {
  const app = await renderApp(t);
  app.press('r');
  await app.waitFor('The list is fresh: 12 animals.');
  const { lists } = app.engine.snapshot();
  app.engine.show({ lists: { ...lists, all: { ...lists.all, complete: false } } });
  app.press('r');
  await app.waitFor('The list is fresh: 12 animals; the store may have more.');
  app.press('/xyzzy');
  await app.waitFor('No animal that is known here matches "xyzzy". Esc clears the filter.');
  app.press(keys.escape);
  app.engine.show({ connection: { state: 'offline', since: new Date(sceneTime).toISOString() } });
  app.press('r');
  await app.waitFor('Not reachable.');
  app.engine.show({ connection: { state: 'changed', since: new Date(sceneTime).toISOString() } });
  app.press('r');
  await app.waitFor('The list is not read until you say whether this is the right store (:resume or');
  t.deepEqual(
    app.engine.asked.slice(1),
    Array.from({ length: 4 }, () => 'refresh all whole'),
  );
});

test('the id of an animal is copied by the machine, and said to be', async (t) => {
  const app = await renderApp(t);
  app.press('G', 'y');
  await app.waitFor('Copied 1.');
  t.deepEqual(app.copied, ['1']);
  t.deepEqual(app.written, []);
});

test('where no program copies, the terminal is asked to, and nobody is told that it did', async (t) => {
  const app = await renderApp(t, { copies: false });
  app.press('G', 'y');
  await app.waitFor('Handed to the terminal, which may ignore it: 1.');
  const decoded = app.written.map((text) => Buffer.from(text.slice('\u001B]52;c;'.length, -1), 'base64').toString());
  t.deepEqual(decoded, ['1']);
});

test('Esc and q: the one never quits, the other always does', async (t) => {
  const app = await renderApp(t);
  app.press(keys.escape);
  await app.waitFor('3 of 16');
  t.is(app.quits(), 0);
  app.press('3', 'q');
  t.is(app.quits(), 1);
});

test('from 110 columns a list tells since when each animal is known, and whose it is', async (t) => {
  const at = (minutes: number): string => new Date(sceneTime - minutes * 60_000).toISOString();
  const came = (id: string, minutes: number) =>
    ({ kind: 'new', at: at(minutes), id: id as Int64, name: 'Luna' }) as const;
  const app = await renderApp(t, { size: [120, 40], engine: { pets: makePets(5) } });
  app.engine.show({
    recorded: [came('1', 60 * 24 * 122), came('2', 60 * 24 * 3), came('3', 26 * 60)],
    activities: [came('4', 2 * 60), came('5', 12)],
  });
  const seenOf = (id: string): string | undefined =>
    app
      .lines()
      .map(
        (line) => new RegExp(`^[> !~=]* ${id} .*(?:available|pending|sold|not set) +(.*?) +[│┃]`, 'u').exec(line)?.[1],
      )
      .find((seen) => seen !== undefined);
  await app.waitFor('SEEN');
  t.deepEqual(['1', '2', '3', '4', '5'].map(seenOf), [
    'Nov 2025',
    '11 Mar',
    'yesterday',
    '09:05     new',
    '12 min    new',
  ]);
  t.is(seenOf('Q-4'), '50 min    you', 'one that waits is known since it was entered');
  app.pass(3 * 60_000);
  app.app.model.passTime();
  await app.waitFor('15 min    new');
  app.resize(110, 40);
  // What waits has its room first.
  await app.waitFor((lines) => !lines.some((line) => line.includes('SEEN')));
  const other = await renderApp(t, { size: [110, 40], engine: { pets: makePets(5), entries: [] } });
  await other.waitFor('SEEN');
  other.resize(109, 40);
  await other.waitFor((lines) => !lines.some((line) => line.includes('SEEN')));
});

test('an animal that is being checked or in review is not counted as another one: the store may list it already', async (t) => {
  const app = await renderApp(t);
  const lines = await app.waitFor('[All 15+]');
  t.regex(lines[1] ?? '', /● available 6\+ /u, 'Q-2 is in review');
  app.engine.record('Q-3', attempt(0), lost());
  await app.waitFor('[All 14+]');
  app.press('/cat:7', keys.enter);
  await app.waitFor('[All 2/14+]');
});

test('the tabs add up also where only a queued animal has no status, and Mine counts the same on both lines', async (t) => {
  const [first] = makePets(1);
  const app = await renderApp(t, { size: [100, 24], engine: { pets: first ? [first] : [], entries: [] } });
  app.press('a', 'Rollo', keys.tab, '2', keys.ctrl('s'));
  app.press(keys.escape);
  await app.waitFor('[All 2] Mine 1  ● available 1  ◐ pending 0  ○ sold 0  · not set 1');
  app.engine.record('Q-1', attempt(0), created('9', 'Rollo'));
  app.press('a', 'Rolf', keys.tab, '2', keys.ctrl('s'), keys.escape, '/cat:2', keys.enter);
  const [top = '', tabs = ''] = await app.waitFor('Filter: cat:2');
  t.regex(top, /2 Mine 1/u);
  t.regex(tabs, /Mine 1 /u);
});
