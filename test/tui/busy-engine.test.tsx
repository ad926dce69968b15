import test from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
import type { Int64 } from '../../source/domain/int64.js';
import { entered } from '../helpers/fake-engine.js';
import { renderApp } from '../helpers/render-app.js';

const changes = 300;

test('an engine that changes all the time is drawn now and then, and its last word always', async (t) => {
  const app = await renderApp(t, { size: [120, 40] });
  const before = app.drawings();
  for (let done = 1; done <= changes; done += 1) {
    app.engine.show({ progress: { what: 'Sending', done, total: 1000 } });
    await turn();
  }

  await app.waitFor(`${changes} of 1000`);
  const drawings = app.drawings() - before;
  t.true(drawings < changes / 3, `${drawings} drawings`);
});

test('a key is answered at once, with the engine as it is by then', async (t) => {
  const app = await renderApp(t, { size: [120, 40] });
  for (let done = 1; done <= 20; done += 1) {
    app.engine.show({ progress: { what: 'Sending', done, total: 1000 } });
    app.press('2');
    await turn();
    t.true(app.lines()[0]?.includes('[2'), app.lines()[0]);
    t.true(
      app.lines().some((line) => line.includes(`${done} of 1000`)),
      String(done),
    );
    app.press('1');
    await turn();
  }
});

test('the queue finds out what its animals wait for once a drawing, not once a row', async (t) => {
  const many = Array.from(
    { length: 30 },
    (_, index) =>
      [
        entered(`Q-${index + 1}`, { name: `Pet ${index + 1}`, categoryId: '1' as Int64 }, '2026-11-21T10:00:00.000Z'),
      ] as const,
  );
  const app = await renderApp(t, { size: [120, 40], engine: { entries: many } });
  const { entries } = app.engine.snapshot();
  let readings = 0;
  // Everything that goes through all entries of a snapshot does so by one of these.
  for (const way of ['filter', 'find', 'flatMap', 'some'] as const) {
    Object.defineProperty(entries, way, {
      value: (...values: Parameters<typeof entries.filter>) => (
        (readings += 1),
        (Array.prototype[way] as typeof entries.filter).apply(entries, values)
      ),
    });
  }

  app.press('2');
  await app.waitFor('Q-30');
  t.true(readings < many.length, `${readings} readings`);
});
