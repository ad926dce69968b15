/** Looks: who makes them, and what list is read to its end. */
import test from 'ava';
import { imagineStore, settleMs } from '../../helpers/imagined-store.ts';

test('a command that only lists makes the looks that are due, and sends nothing', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  await store.acquaint();
  t.is((await store.add({ name: 'Lost' }, 'insert-then-drop')).state, 'checking');
  await store.addOffline('Waiting');
  await store.pass(settleMs);
  await store.command((engine) => engine.refresh('all', 'whole'));
  t.like(await store.entry('Q-1'), { state: 'created', adopted: { by: 'engine' } });
  t.like(await store.entry('Q-2'), { state: 'queued', attempts: 0 });
  t.is(store.posted('Waiting'), 0);
});

for (const rows of [119, 120]) {
  test(`a list of ${rows} in two pages is read to its end: what it lacks twice is sent again`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', rows - 1);
    await store.acquaint();
    await store.add({ name: 'First' });
    t.is((await store.add({ name: 'Lost' }, 'drop')).state, 'checking');
    await store.sync();
    t.like(await store.entry('Q-2'), { state: 'created', attempts: 2 });
    t.is(store.posted('Lost'), 1);
  });
}
