import test from 'ava';
import { setImmediate as turn } from 'node:timers/promises';
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
