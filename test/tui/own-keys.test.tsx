import test from 'ava';
import { renderApp } from '../helpers/render-app.tsx';
import { keys } from '../helpers/terminal.ts';

test('own keys do what the action does, are in footer and help, and those before do nothing', async (t) => {
  const app = await renderApp(t, { ownKeys: { release: ['x'], 'sort-next': ['w'] } });
  app.press('j');
  await app.waitFor('x release');
  app.press('Z', 's', '2', keys.shiftTab);
  await app.waitFor('It is held, and not sent; x releases it.');
  app.press('S');
  await app.waitFor('Q-4 is held, so it is not sent; x releases it.');
  app.press('1', 'x');
  await app.waitFor(/Q-4 .* is released and queued\./);
  t.deepEqual(app.engine.asked.slice(1), ['release Q-4']);
  app.press('w');
  await app.waitFor('by name');
  app.press('?');
  const help = await app.waitFor('Keys: the list');
  t.true(help.some((line) => /^ x +release/.test(line)));
  t.false(help.some((line) => /^ Z /.test(line)));
});

test('why none of them counts is said at the start, and the usual ones hold', async (t) => {
  const app = await renderApp(t, { keyProblem: '"keys" in config.json is ignored: there is no action "hodl".' });
  await app.waitFor('"keys" in config.json is ignored: there is no action "hodl".');
  app.press('jZ');
  await app.waitFor(/Q-4 .* is released and queued\./);
  t.pass();
});

test('sentences name the keys that a person bound', async (t) => {
  const app = await renderApp(t, {
    engine: { pets: [], entries: [] },
    ownKeys: { add: ['+'], undo: ['x'], refresh: ['w'] },
  });
  await app.waitFor('This store is empty. + adds the first animal.');
  const { all, ...others } = app.engine.snapshot().lists;
  app.engine.show({ lists: { ...others, all: { ...all, complete: false } } });
  await app.waitFor('No animals are known yet. + adds one, w asks the store again.');
  app.press('+', 'Half');
  await app.waitFor('> Name      Half');
  app.press(keys.escape);
  await app.waitFor('What you typed is kept: + goes on with it.');
  app.press('+', 'Luna', keys.tab, '2', keys.ctrl('s'));
  await app.waitFor('Queued as Q-1: Luna');
  app.press(' d');
  await app.waitFor('Discard 1');
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('1 animal is discarded. x brings them back.');
  t.pass();
});
