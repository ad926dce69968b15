import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import { renderApp } from '../helpers/render-app.tsx';
import { keys } from '../helpers/terminal.ts';
import { findItems } from '../../source/tui/palette/find-items.ts';

test('the palette lists commands, actions with their keys and settings, and Enter does what is chosen', async (t) => {
  const app = await renderApp(t, {
    ownKeys: { release: ['w'] },
    view: { tab: 'all', sort: 'id', reverse: false, cursor: 'Q-4' },
  });
  app.press(':');
  await app.waitFor(/> :add +add an animal/);
  app.press('release');
  await app.waitFor(/> w +release \(held\)/);
  app.press(keys.enter);
  await app.waitFor(/Q-4 .* is released and queued\./);
  app.press(':theme');
  await app.waitFor(/> :theme NAME +colours of the app: none/);
  t.deepEqual(app.engine.asked.slice(1), ['release Q-4']);
});

test('at 80 columns each setting stands whole, with what it is at present', async (t) => {
  const app = await renderApp(t, { size: [80, 50] });
  app.press(':');
  const lines = await app.waitFor(/:glyphs NAME/u);
  for (const start of [':refresh-every', ':rest', ':on-quit', ':mouse', ':screen-reader', ':theme', ':glyphs']) {
    t.regex(lines.find((line) => line.includes(`  ${start} `)) ?? '', /: \S+ *$/u, start);
  }

  t.false(lines.some((line) => line.includes(':import') && line.includes('…')));
});

test('a profile that a shell added, and a category that it named, are known to the open app', async (t) => {
  const app = await renderApp(t, { settings: { categoryLabels: {} } });
  app.workspace.inShell.profiles['shelter'] = 'https://shelter.example.org/v1';
  app.press(':profile shelter', keys.enter);
  await app.waitFor(/^ petstore {2}shelter/);
  for (const open of ['a', ':', '/']) {
    const name = `Zebras${open === ':' ? 2 : open}`.replace('/', 'x');
    app.workspace.inShell.labels['1' as Int64] = name;
    app.press(open);
    await app.waitFor(() => app.app.model.get().settings.categoryLabels['1' as Int64] === name);
    app.press(keys.escape);
    await app.waitFor(() => app.app.model.get().prompt === undefined && app.app.model.get().screens.length === 1);
  }

  t.pass();
});

test('arrows choose another one, and typing chooses the first again', async (t) => {
  const app = await renderApp(t);
  app.press(':srtnxt', keys.enter);
  await app.waitFor('"srtnxt" is neither an id nor a command');
  t.is(app.app.model.get().sort, 'id');
  app.press(':sort by');
  await app.waitFor(/> s +sort by the next column/);
  app.press(keys.ctrl('n'));
  await app.waitFor(/> s .*sort by the next column/);
  app.press(keys.ctrl('p'));
  await app.waitFor(/> s +sort by the next column/);
  app.press(keys.down, ' ');
  await app.waitFor(/> s +sort by the next column/);
  app.press(keys.enter);
  await app.waitFor('by name');
  t.pass();
});

test('an empty line does nothing, an id shows its animal and what is nothing is said to be that', async (t) => {
  const app = await renderApp(t);
  app.press(':', keys.enter);
  await app.waitFor('3 of 16');
  app.press(':7');
  await app.waitFor(/> 7 +show that animal/);
  app.press(keys.enter);
  await app.waitFor('#7  Shadow');
  app.press(':q-3', keys.enter);
  await app.waitFor('Q-3  Coco');
  app.press(':xyzzy', keys.enter);
  await app.waitFor('"xyzzy" is neither an id nor a command');
  app.press(':xyzzi', keys.enter);
  await app.waitFor('"xyzzi" is neither');
  app.press(':xyzzy plugh', keys.enter);
  await app.waitFor('"xyzzy plugh" is neither an id nor a command');
  t.is(app.quits(), 0);
});

test('what no command of the app does is told in a sentence, as it is typed and after Enter', async (t) => {
  const app = await renderApp(t);
  for (const [typed, says] of [
    ['export', 'In a shell `petstore list --format csv` writes the animals as a table.'],
    ['export animals.csv', 'In a shell `petstore list --format csv` writes the animals as a table.'],
    ['Language', 'petstore speaks English alone; categories have the names that :name gives'],
    ['version', 'In a shell `petstore --version` tells the version.'],
  ] as const) {
    app.press(`:${typed}`);
    await app.waitFor((lines) => lines[2]?.startsWith(` ${says}`) === true);
    app.press(keys.enter);
    await app.waitFor((lines) => lines.slice(-4).some((line) => line.includes(says)));
  }

  app.press(':xyzzy');
  t.is((await app.waitFor('No such command.')).length, 24);
});

