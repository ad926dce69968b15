/** The pane beside a list, a decision and a form. */
import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import type { Pet } from '../../source/domain/pet.ts';
import { cellWidth } from '../../source/platform/text/terminal-text.ts';
import { renderApp } from '../helpers/render-app.tsx';
import { keys } from '../helpers/terminal.ts';
import { leftYesterday, openLog } from './fixture/happenings.ts';
import { makePets, sceneTime } from './fixture/scene.ts';

test('a decision stays open, at the same choice, while the window goes through every layout', async (t) => {
  const app = await renderApp(t, { size: [120, 40] });
  app.press('2', keys.enter);
  const wide = await app.waitFor('Did Milo arrive?');
  t.true(
    wide.some((line) => /you sent +#4711/.test(line)),
    'what was sent and what it may be stand side by side',
  );
  app.press('j');
  await app.waitFor(/> 2 +It is another one/);
  for (const [columns, rows] of [
    [200, 50],
    [100, 30],
    [99, 30],
    [80, 24],
    [60, 20],
    [59, 20],
    [40, 15],
    [40, 10],
    [39, 9],
    [110, 10],
    [120, 40],
  ] as const) {
    app.resize(columns, rows);
    // Until then the frame of the window before may stand there.
    await app.waitFor(
      (shown) =>
        shown.length <= rows &&
        shown.every((line) => cellWidth(line) <= columns) &&
        (columns < 40
          ? shown[0]?.startsWith('Too small: 40x10') === true
          : shown.some((line) => line.includes('> 2  It is another'))),
    );
  }

  app.clock.now += 400;
  app.press('k', keys.enter);
  await app.waitFor('Q-2 is #4711 Milo.');
  t.is(app.engine.asked.at(-1), 'adopt Q-2');
});

test('Enter gives the card the larger part of a wide window, beside the list, and Esc takes it back', async (t) => {
  const app = await renderApp(t, { size: [120, 40] });
  app.press('G');
  const narrow = await app.waitFor(/ (\d+) of \1$/m);
  const [row = '', name = ''] = /> +(\d+) +(\w+)/.exec(narrow.join('\n'))?.slice(1) ?? [];
  const cardAt = (lines: readonly string[]): number =>
    Math.max(...lines.map((line) => line.indexOf(`#${row}  ${name}`)));
  app.press(keys.enter);
  const open = await app.waitFor((lines) => cardAt(lines) > 0 && cardAt(lines) < 60);
  t.true(
    open.some((line) => line.startsWith('>') && line.includes(name)),
    'the list stays, with the cursor on its animal',
  );
  app.press(keys.escape);
  await app.waitFor((lines) => cardAt(lines) === cardAt(narrow));
});

test('the card beside the activity offers no key that does nothing there', async (t) => {
  const app = await renderApp(t, { size: [120, 40], view: leftYesterday });
  openLog(app);
  app.press('jjj');
  const lines = await app.waitFor('called Pochi');
  t.false(lines.some((line) => /Enter answer|add one like it/u.test(line)));
});

test('a decision tells when the log has seen an animal first, not when a check found it', async (t) => {
  const app = await renderApp(t, { size: [120, 40] });
  const sent = sceneTime - 99 * 60_000;
  app.engine.record('Q-2', {
    kind: 'looked',
    at: new Date(sent + 61_000).toISOString(),
    uptime: 0,
    complete: true,
    candidates: [{ id: '4711' as Int64, name: 'Milo', categoryId: '2' as Int64, status: 'available' }],
    couldSettle: true,
  });
  app.press('2', keys.enter);
  await app.waitFor(/First seen +09:26:00 +61 s later/);
  app.engine.show({
    recorded: [{ at: new Date(sent + 3000).toISOString(), kind: 'new', id: '4711' as Int64, name: 'Milo' }],
  });
  await app.waitFor(/First seen +09:26:00 +3 s later/);
  t.pass();
});

test('an animal that a person said to be theirs is known since the list showed it, not since they said so', async (t) => {
  const milo: Pet = { id: '4711' as Int64, name: 'Milo', categoryId: '2' as Int64, status: 'available' };
  const app = await renderApp(t, { size: [120, 40], engine: { pets: [...makePets(12), milo] } });
  const at = new Date(sceneTime - 98 * 60_000).toISOString();
  app.engine.record('Q-2', { kind: 'looked', at, uptime: 0, complete: true, candidates: [milo], couldSettle: true });
  await app.engine.adopt('Q-2', milo.id);
  app.press(':4711', keys.enter);
  await app.waitFor(/First seen +09:27, 1 h/);
  t.pass();
});

test('the help has the signs below its keys, and says what lists the commands', async (t) => {
  const app = await renderApp(t, { size: [120, 100] });
  app.press('?');
  const lines = await app.waitFor('Keys: the list');
  const at = (text: RegExp): number => lines.findIndex((line) => text.test(line));
  t.true(at(/^ : +go to an id, or run a command/) > 0 && at(/^ Signs$/) > at(/^ q +quit/));
  t.true(at(/^ ~ +it is queued, or being checked/) > at(/^ Signs$/));
});
