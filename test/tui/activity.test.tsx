import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import { renderApp } from '../helpers/render-app.tsx';
import { openProfile } from '../../source/tui/actions/session.ts';
import type { Activity } from '../../source/domain/activity.ts';
import { keys } from '../helpers/terminal.ts';
import { until } from '../helpers/until.ts';
import { happenings, leftYesterday, openLog } from './fixture/happenings.ts';
import { sceneTime } from './fixture/scene.ts';

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
    /Since yesterday [\d:]+: 1 new, 1 sold, 2 changed, 1 gone, 2 of yours need you; 3 +shows it\./,
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

test('a store that cannot be asked is told of too, and its later answer again, without what was said beside it', async (t) => {
  const drafts = { main: { name: 'Half a na', category: '', status: '' } } as const;
  const app = await renderApp(t, { view: leftYesterday, drafts, size: [200, 24] });
  app.engine.show({
    activities: happenings.slice(0, 3),
    connection: { state: 'offline', since: new Date(sceneTime).toISOString() },
  });
  await app.waitFor(/1 new, 2 of yours need you; 3 shows it\. Typed and not saved yet: Half/u);
  app.press('j');
  await app.waitFor((lines) => !lines.some((line) => line.includes('Half a na')));
  app.engine.show({
    activities: happenings.slice(0, 8),
    connection: { state: 'online', since: new Date(sceneTime).toISOString() },
    nextRefreshAt: new Date(sceneTime + 60_000).toISOString(),
  });
  const said = await app.waitFor('1 new, 1 sold, 2 changed');
  t.notRegex(said.join(), /Half a na/u, 'by then it may be another one, or be done');
});

test('whoever opens a store for the first time is told nothing', async (t) => {
  const app = await renderApp(t);
  app.engine.show({ activities: happenings.slice(0, 8), nextRefreshAt: new Date(sceneTime + 60_000).toISOString() });
  app.press('!');
  t.false((await app.waitFor('[All')).some((line) => line.includes('away')));
});