test('get, filter and status do in the palette what they do in the shell', async (t) => {
  const app = await renderApp(t);
  app.press(':get 5', keys.enter);
  await app.waitFor(/^ #5 /mu);
  app.press(keys.escape, '2:filter dogs', keys.enter);
  await app.waitFor('Filter: dogs');
  app.press('1:filter cat:dogs', keys.enter);
  const lines = await app.waitFor('Filter: cat:dogs');
  t.false(lines.some((line) => line.includes('Cats (2)')));
  app.press(':status', keys.enter);
  await app.waitFor('is an hour late.');
});

test('who goes online without having been offline is told so, and of waiting animals only if some wait', async (t) => {
  const app = await renderApp(t);
  app.press(':online', keys.enter);
  await app.waitFor('You were not working offline; nothing has changed.');
  t.false(app.lines().some((line) => line.includes('has ended')));
});

test('help and palette say why a key is off now, as the animal beneath stands', async (t) => {
  const app = await renderApp(t, { size: [120, 40], view: { tab: 'all', sort: 'id', reverse: false, cursor: 'Q-4' } });
  app.press('?');
  await app.waitFor(/S +send now \(queued, rejected\); off: it is held/);
  const text = app.lines().join('\n');
  t.regex(text, /- +clear the marks; off: [^]*first mark some/);
  t.regex(text, /R +restore \(discarded\); off: it is held/);
  t.regex(text, /z +hold until released \(queued, rejected, checking\)/);
  t.regex(text, /Z +release \(held\)/);
  app.press(keys.escape, ':not my');
  await app.waitFor(/this is not my animal \(recognised\); off: it is held/);
});

test('Tab completes the words that are known of a command, and deletes nothing', async (t) => {
  const app = await renderApp(t);
  for (const [typed, completed] of [
    ['import my di', 'import my di'],
    ['get 15', 'get 15'],
    ['theme no', 'theme none '],
    ['filter dark', 'filter dark'],
    ['profile ', 'profile main '],
    ['profile de', 'profile demo '],
    ['profile nowhere', 'profile nowhere'],
  ] as const) {
    app.press(`:${typed}`, keys.tab, '|');
    await app.waitFor(`:${completed}|`);
    app.press(keys.escape);
  }

  t.pass();
});

// What each means is among the first three that are offered.

const words: Readonly<Record<string, RegExp>> = {
  delete: /discard/,
  remove: /discard/,
  new: /add an animal/,
  search: /filter/,
  upload: /check, send/,
  dark: /colours of the app/,
  columns: /sort by/,
  history: /what happened/,
  exit: /leave/,
  login: /API key/,
  duplicate: /like this one/,
  switch: /another store/,
  server: /another store|address/,
  move: /address/,
  pause: /hold|work offline/,
  online: /back online/,
  reload: /refresh the list|read the list/,
  mouse: /clicks and the wheel/,
  help: /keys/,
  details: /show all of it/,
  undo: /undo/,
  mark: /mark/,
  category: /give a category/,
  retry: /check, send/,
  signs: /glyphs/,
  pane: /show all of it/,
};

test('words that people type for what a command is not called find it', async (t) => {
  const { app } = await renderApp(t);
  const offered = (word: string): readonly string[] =>
    findItems(app, word)
      .slice(0, 3)
      .map(({ left, does }) => `${left} ${does}`);
  const missed = Object.keys(words).filter((word) => !offered(word).some((each) => words[word]?.test(each)));
  t.deepEqual(missed, []);
});

test('who types the name of an animal is told which key finds it', async (t) => {
  const app = await renderApp(t, { ownKeys: { filter: ['f'] } });
  app.press(':barth', keys.enter);
  await app.waitFor('"barth" is neither an id nor a command; f finds animals by name.');
  app.press('fbarth');
  await app.waitFor('Bartholomew the Third');
  t.pass();
});

test('a word for a command is taken in its place with what follows it', async (t) => {
  const app = await renderApp(t);
  app.press(':category 4 Parrots', keys.enter);
  await app.waitFor(/Parrots/);
  t.is(app.app.model.get().settings.categoryLabels['4' as Int64], 'Parrots');
});

test('a filter for a category without a name names the command of the app', async (t) => {
  const app = await renderApp(t, { settings: { categoryLabels: {} } });
  app.press('/', 'cat:dogs', keys.enter);
  await app.waitFor('To name one: :name NUMBER dogs.');
  t.pass();
});

test('a thousand lines pasted as a command or a filter hide no word of what is said of them', async (t) => {
  const app = await renderApp(t);
  const lines = keys.paste(Array.from({ length: 1000 }, (_, line) => `Animal ${line}`).join('\n'));
  app.press(':', lines, keys.enter);
  await app.waitFor('"Animal 0 Animal 1 Anima…" is neither an id nor a command');
  for (const place of ['1', '2', '3']) {
    app.press(place, '/', lines);
    await app.waitFor('matches "Animal 0 Animal 1 Anima…". Esc clears the filter.');
    app.press(keys.escape);
  }

  t.pass();
});
