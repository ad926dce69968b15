import test from 'ava';
import { keys } from '../helpers/terminal.js';
import { renderApp, type RenderedApp } from '../helpers/render-app.js';
import { cellWidth } from '../../source/platform/text/terminal-text.js';
import { makePets } from './fixture/scene.js';
import { leftYesterday, openLog } from './fixture/happenings.js';
import type { Int64 } from '../../source/domain/int64.js';

/**
 * How each screen is reached from the list, and a text that tells it is there. `wide`: it has more to show where there
 * is room. What each looks like is in `test/pictures/`, drawn by the built program.
 */
const screens: Readonly<
  Record<
    string,
    {
      readonly press: (app: RenderedApp) => void;
      readonly shows: string;
      readonly firstRun?: true;
      readonly wide?: true;
    }
  >
> = {
  list: { press: () => undefined, shows: 'Q-4', wide: true },
  filter: { press: (app) => app.press('/', 'cats e'), shows: 'Filter: cats e' },
  view: { press: (app) => app.press('jjj', keys.enter), shows: 'From' },
  'view-queued': { press: (app) => app.press('ggj', keys.enter), shows: 'entered here' },
  add: { press: (app) => app.press('a', 'Luna', keys.tab, 'ca'), shows: '= Cats (2)', wide: true },
  'add-status': { press: (app) => app.press('a', 'Luna', keys.tab, 'cats', keys.tab), shows: '> Status' },
  'add-errors': { press: (app) => app.press('a', keys.tab, 'many', keys.ctrl('s')), shows: 'A name is needed' },
  mine: { press: (app) => app.press('2'), shows: '[2 Mine', wide: true },
  review: { press: (app) => app.press('2', keys.enter), shows: 'I do not know yet', wide: true },
  discard: { press: (app) => app.press('gg', 'd'), shows: 'Discard Q-2' },
  activity: { press: (app) => openLog(app), shows: 'While you were away', wide: true },
  help: { press: (app) => app.press('?'), shows: 'Keys: the list', wide: true },
  palette: { press: (app) => app.press(':'), shows: ':add' },
  'first-run': { press: () => undefined, shows: 'built-in', firstRun: true, wide: true },
  connect: {
    press: (app) => app.press('j', keys.enter, 'https://pets.example.org/v1', keys.enter, 'abc'),
    shows: '•••',
    firstRun: true,
  },
};

for (const [name, { press, shows, firstRun, wide }] of Object.entries(screens)) {
  for (const size of [[80, 24], [40, 15], ...(wide ? [[120, 30] as const] : [])] as const) {
    test(`${name} at ${size.join('x')}`, async (t) => {
      const app = await renderApp(t, {
        size,
        ...(firstRun ? { firstRun } : {}),
        ...(name === 'activity' ? { view: leftYesterday } : {}),
      });
      await app.waitFor(firstRun ? 'Welcome' : 'Q-4');
      press(app);
      const lines = await app.waitFor(shows);
      t.is(lines.length, size[1]);
      t.true(
        lines.every((line) => cellWidth(line) <= size[0]),
        'no line is wider than the window',
      );
    });
  }
}

for (const size of [
  [40, 15],
  [80, 24],
  [120, 40],
] as const) {
  test(`columns stand below each other whatever script a name is in (${size.join('x')})`, async (t) => {
    const app = await renderApp(t, { size, engine: { entries: [] } });
    app.press('G');
    const lines = await app.waitFor(/ 1 +Luna/);
    const rows = lines.filter((line) => /^[ >▌] +\d+ /u.test(line));
    t.true(
      ['🐶', 'שלום', 'ポチ'].every((name) => rows.some((row) => row.includes(name))),
      lines.join('\n'),
    );
    const places = rows.map((row) => cellWidth(row.slice(0, row.search(/[●◐○·]/u))));
    t.is(new Set(places).size, 1, lines.join('\n'));
  });
}

test('an animal that is in no list is looked up and shown with the end of such look-ups', async (t) => {
  const app = await renderApp(t);
  app.engine.hidden.push({ id: '9223372036854775807' as Int64, name: 'Max', categoryId: '1' as Int64 });
  app.press(':9223372036854775807\r');
  t.deepEqual((await app.waitFor('Asking by id ends')).slice(1, 8), [
    ' #9223372036854775807  Max',
    ' category 1   · not set',
    ' From the store, asked by id, as of 11:05. Asking by id ends on 5 December 2030;',
    ' from then on the lists are searched.',
    '',
    ' Category 1  3:  ● 1  ◐ 1  ○ 1',
    '',
  ]);
});

test('a look-up that is answered late puts nothing in front of somebody who went on', async (t) => {
  const app = await renderApp(t);
  const answer = Promise.withResolvers<undefined>();
  const find = app.engine.find.bind(app.engine);
  app.engine.find = async (...given) => {
    await answer.promise;
    return find(...given);
  };
  app.engine.hidden.push({ id: '99' as Int64, name: 'Max', categoryId: '1' as Int64 });
  app.press(':99\r');
  await app.waitFor('Looking for #99');
  app.press('a', 'Qu');
  await app.waitFor('> Name      Qu');
  answer.resolve(undefined);
  await app.waitFor('#99 is Max; :99 shows it.');
  app.press('een');
  t.is((await app.waitFor('Queen'))[1]?.trim(), 'Add an animal');
});

