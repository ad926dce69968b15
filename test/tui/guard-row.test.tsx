import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import { entered } from '../helpers/fake-engine.ts';
import { renderApp } from '../helpers/render-app.tsx';
import { keys } from '../helpers/terminal.ts';
import { at, attempt, created } from './fixture/scene.ts';

const pet = { id: '77' as Int64, name: 'Coco', categoryId: '7' as Int64 };
const sent = created(pet.id, pet.name, pet.categoryId);
const swallowed = 'The row under the cursor has just changed, so z did nothing.';

for (const screen of ['1', '2']) {
  for (const ms of [0, 399]) {
    test(`z ${ms} ms after the row under the cursor was sent holds and sends nothing (screen ${screen})`, async (t) => {
      const app = await renderApp(t);
      app.press(screen, 'gg', 'jj');
      await app.waitFor(/^> ~ +Q-3/m);
      app.engine.record('Q-3', attempt(0), sent);
      app.engine.show({ pets: [...app.engine.snapshot().pets, pet] });
      await app.waitFor((lines) => !lines.some((line) => /^> ~ +Q-3/.test(line)));
      app.clock.now += ms;
      app.press('z', 'Z', 'd');
      await app.waitFor('so d did nothing');
      t.deepEqual(app.engine.asked, ['start']);
      t.false(
        app.lines().some((line) => /^> = +Q-4/.test(line)),
        'the held one beside it did not slip under the cursor',
      );
      const held = app.engine.snapshot().entries.find(({ localId }) => localId === 'Q-4');
      t.is(held?.state, 'held');
    });
  }
}

test('a key that came too soon after a change does its work half a second later, and one that was not', async (t) => {
  const app = await renderApp(t);
  app.press('2', 'j');
  await app.waitFor(/^> ! +Q-1/m);
  app.engine.record('Q-1', { kind: 'retried', at });
  await app.waitFor(/^> ~ +Q-1/m);
  app.press('z');
  await app.waitFor(swallowed);
  app.clock.now += 500;
  app.press('z');
  await app.waitFor(/Q-1 .* is held; Z releases it\./);
  app.press('Z');
  await app.waitFor(/Q-1 .* is released and queued\./);
  app.press('j', 'k', 'z');
  await app.waitFor('Q-1 Shadow is held');
  t.deepEqual(app.engine.asked.slice(1), ['hold Q-1', 'release Q-1', 'hold Q-1']);
});

for (const tab of ['all', 'mine'] as const) {
  test(`a cursor that nobody moved stays with its animal when another window adds one above it (tab ${tab})`, async (t) => {
    const rollo = { name: 'Rollo', categoryId: '3' as Int64 };
    const app = await renderApp(t, {
      view: { tab, sort: 'id', reverse: false },
      engine: { entries: [[entered('Q-1', rollo, at)]] },
    });
    await app.waitFor(/^> ~ +Q-1 .*Rollo/m);
    await app.engine.add({ ...rollo, name: 'Hera' });
    await app.waitFor(/^ {2}~ +Q-2 .*Hera/m);
    app.pass(60_000);
    app.press('d');
    await app.waitFor('Q-1 Rollo is discarded');
    t.deepEqual(app.asked('discard'), ['discard Q-1']);
    app.press('a', 'Juno', keys.tab, '3', keys.ctrl('s'));
    await app.waitFor(/^> ~ +Q-3 .*Juno/m);
  });
}

test('a cursor that nobody moved goes back to the top once its animal is sent, and no key acts there at once', async (t) => {
  const coco = { name: 'Coco', categoryId: '7' as Int64 };
  const app = await renderApp(t, {
    view: { tab: 'all', sort: 'id', reverse: false },
    engine: { entries: [[entered('Q-1', coco, at)]] },
  });
  await app.waitFor(/^> ~ +Q-1 .*Coco/m);
  await app.engine.add({ ...coco, name: 'Hera' });
  await app.waitFor(/^ {2}~ +Q-2 .*Hera/m);
  app.engine.record('Q-1', attempt(0), sent);
  app.engine.show({ pets: [...app.engine.snapshot().pets, pet] });
  await app.waitFor(/^> ~ +Q-2 .*Hera/m);
  app.press('d');
  await app.waitFor('so d did nothing');
  t.deepEqual(app.asked('discard'), []);
});
