/** Looks: who makes them, and what list is read to its end. */
import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { Fault } from '../../helpers/fault-service/faults.ts';
import { imagineStore, settleMs } from '../../helpers/imagined-store.ts';

for (const [when, waitMs] of [
  ['seconds', 5000],
  ['a settle time', settleMs],
] as const) {
  test(`a command that only lists makes the look that is due ${when} after the loss, and sends nothing`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', 3);
    await store.acquaint();
    t.is((await store.lose({ name: 'Lost' })).state, 'checking');
    await store.addOffline('Waiting');
    await store.pass(waitMs);
    await store.command((engine) => engine.refresh('all', 'whole'));
    t.like(await store.entry('Q-1'), { state: 'created', adopted: { by: 'engine' } });
    t.like(await store.entry('Q-2'), { state: 'queued', attempts: 0 });
    t.is(store.posted('Waiting'), 0);
  });
}

test('an animal that is there when its answer is lost is found within seconds, by the command that sent it', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 300);
  await store.sync();
  const begun = store.clock.uptime();
  t.like(await store.add({ name: 'Rex' }, 'insert-then-drop'), {
    state: 'created',
    petId: '301',
    adopted: { by: 'engine' },
    attempts: 1,
  });
  t.true(store.clock.uptime() - begun < 5000, `${store.clock.uptime() - begun} ms`);
  t.is(store.posted('Rex'), 1);
});

test('one that arrives later is found a settle time later, though it was not there at once', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  await store.acquaint();
  const late: Fault = { inserts: 'late', answers: 'drop', withinMs: 1 };
  store.nature = { lagMs: 30_000 };
  await store.pass(30_000);
  const entry = await store.add({ name: 'Rex' }, late);
  t.like(entry, { state: 'checking', undecided: { atOnce: [], searches: [] } });
  await store.sync();
  t.like(await store.entry('Q-1'), { state: 'created', attempts: 1 });
  t.is(store.posted('Rex'), 1);
});

for (const [what, status, headers] of [
  ['cannot be read to its end', 500, {}],
  ['comes out of a cache', 200, { age: '30' }],
] as const) {
  test(`a list that for half a minute ${what} makes no question of a lost answer`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', 150);
    await store.acquaint();
    const app = store.openApp();
    await store.pass(10_000);
    const since = store.clock.uptime();
    let pages = 0;
    const body = status === 200 ? '[]' : JSON.stringify({ code: 'busy', message: 'Too much to do', status });
    Object.assign(store.weather, {
      intercept: () => {
        pages += 1;
        return store.clock.uptime() - since < 30_000 && pages % 2 === 0
          ? { type: 'answer', status, headers: { 'content-type': 'application/json', ...headers }, body }
          : undefined;
      },
    });
    store.weather.next?.push('insert-then-drop');
    await app.engine.add({ name: 'Rex', categoryId: '3' as Int64 });
    await store.pass(20_000);
    t.is(app.engine.snapshot().entries[0]?.state, 'checking');
    await store.pass(3 * settleMs);
    t.like(await store.entry('Q-1'), { state: 'created', adopted: { by: 'engine' } });
    await app.close();
  });
}

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
