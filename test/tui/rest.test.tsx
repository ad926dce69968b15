/** The breath before sending: a new animal counts down to its sending, and can be taken back or sent until then. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readingTheList } from '../../source/sync/api.ts';
import { sendOnQuit } from '../../source/tui/queue/rest.ts';
import { renderApp, type RenderedApp } from '../helpers/render-app.tsx';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { keys } from '../helpers/terminal.ts';
import { attempt, lost } from './fixture/scene.ts';

const rest = { settings: { restMs: 5000 } } as const;

/** An app in which Rollo was just added. */
async function openResting(t: ExecutionContext): Promise<RenderedApp> {
  const app = await renderApp(t, rest);
  app.press('a', 'Rollo', keys.tab, 'dogs', keys.ctrl('s'));
  await app.waitFor(/Q-5 .*Rollo.* sends in 5 s/);
  return app;
}

test('a new animal counts the seconds down, and u takes it back before it is sent', async (t) => {
  const app = await renderApp(t, rest);
  app.press('a', 'Rollo', keys.tab, 'dogs', keys.ctrl('s'));
  await app.waitFor('Queued as Q-5: Rollo; u takes it back, S sends it now');
  const keyLine = (await app.waitFor(/Q-5 .*Rollo.* sends in 5 s/)).at(-1) ?? '';
  t.regex(keyLine, /S send /u);
  app.pass(1000);
  await app.waitFor(/Q-5 .*Rollo.* sends in 4 s/);
  app.press('u');
  await app.waitFor('Q-5 Rollo is taken back and not sent.');
  t.is(app.engine.snapshot().entries.at(-1)?.state, 'discarded');
});

test('a rest that another window or a shell chose holds from the next animal on', async (t) => {
  const app = await renderApp(t, rest);
  app.press('a', 'Rollo', keys.tab, 'dogs');
  await app.waitFor('> Category  dogs');
  Object.assign(app.workspace.inShell.settings, { restMs: 60_000 });
  app.press(keys.ctrl('s'));
  await app.waitFor(/Q-5 .*Rollo.* sends in 60 s/);
  app.press('z');
  await app.waitFor('Q-5 Rollo is held');
  app.pass(10_000);
  Object.assign(app.workspace.inShell.settings, { restMs: 40_000 });
  app.press('Z');
  await app.waitFor(/Q-5 .*Rollo.* sends in 40 s/);
  app.press('d');
  await app.waitFor('Q-5 Rollo is discarded');
  app.pass(10_000);
  Object.assign(app.workspace.inShell.settings, { restMs: 50_000 });
  app.press('u');
  await app.waitFor(/Q-5 .*Rollo.* sends in 50 s/);
  Object.assign(app.workspace.inShell.settings, { restMs: 20_000 });
  app.press(':rest');
  await app.waitFor(/:rest .*: 20s/);
  t.is(app.asked('hold').length, 1);
});

test('what is brought back or released rests as a new one does', async (t) => {
  const app = await openResting(t);
  app.press('z');
  await app.waitFor('Q-5 Rollo is held');
  app.pass(10_000);
  app.press('Z');
  await app.waitFor('Q-5 Rollo is released and queued; u takes it back');
  await app.waitFor(/Q-5 .*Rollo.* sends in/);
  app.press('d');
  await app.waitFor('Q-5 Rollo is discarded');
  app.pass(10_000);
  app.press('u');
  await app.waitFor(/Q-5 .*Rollo.* sends in/);
  t.is(app.engine.snapshot().entries.at(-1)?.state, 'queued');
});

for (const [how, leave, name] of [
  ['saved', [keys.backspace, 'Rolf', keys.ctrl('s')], 'Rolf'],
  ['left', [keys.escape], 'Rollo'],
] as const) {
  test(`an animal whose form is open is not sent, and rests anew once that is ${how}`, async (t) => {
    const app = await openResting(t);
    app.press('e');
    await app.waitFor('It is not sent while this form is open.');
    app.pass(60_000);
    t.is((await app.engine.findEntry('Q-5'))?.state, 'held');
    app.press(...leave);
    await app.waitFor(new RegExp(`Q-5 .*${name}.* sends in 5 s`, 'u'));
    t.like(await app.engine.findEntry('Q-5'), { state: 'queued', name });
  });
}