test('Enter on a row of the log goes to its animal, and Esc goes back from the log', async (t) => {
  const app = await renderApp(t, { view: leftYesterday });
  openLog(app);
  await app.waitFor('•');
  app.press('/', 'coco', keys.enter);
  await app.waitFor('Filter: coco');
  app.press(keys.enter);
  t.is((await app.waitFor('#3  Coco'))[1]?.trim(), '#3  Coco');
  app.press(keys.escape, '!');
  await app.waitFor('Filter: coco');
  app.press(keys.escape);
  const lines = await app.waitFor('is gone');
  t.regex(lines.join('\n'), /Today +7\n • 11:08 [^]*>• 11:05 +#3 Coco[^]*! 09:35 +Q-2[^]*Yesterday +4\n • 22:05/);
  app.press(keys.escape);
  await app.waitFor('ID ▼');
  t.pass();
});

test('when the app is left, and when another store is opened, the moment is kept', async (t) => {
  const app = await renderApp(t);
  app.clock.now += 60_000;
  app.press('s');
  await app.waitFor('NAME ▲');
  await until('the moment is kept', () => app.workspace.views.get('main')?.leftAt !== undefined);
  t.like(app.workspace.views.get('main'), { leftAt: new Date(sceneTime + 60_000).toISOString() });
});

const hoursAgo = (hours: number): string => new Date(sceneTime - hours * 60 * 60_000).toISOString();

const sent = (number: number, minutes: number, state: 'created' | 'rejected'): Activity => ({
  at: new Date(sceneTime - minutes * 60_000).toISOString(),
  kind: 'settled',
  localId: `Q-${number}`,
  name: 'Rex',
  state,
  ...(state === 'created' ? { id: String(number) as Int64 } : {}),
});

test('a batch is one row, found by each animal in it, and Enter goes to the last of them', async (t) => {
  const app = await renderApp(t, { engine: { entries: [] } });
  app.engine.show({
    recorded: [
      { at: hoursAgo(1), kind: 'connection', state: 'offline' },
      ...Array.from({ length: 9 }, (_, index) => sent(index + 100, 30 - index, index === 4 ? 'rejected' : 'created')),
      { at: hoursAgo(0.2), kind: 'connection', state: 'online' },
    ],
  });
  app.press('!');
  const lines = await app.waitFor('8 sent, 1 rejected');
  t.true(
    lines.some((line) => /10:05-10:53 +the store cannot be reached/.test(line)),
    lines.join('\n'),
  );
  app.press('/', 'q-104 rejected', keys.enter);
  const found = await app.waitFor('Filter: q-104 rejected');
  t.true(found.some((line) => line.includes('8 sent, 1 rejected')));
  app.resize(120, 40);
  // The pane tells of each of them, and which needs somebody.
  await app.waitFor(/│ +10:35 +Q-100 Rex/u);
  app.resize(80, 24);
  t.false(found.some((line) => line.includes('cannot be reached')));
  app.press(keys.enter);
  await app.waitFor('There is no queued animal Q-108.');
  app.press(keys.escape);
  await app.waitFor('cannot be reached');
  app.press('/', 'nothing at all', keys.enter);
  await app.waitFor('Nothing here matches "nothing at all". Esc clears the filter.');
  t.pass();
});

test('what is written while a store closes is no news to whoever comes back', async (t) => {
  const app = await renderApp(t);
  const closedAt = new Date(sceneTime + 60_000).toISOString();
  app.engine.stop = () => {
    app.clock.now = Date.parse(closedAt);
    return Promise.resolve();
  };
  openProfile(app.app, 'main');
  await until('the moment is kept', () => app.workspace.views.get('main')?.leftAt === closedAt);
  t.pass();
});

test('who corrects the address of the open store was not away from it', async (t) => {
  const app = await renderApp(t, { view: leftYesterday });
  app.engine.show({ activities: happenings.slice(0, 8), nextRefreshAt: new Date(sceneTime + 60_000).toISOString() });
  await app.waitFor('shows it.');
  app.clock.now += 60_000;
  openProfile(app.app, 'main');
  await app.app.opening.current;
  app.engine.show({ activities: happenings });
  app.press('!');
  await app.waitFor(/• .*#12 Nala is new/);
  t.false(
    app.lines().some((line) => line.includes('shows it.')),
    'the same is told once',
  );
  t.is(app.asked('activities').length, 2, 'once at the start, once for the log');
});

test('as many are new in the list as the line on the activity counts, whenever they came', async (t) => {
  const app = await renderApp(t, { size: [120, 30], view: leftYesterday, engine: { entries: [] } });
  const came = (id: string, hours: number): Activity => {
    const at = new Date(sceneTime - hours * 3_600_000).toISOString();
    return { kind: 'new', at, since: at, id: id as Int64, name: 'Luna' };
  };
  const sent = {
    kind: 'settled',
    at: came('5', 2).at,
    localId: 'Q-9',
    name: 'Rex',
    state: 'created',
    id: '5' as Int64,
  } as const;
  app.engine.show({ activities: [came('3', 12), came('4', 2), sent] });
  await app.waitFor('09:05     new');
  app.clock.now += 60_000;
  app.engine.show({ activities: [...app.engine.snapshot().activities, came('6', -1 / 60)] });
  app.press('3');
  await app.waitFor(/^ Since yesterday [\d:]+: 3 new, Q-9 is #5/);
  app.press('1', '/is:new', keys.enter);
  await app.waitFor('[All 3/12]');
  app.press('/', keys.ctrl('u'), 'since:yesterday');
  await app.waitFor('Filter: since:yesterday');
  app.press(keys.enter);
  await app.waitFor('[All 4/12]');
  app.press('/', keys.ctrl('u'), 'since:foo');
  await app.waitFor('takes 2h or 7d, a day such as 2026-11-28, today or yesterday.');
  t.pass();
});
