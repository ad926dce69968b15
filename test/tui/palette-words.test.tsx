/** Words that people type into the palette: what each means is among the first three that are offered. */
import test from 'ava';
import { findItems } from '../../source/tui/palette/find-items.js';
import type { Int64 } from '../../source/domain/int64.js';
import { renderApp } from '../helpers/render-app.js';
import { keys } from '../helpers/terminal.js';

const words: Readonly<Record<string, RegExp>> = {
  delete: /discard/,
  remove: /discard/,
  new: /add an animal/,
  create: /add an animal/,
  add: /add an animal/,
  search: /filter/,
  find: /filter/,
  filter: /filter/,
  upload: /check, send/,
  push: /check, send/,
  send: /check, send/,
  sync: /check, send/,
  theme: /colours of the app/,
  dark: /colours of the app/,
  colours: /colours/,
  columns: /sort by/,
  sort: /sort/,
  csv: /:import/,
  import: /:import/,
  history: /what happened/,
  yesterday: /what happened/,
  activity: /what happened/,
  exit: /leave/,
  quit: /leave/,
  login: /API key/,
  token: /API key/,
  key: /API key/,
  duplicate: /like this one/,
  clone: /like this one/,
  switch: /another store/,
  server: /another store|address/,
  url: /address/,
  move: /address/,
  address: /address/,
  pause: /hold|work offline/,
  offline: /work offline/,
  online: /back online/,
  resend: /try again/,
  retry: /try again/,
  reload: /refresh the list|read the list/,
  refresh: /refresh the list|read the list/,
  mouse: /clicks and the wheel/,
  signs: /glyphs/,
  pane: /pane/,
  shortcuts: /keys/,
  help: /keys/,
  details: /show all of it/,
  preview: /show all of it/,
  undo: /undo/,
  mark: /mark/,
  profile: /another store/,
  category: /give a category/,
};

test('at least 48 of 52 words find what is meant', async (t) => {
  const { app } = await renderApp(t);
  t.is(Object.keys(words).length, 52);
  const missed = Object.entries(words).filter(
    ([word, meant]) =>
      !findItems(app, word)
        .slice(0, 3)
        .some(({ left, does }) => meant.test(`${left} ${does}`)),
  );
  t.true(
    missed.length <= 4,
    missed
      .map(
        ([word]) =>
          `${word}: ${findItems(app, word)
            .slice(0, 3)
            .map(({ does }) => does)
            .join(' | ')}`,
      )
      .join('\n'),
  );
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