test('an empty store says what can be done', async (t) => {
  const app = await renderApp(t, { engine: { pets: [], entries: [] } });
  t.is((await app.waitFor('This store'))[2], ' This store is empty. a adds the first animal.');
});

test('an empty list does not claim more than the list that was read shows', async (t) => {
  const app = await renderApp(t, { engine: { pets: [], entries: [] } });
  await app.waitFor('This store is empty.');
  app.press(keys.tab, keys.tab);
  t.is((await app.waitFor('No animal is'))[2], ' No animal is available. Tab shows the others.');
  const { all, ...others } = app.engine.snapshot().lists;
  app.engine.show({ lists: { ...others, all: { ...all, complete: false } } });
  t.is((await app.waitFor('that is known'))[2], ' No animal that is known here is available. Tab shows the others.');
  app.engine.show({ lists: { ...others, all }, unreadableRows: { rows: 2, why: 'the name is too long' } });
  t.is(
    (await app.waitFor('2 rows cannot be read'))[2],
    ' No animal that is known here is available. Tab shows the others.',
  );
  app.press(keys.tab, keys.tab, keys.tab);
  t.is(
    (await app.waitFor('can be read here'))[2],
    ' No animal that the store lists can be read here. a adds one, r asks the store',
  );
});

test('a window that is too small says so and takes no key but quit', async (t) => {
  const app = await renderApp(t);
  app.resize(28, 6);
  t.deepEqual(
    (await app.waitFor('Too small')).map((line) => line.trim()).filter((line) => line !== ''),
    ['Too small: 30x8 is needed,', '28x6 is here'],
  );
  app.press('a', 'jj', '2');
  app.resize(80, 24);
  t.true((await app.waitFor('[1 All]'))[3]?.startsWith(' Needs you'));
  app.resize(28, 6);
  app.press('q');
  t.is(app.quits(), 1);
});

for (const columns of [80, 120, 200]) {
  test(`${columns} columns: the help has each key once and no line too long`, async (t) => {
    const app = await renderApp(t, { size: [columns, 60] });
    app.press('?');
    const lines = await app.waitFor('show all of it, or answer its review');
    t.true(lines.every((line) => cellWidth(line) <= columns));
    t.is(lines.join('\n').split('mark all shown animals').length, 2);
  });
}

test('in a narrow window the help cuts no sentence', async (t) => {
  const app = await renderApp(t, { size: [40, 15] });
  app.press('?');
  let lines = await app.waitFor(/Ctrl-D \d+ more/);
  for (let isMore = true; isMore; isMore = lines.some((line) => line.includes(' more'))) {
    t.false(
      lines.slice(2, -1).some((line) => line.includes('…')),
      lines.join('\n'),
    );
    const before = lines.slice(2, -2).join();
    app.press(keys.ctrl('d'));
    lines = await app.waitFor((shown) => shown.slice(2, -2).join() !== before);
  }
});

test('on the welcome screen the help lists no command, as none can be typed there', async (t) => {
  for (const size of [
    [80, 24],
    [120, 40],
  ] as const) {
    const app = await renderApp(t, { size, firstRun: true });
    await app.waitFor('Welcome');
    app.press('?');
    const lines = await app.waitFor('Keys: welcome');
    t.false(
      lines.some((line) => /:sync|:42|Commands/.test(line)),
      lines.join('\n'),
    );
  }
});

test('details tell what the title does not: the fields, and others of that name', async (t) => {
  const pets = makePets(3).map((pet, index) => ({ ...pet, name: index === 0 ? 'Rex'.repeat(40) : 'Rex' }));
  const app = await renderApp(t, { engine: { pets, entries: [] } });
  app.press(`:${pets[1]?.id}\r`);
  const short = (await app.waitFor('Same name')).slice(1);
  t.is(short.filter((line) => line.startsWith(` #${pets[1]?.id}  Rex`)).length, 1, 'its title is told once');
  t.regex(short.join('\n'), new RegExp(`^ Same name +#${pets[2]?.id} `, 'm'));
  app.press(keys.escape, `:${pets[0]?.id}\r`);
  const long = await app.waitFor('category 1');
  t.is(
    long.slice(2).join('').replaceAll(' ', '').split('Rex').length,
    41,
    'what the title cuts stands below it, whole',
  );
});

test('a text is scrolled no further than to its end, and says how much is below', async (t) => {
  const app = await renderApp(t, { size: [40, 15] });
  app.press('?');
  const [, , first] = await app.waitFor(/Ctrl-D \d+ more/);
  app.press('j'.repeat(300));
  await app.waitFor(
    (lines) => lines.some((line) => line.includes('list is sorted')) && !lines.some((line) => line.includes(' more')),
  );
  app.press('k');
  await app.waitFor('Ctrl-D 1 more');
  app.press('gg');
  t.is((await app.waitFor(/Ctrl-D \d{2,} more/))[2], first);
  app.press('G');
  await app.waitFor((lines) => lines.some((line) => line.includes('list is sorted')));
});

test('an empty Mine does not claim that everything arrived: some may have been discarded', async (t) => {
  const app = await renderApp(t, { engine: { entries: [] } });
  app.press('2');
  t.is((await app.waitFor('Nothing waits'))[2], ' Nothing waits here. a adds an animal.');
});