const unsent = 'It is not sent while this form is open.';
test('a person may hold what only a form holds, and it stays held when that is left', async (t) => {
  const app = await openResting(t);
  app.press('e');
  await app.waitFor(unsent);
  t.is((await app.engine.hold('Q-5')).state, 'held');
  await t.throwsAsync(app.engine.hold('Q-5'), { message: /Q-5 is held/u });
  await app.waitFor((frame) => !frame.join('\n').includes(unsent));
  app.press(keys.escape);
  await app.waitFor(/Q-5 .*Rollo.* held/u);
  app.pass(60_000);
  t.is((await app.engine.findEntry('Q-5'))?.state, 'held');
});

test('what another window has open too stays held by its form when it is saved here, which is said', async (t) => {
  const app = await openResting(t);
  await app.engine.hold('Q-5', { byForm: true });
  app.press('e');
  await app.waitFor('> Name      Rollo');
  app.press(keys.backspace, 'Rolf', keys.ctrl('s'));
  await app.waitFor('Q-5 is changed, and still held by a form of it in the app; Z releases it.');
  t.is((await app.engine.findEntry('Q-5'))?.state, 'held');
});

test('of two forms of an animal the one that stays open holds it on', async (t) => {
  const app = await openResting(t);
  await app.engine.hold('Q-5', { byForm: true });
  app.press('e');
  await app.waitFor('> Name      Rollo');
  await app.engine.release('Q-5', { byForm: true });
  await app.waitFor(unsent);
  t.is((await app.engine.findEntry('Q-5'))?.state, 'held');
  app.press(keys.escape);
  await app.waitFor(/Q-5 .*Rollo.* sends in 5 s/u);
  t.is((await app.engine.findEntry('Q-5'))?.state, 'queued');
});

test('a form of what was let go elsewhere says so at once, and whether it can still be changed', async (t) => {
  const app = await openResting(t);
  app.press('e');
  await app.waitFor(unsent);
  await app.engine.release('Q-5');
  const lines = await app.waitFor('! Q-5 is not held: it is sent as it was, unless you save before.');
  t.false(lines.join('\n').includes(unsent));
  app.engine.record('Q-5', attempt(0));
  await app.waitFor('! Q-5 is being sent and cannot be edited now.');
});

test('what u changes back rests anew, so that another u can take it back', async (t) => {
  const app = await renderApp(t, rest);
  app.press('a', 'Xenia', keys.tab, 'dogs', keys.ctrl('o'));
  await app.waitFor('Queued as Q-5: Xenia');
  app.press(keys.up);
  await app.waitFor('> Name      Xenia');
  app.press(keys.backspace, 'Xena', keys.ctrl('s'));
  await app.waitFor('Q-5 is changed and queued again.');
  app.press(keys.escape);
  await app.waitFor(/Q-5 .*Xena.* sends in 5 s/);
  app.pass(4000);
  await app.waitFor(/Q-5 .*Xena.* sends in 1 s/);
  app.press('u');
  await app.waitFor('Q-5 Xenia is as it was before: queued');
  await app.waitFor(/Q-5 .*Xenia.* sends in 5 s/);
  app.press('u');
  await app.waitFor('Q-5 Xenia is taken back and not sent.');
  t.is(app.engine.snapshot().entries.at(-1)?.state, 'discarded');
});

test('what did not arrive by the answer of a person counts down before it is sent again, and u asks again', async (t) => {
  const app = await renderApp(t, rest);
  app.press('gg', keys.enter);
  await app.waitFor('It did not arrive');
  app.clock.now += 400;
  app.press('3', keys.enter);
  await app.waitFor('It may make a second animal');
  app.clock.now += 400;
  app.press('y');
  await app.waitFor('Q-2 Milo is sent again; u takes it back, S sends it now');
  app.pass(1000);
  await app.waitFor(/Q-2 .*Milo.* sends in 4 s/);
  app.press('u');
  await app.waitFor('Q-2 is in review again.');
  t.is((await app.engine.findEntry('Q-2'))?.state, 'review');
});

test('what a person held stays held when it is corrected', async (t) => {
  const app = await openResting(t);
  app.press('z');
  await app.waitFor('Q-5 Rollo is held');
  app.pass(1000);
  app.press('e');
  await app.waitFor('> Name      Rollo');
  app.press(keys.backspace, 'Rolf', keys.ctrl('s'));
  await app.waitFor('Q-5 is changed, and still held; Z releases it.');
  t.is((await app.engine.findEntry('Q-5'))?.state, 'held');
});

