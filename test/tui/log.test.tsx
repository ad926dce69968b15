import test from 'ava';
import type { Int64 } from '../../source/domain/int64.js';
import { renderApp } from '../helpers/render-app.js';
import { keys } from '../helpers/terminal.js';
import { until } from '../helpers/until.js';
import { happenings, leftYesterday, openLog } from './fixture/happenings.js';
import { sceneTime } from './fixture/scene.js';

const cursorRow = (lines: readonly string[]): string => lines.find((line) => line.startsWith('>')) ?? '';

test('the start tells in one line what happened, once the store was asked', async (t) => {
  const app = await renderApp(t, { view: leftYesterday });
  app.engine.show({ activities: happenings.slice(0, 5) });
  t.false(
    app.lines().some((line) => line.includes('shows it.')),
    'before that it may be less than all of it',
  );
  app.engine.show({ activities: happenings.slice(0, 8), nextRefreshAt: new Date(sceneTime + 60_000).toISOString() });
  const lines = await app.waitFor('shows it.');
  t.regex(
    lines.slice(-4).join(' '),
    /Since yesterday [\d:]+: 1 new, 1 sold, 2 changed, 1 gone, 3 of yours need you; ! +shows it\./,
  );
  app.pass(10_100);
  await app.waitFor((shown) => !shown.some((line) => line.includes('shows it.')));
  const later = {
    at: new Date(sceneTime + 300_000).toISOString(),
    since: new Date(sceneTime - 60_000).toISOString(),
    kind: 'gone',
    id: '98' as Int64,
    name: 'Bo',
  } as const;
  app.engine.show({ activities: [...happenings, later] });
  await new Promise(setImmediate);
  t.false(
    app.lines().some((line) => line.includes('shows it.')),
    'what happens while it is open is no news of before',
  );
});

test('a store that cannot be asked is told of too, and its later answer again', async (t) => {
  const app = await renderApp(t, { view: leftYesterday });
  app.engine.show({
    activities: happenings.slice(0, 3),
    connection: { state: 'offline', since: new Date(sceneTime).toISOString() },
  });
  await app.waitFor('1 new, 2 of yours need you; ! shows it');
  app.engine.show({
    activities: happenings.slice(0, 8),
    connection: { state: 'online', since: new Date(sceneTime).toISOString() },
    nextRefreshAt: new Date(sceneTime + 60_000).toISOString(),
  });
  await app.waitFor('1 new, 1 sold, 2 changed');
  t.pass();
});

test('whoever opens a store for the first time is told nothing', async (t) => {
  const app = await renderApp(t);
  app.engine.show({ activities: happenings.slice(0, 8), nextRefreshAt: new Date(sceneTime + 60_000).toISOString() });
  app.press('!');
  t.false((await app.waitFor('Activity')).some((line) => line.includes('away')));
});

test('Enter on a row of the log goes to its animal, and Esc goes back from the log', async (t) => {
  const app = await renderApp(t, { view: leftYesterday });
  openLog(app);
  await app.waitFor('While you were away');
  app.press('jj', keys.enter);
  t.is((await app.waitFor('#3  Coco'))[1]?.trim(), '#3  Coco');
  app.press(keys.escape, '!');
  await app.waitFor('While you were away');
  app.press(keys.escape);
  await app.waitFor('[All 12]');
  t.pass();
});

test('the log is searched with /, n and N, round and round', async (t) => {
  const app = await renderApp(t, { view: leftYesterday });
  openLog(app);
  await app.waitFor('While you were away');
  app.press('/', 'store', keys.enter);
  await app.waitFor((lines) => cursorRow(lines).includes('reached again'));
  app.press('n');
  await app.waitFor((lines) => cursorRow(lines).includes('cannot be reached'));
  app.press('nn');
  await app.waitFor((lines) => cursorRow(lines).includes('reached again'));
  app.press('N');
  await app.waitFor((lines) => cursorRow(lines).includes('refuses the key'));
  app.press('/', 'nobody', keys.enter);
  await app.waitFor('Nothing here has "nobody".');
  t.true(cursorRow(app.lines()).includes('refuses the key'));
});

test('when the app is left, and when another store is opened, the moment is kept', async (t) => {
  const app = await renderApp(t);
  app.clock.now += 60_000;
  app.press('s');
  await app.waitFor('sort: name');
  await until('the moment is kept', () => app.workspace.views.get('main')?.leftAt !== undefined);
  t.like(app.workspace.views.get('main'), { leftAt: new Date(sceneTime + 60_000).toISOString(), leftAfter: 120 });
});

test('what was written under an earlier time than the app was left at, as the clock was set back, is told', async (t) => {
  const twoHoursBefore = new Date(sceneTime - 20 * 60 * 60_000).toISOString();
  const app = await renderApp(t, { view: { ...leftYesterday, leftAfter: 80 } });
  app.engine.show({
    activities: [{ at: twoHoursBefore, kind: 'gone', id: '99' as Int64, name: 'Max' }],
    nextRefreshAt: new Date(sceneTime + 60_000).toISOString(),
  });
  await app.waitFor('1 gone');
  app.press('!');
  await app.waitFor('While you were away');
  await app.waitFor('Max');
  t.deepEqual(
    app.engine.asked.filter((what) => what.startsWith('activities')),
    [0, 1].map(() => `activities since ${leftYesterday.leftAt} and after 80`),
    'by the place in the log, which no clock changes',
  );
});
