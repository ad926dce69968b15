import test from 'ava';
import { keys } from '../helpers/terminal.ts';
import { renderApp } from '../helpers/render-app.tsx';
import { makePets } from './fixture/scene.ts';
import type { Int64 } from '../../source/domain/int64.ts';

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

test('an empty list does not claim more than the list that was read shows', async (t) => {
  const app = await renderApp(t, { engine: { pets: [], entries: [] } });
  await app.waitFor('This store is empty.');
  app.press(keys.tab, keys.tab);
  await app.waitFor('No animal is available. Tab shows the others.');
  const { all, ...others } = app.engine.snapshot().lists;
  app.engine.show({ lists: { ...others, all: { ...all, complete: false } } });
  await app.waitFor('No animal that is known here is available. Tab shows the others.');
  app.engine.show({ lists: { ...others, all }, unreadableRows: { rows: 2, why: 'the name is too long' } });
  const lines = await app.waitFor("2 rows of the store's list cannot be read, so they are not shown");
  t.true(lines.some((line) => line.trim() === 'No animal that is known here is available. Tab shows the others.'));
  app.press(keys.tab, keys.tab, keys.tab);
  await app.waitFor('No animal that the store lists can be read here. a adds one, r asks the store');
});

const shownIn = (lines: readonly string[]) => lines.map((line) => line.trim()).filter((line) => line !== '');

test('a window that is too small says so and takes no key but quit', async (t) => {
  const app = await renderApp(t);
  app.resize(28, 6);
  t.deepEqual(shownIn(await app.waitFor('Too small')), ['Too small: 40x10 is needed,', '28x6 is here']);
  app.press('a', 'jj', '2', keys.paste('Max'));
  app.resize(80, 24);
  t.true((await app.waitFor('[1 All]'))[3]?.startsWith(' Needs you'));
  app.resize(28, 6);
  app.press('q');
  t.is(app.quits(), 1);
});

test('what is typed in a window that is too small goes where it would go in a larger one', async (t) => {
  const app = await renderApp(t, { settings: { restMs: 5000 } });
  app.press('a', 'Mo');
  await app.waitFor('> Name      Mo');
  app.resize(29, 24);
  await app.waitFor('name: Mo');
  app.press('nique', keys.left, '!', keys.tab);
  await app.waitFor('category:');
  app.press('3', keys.tab, 'q');
  await app.waitFor('q does nothing here.');
  app.press(keys.tab, keys.paste(' II'));
  t.deepEqual(shownIn(await app.waitFor('II')), ['Too small: 40x10 is needed,', '29x24 is here', 'name: Moniqu! IIe']);
  app.resize(80, 24);
  await app.waitFor('> Name      Moniqu! IIe');
  app.resize(29, 24);
  app.press(keys.ctrl('s'));
  await app.waitFor('Queued as Q-5: Moniqu! IIe');
  t.notRegex(app.lines().join(' '), /takes it back/, 'no key does so here');
  app.resize(20, 3);
  await app.waitFor('20x3');
  t.deepEqual(shownIn(app.lines()), ['Too small: 40x10 is', 'needed, 20x3 is here', 'Queued as Q-5:']);
  app.resize(80, 24);
  app.press('/');
  await app.waitFor('Filter:');
  app.resize(20, 5);
  app.press('quee');
  await app.waitFor('filter: quee');
  t.is(app.quits(), 0);
  app.press(keys.ctrl('c'));
  t.is(app.quits(), 1);
});

test('in a window that is too small nothing that was asked is taken', async (t) => {
  const app = await renderApp(t);
  const before = app.engine.asked.length;
  app.press('*', 'd');
  await app.waitFor('y yes');
  app.resize(29, 7);
  await app.waitFor('Discard');
  app.pass(1000);
  app.press('y', 'n');
  await app.waitFor((lines) => !lines.some((line) => line.includes('Discard')));
  app.resize(80, 24);
  app.press(':discard');
  await app.waitFor(':discard');
  app.resize(29, 7);
  app.press(keys.enter);
  await app.waitFor('command: discard');
  t.deepEqual(app.engine.asked.slice(before), []);
});

test('details tell what the title does not: the fields, and others of that name', async (t) => {
  const pets = makePets(3).map((pet, index) => ({ ...pet, name: index === 0 ? 'Rex'.repeat(40) : 'Rex' }));
  const app = await renderApp(t, { engine: { pets, entries: [] } });
  app.press(`:${pets[1]?.id}\r`);
  const short = (await app.waitFor((lines) => lines.at(-1)?.includes('back') === true)).slice(1);
  t.is(short.filter((line) => line.startsWith(` #${pets[1]?.id}  Rex`)).length, 1, 'its title is told once');
  t.regex(short.join('\n'), new RegExp(`^ Same name +#${pets[2]?.id} `, 'm'));
  app.press(keys.escape, `:${pets[0]?.id}\r`);
  const long = await app.waitFor(
    (lines) => lines.at(-1)?.includes('back') === true && lines.join('').includes('RexRex'),
  );
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

test('a list without a row says so in its middle', async (t) => {
  const app = await renderApp(t, { size: [120, 30], engine: { entries: [] } });
  const isMiddle = (text: string) => (lines: readonly string[]) => {
    const row = lines.findIndex((line) => line.includes(text));
    return row > 10 && row < 20 && /^ {9,}\S.*\S {9,}│$/u.test(lines[row] ?? '');
  };
  app.press('2');
  await app.waitFor(isMiddle('Nothing waits here. a adds an animal.'));
  app.press('3');
  await app.waitFor(isMiddle('No activity since'));
  app.press('1/xyzzy');
  await app.waitFor(isMiddle('Nothing matches "xyzzy". Esc clears the filter.'));
  app.press(keys.escape);
  await app.waitFor(/│ #12 +Nala/u);
  t.pass();
});