test('S sends the animal under the cursor or the marked ones now', async (t) => {
  const app = await renderApp(t, { ...rest, size: [120, 30] });
  app.press('a', 'Rollo', keys.tab, 'dogs', keys.ctrl('o'), 'Hera', keys.ctrl('o'), 'Juno', keys.ctrl('s'));
  await app.waitFor(/Q-7 .*Juno.* sends in/);
  app.press('S');
  await app.waitFor('Q-7 Juno is queued. It is sent when its turn comes.');
  t.deepEqual(app.asked('retry'), ['retry Q-7']);
  await app.waitFor(/ Q-6 .*Hera.* sends in/);
  app.press('  ');
  app.press('j', ' ');
  const keyLine = (await app.waitFor('3 marked')).at(-1) ?? '';
  t.regex(keyLine, /3 marked: .*S send /u);
  app.press('S');
  await app.waitFor(/Send \d animals now\?/u);
  app.pass(400);
  app.press('y');
  await app.waitFor(/\d animals are queued, to be sent at once\./u);
  t.true(app.asked('retry').length > 1);
});

test('while the store does not answer neither the animal nor S promises that it is sent now', async (t) => {
  const connection = { state: 'offline', since: '2026-03-14T10:00:00.000Z' } as const;
  const app = await renderApp(t, { ...rest, size: [140, 30], engine: { snapshot: { connection } } });
  app.press('a', 'Rollo', keys.tab, 'dogs', keys.ctrl('s'));
  const lines = await app.waitFor('It is sent when the store can be reached.');
  t.false(lines.some((line) => /sent in \d+ s|send now/.test(line)));
  app.press('S');
  await app.waitFor('Q-5 Rollo is queued. It is sent when the store can be reached.');
});

for (const state of ['working-offline', 'changed'] as const) {
  test(`no key is said to send an animal where a person stopped that: ${state}`, async (t) => {
    const connection = { state, since: '2026-03-14T10:00:00.000Z' } as const;
    const app = await renderApp(t, { ...rest, engine: { snapshot: { connection } } });
    app.press('a', 'Rollo', keys.tab, 'dogs', keys.ctrl('s'));
    const lines = await app.waitFor('Not sent until');
    t.notRegex(lines.join('\n'), /S send/);
  });
}

test('no seconds are counted where something else holds the animal back: a long list, or one like it that is checked', async (t) => {
  const app = await renderApp(t, { ...rest, size: [140, 30] });
  app.engine.show({ progress: { what: readingTheList, done: 300, total: undefined } });
  app.press('a', 'Rollo', keys.tab, 'dogs', keys.ctrl('s'));
  await app.waitFor('Queued as Q-5: Rollo');
  const lines = await app.waitFor('It is sent when its turn comes.');
  t.false(lines.some((line) => /sends? in \d+ s|sent in \d+ s|send now/.test(line)));

  const litter = await renderApp(t, { ...rest, size: [140, 30] });
  litter.press('a', 'Rollo', keys.tab, 'dogs', keys.ctrl('s'));
  await litter.waitFor(/Q-5 .*Rollo.* sends in 5 s/);
  litter.engine.record('Q-5', attempt(0), lost());
  litter.press('a', 'Rollo', keys.tab, 'dogs', keys.ctrl('s'));
  await litter.waitFor('It waits for Q-5, which looks the same and may have');
  t.notRegex(litter.lines().join('\n'), /Q-6 .*sends in/);
});

test('a file rests half a minute, with its count; without a rest nothing does', async (t) => {
  const file = join(temporaryFolder(t), 'animals.csv');
  writeFileSync(file, 'name,category\nRollo,3\nHera,2\n');
  const app = await renderApp(t, rest);
  app.press(`:import ${file}`, keys.enter);
  await app.waitFor('Nothing is queued yet');
  app.clock.now += 400;
  app.press(keys.enter);
  await app.waitFor('2 animals are queued; u takes them back.');
  const without = await renderApp(t, { settings: { restMs: 0 } });
  without.press('a', 'Rollo', keys.tab, 'dogs', keys.ctrl('s'));
  await without.waitFor('Queued as Q-5: Rollo');
  t.is(without.engine.snapshot().entries.at(-1)?.restsUntil, undefined);
});

test('leaving the app keeps what rests queued, or sends it if a person said so', async (t) => {
  for (const onQuit of ['keep', 'send'] as const) {
    const app = await renderApp(t, { settings: { restMs: 5000, onQuit } });
    app.press('a', 'Rollo', keys.tab, 'dogs', keys.ctrl('s'));
    await app.waitFor('Queued as Q-5');
    await sendOnQuit(app.app, app.app.model.get().session!);
    t.is(app.engine.asked.includes('retry Q-5'), onQuit === 'send');
  }
});
