/** A wheel arrives as arrows: it scrolls lists, and chooses nothing. */
import test from 'ava';
import { renderApp } from '../helpers/render-app.js';
import { keys } from '../helpers/terminal.js';

const wheelDown = keys.down.repeat(3);
const wheelUp = keys.up.repeat(3);

test('a wheel scrolls the list', async (t) => {
  const app = await renderApp(t);
  app.press(wheelDown);
  t.true((await app.waitFor('4 of 16')).some((line) => line.startsWith('> !    Q-1')));
});

test('a wheel in a form changes no field and no choice', async (t) => {
  const app = await renderApp(t);
  app.press('a', 'Luna', keys.tab, '3', keys.tab);
  await app.waitFor('> not set');
  app.press(wheelDown, wheelUp, wheelDown);
  await new Promise(setImmediate);
  app.press(keys.enter);
  await app.waitFor('[All');
  t.true(app.engine.asked.some((each) => each.startsWith('add') && !each.includes('status')), app.engine.asked.join('\n'));
});

test('a wheel in a review, the palette and a question chooses nothing that Enter then takes', async (t) => {
  const app = await renderApp(t);
  app.press('2', 'jj', keys.enter);
  await app.waitFor('Keep waiting');
  app.press(wheelDown);
  await new Promise(setImmediate);
  app.press(keys.enter);
  await app.waitFor('[Waiting');
  app.press(':', 'sy', wheelDown);
  await new Promise(setImmediate);
  t.true(app.lines().some((line) => /^> :?sync|^>.*:sync/.test(line)), app.lines().join('\n'));
  app.press(keys.escape, 'G', 'd');
  await app.waitFor('y yes');
  app.press(wheelDown);
  await new Promise(setImmediate);
  t.true(app.lines().some((line) => line.includes('y yes')));
});

test('a wheel in an empty filter recalls none, and moves the cursor where there is one', async (t) => {
  const app = await renderApp(t, { view: { tab: 'all', sort: 'id', reverse: false, filters: ['luna'] } });
  app.press('/', wheelUp);
  await new Promise(setImmediate);
  t.false(app.lines().some((line) => line.includes('Filter: luna')));
  app.press(keys.up);
  await app.waitFor('Filter: luna');
  t.pass();
});
