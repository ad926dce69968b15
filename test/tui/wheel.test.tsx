/** A wheel arrives as arrows: it scrolls lists, and chooses nothing. */
import test from 'ava';
import { renderApp } from '../helpers/render-app.js';
import { keys } from '../helpers/terminal.js';

const wheelDown = keys.down.repeat(3);
const wheelUp = keys.up.repeat(3);

test('a wheel scrolls the list', async (t) => {
  const app = await renderApp(t);
  app.press(wheelDown);
  t.true((await app.waitFor('6 of 16')).some((line) => /^> +11 +Oskar/.test(line)));
});

test('a wheel whose arrows come one by one chooses nothing either', async (t) => {
  const app = await renderApp(t);
  app.press('2', keys.enter);
  await app.waitFor('Did Milo arrive?');
  const chosen = (): string | undefined => app.lines().find((line) => line.startsWith('>'));
  const before = chosen();
  app.press(keys.down, keys.down.slice(0, 2), keys.down.slice(2), keys.down);
  await new Promise(setImmediate);
  t.is(chosen(), before);
  app.press(':', 'sy', keys.up, keys.up, keys.up, keys.enter);
  await app.waitFor((lines) => !lines.some((line) => line.startsWith(':')));
  t.false(
    app.engine.asked.some((each) => /settle|adopt|send|discard/.test(each)),
    app.engine.asked.join('\n'),
  );
});

test('a wheel in a form changes no field and no choice', async (t) => {
  const app = await renderApp(t);
  app.press('a', 'Luna', keys.tab, '3', keys.tab);
  await app.waitFor(/^> Status .*\[· not set\]/m);
  app.press(wheelDown, wheelUp, wheelDown);
  await new Promise(setImmediate);
  app.press(keys.enter);
  await app.waitFor('> Then      > save');
  app.press(keys.enter);
  await app.waitFor('[All');
  t.true(
    app.engine.asked.some((each) => each.startsWith('add') && !each.includes('status')),
    app.engine.asked.join('\n'),
  );
});

test('a wheel in a review, the palette and a question chooses nothing that Enter then takes', async (t) => {
  const app = await renderApp(t);
  app.press('2', keys.enter);
  await app.waitFor('Did Milo arrive?');
  app.press(wheelDown);
  t.true((await app.waitFor('Did Milo arrive?')).some((line) => line.startsWith('> 1  It is #4711')));
  app.press(keys.escape);
  await app.waitFor('[Needs you');
  app.press(':', 'sy');
  await app.waitFor(/^ :sy\s*$/m);
  app.press(wheelDown);
  await new Promise(setImmediate);
  t.true(
    app.lines().some((line) => /^│[▌>] :sync\b/.test(line)),
    app.lines().join('\n'),
  );
  app.press(keys.escape, 'gg', 'd');
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
  // Another key ends the turn, and an arrow is a key again.
  app.press(keys.left, keys.up);
  await app.waitFor('Filter: luna');
  t.pass();
});
