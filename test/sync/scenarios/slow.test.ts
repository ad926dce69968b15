/** Slow lists and slow disks: they cost time, and never the sending. */
import test, { type ExecutionContext } from 'ava';
import { toInt64 } from '../../../source/domain/int64.ts';
import { imagineStore, settleMs } from '../../helpers/imagined-store.ts';

/** A list of twenty seconds. */
function imagineSlowStore(t: ExecutionContext) {
  const store = imagineStore(t);
  store.seed('Old', 1950);
  store.weather.pageMs = 1000;
  return store;
}

test('a list that takes longer than an add may is not waited for, and lost answers are still settled', async (t) => {
  const store = imagineSlowStore(t);
  await store.addOffline('One');
  await store.pass(5 * settleMs);
  const first = await store.command(async (engine) => {
    const limit = new AbortController();
    void store.clock.wait(10_000).then(() => limit.abort());
    return { entry: await engine.send('Q-1', limit.signal), delay: engine.snapshot().delay };
  });
  t.is(first.entry.state, 'created', 'with what is saved');
  t.is((await store.add({ name: 'Two' })).state, 'created');
  await store.sync();
  t.is((await store.entry('Q-1')).state, 'created');
  t.is((await store.add({ name: 'Three' })).state, 'created', 'and each one after that');
  store.weather.next?.push('insert-then-drop');
  await store.addOffline('Four');
  await store.sync();
  t.like(await store.entry('Q-4'), { state: 'created', adopted: { by: 'engine' } });
  store.weather.next?.push('drop');
  await store.addOffline('Five');
  await store.sync();
  t.like(await store.entry('Q-5'), { state: 'created', attempts: 2 });
});

test('on a weak signal a list of fifteen pages is read before each animal and right after a loss too, for a name that others have', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 1500);
  store.weather.pageMs = 600;
  const app = store.openApp();
  await store.pass(settleMs);
  await app.engine.add({ name: 'One', categoryId: toInt64(3)! });
  await store.pass(1.5 * settleMs);
  store.weather.next?.push('insert-then-drop');
  const { localId } = await app.engine.add({ name: 'Old 7', categoryId: toInt64(3)! });
  await store.pass(settleMs / 2);
  t.like(await store.entry(localId), { state: 'created', adopted: { by: 'engine' } });
  await app.close();
});

test('the first animal of all waits a few seconds for a long list, and the next one for all of it', async (t) => {
  const store = imagineSlowStore(t);
  const begun = store.clock.uptime();
  t.like(await store.add({ name: 'One' }), { state: 'created' });
  t.true(store.clock.uptime() - begun < 6000, `${store.clock.uptime() - begun} ms`);
  await store.addOffline('Two');
  t.like(await store.sync(), { waiting: 0 });
  const rowsBefore = async (localId: string) =>
    (await store.entry(localId)).history.flatMap((record) => (record.kind === 'attempt' ? [record.listRows] : []));
  t.deepEqual(await rowsBefore('Q-1'), [undefined]);
  t.deepEqual(await rowsBefore('Q-2'), [1951]);
});

for (const [what, fault, state] of [
  ['that arrived', 'insert-then-drop', 'review'],
  // The pages that were read before it was sent show the one of that name that was there.
  ['that did not arrive', 'drop', 'created'],
] as const) {
  test(`the first animal of all, ${what} without an answer, is never there twice`, async (t) => {
    const store = imagineSlowStore(t);
    t.is((await store.add({ name: 'Old 7' }, fault)).state, 'checking');
    for (let number = 1; number <= 6; number += 1) {
      // Another one of ours settles a lost answer on any store.
      await store.pass(2 * settleMs);
      await store.add({ name: 'Later' });
      await store.pass(5 * settleMs);
      await store.sync();
    }

    t.is((await store.entry('Q-1')).state, state);
    t.is(store.posted('Old 7'), 1);
  });
}

test('a list that takes longer than a minute is ground enough for all that is sent by one sync', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 2400);
  store.weather.pageMs = 3000;
  for (const name of ['One', 'Two', 'Three']) {
    await store.addOffline(name);
  }

  const begun = store.clock.uptime();
  t.like(await store.sync(), { waiting: 0 });
  t.true(store.clock.uptime() - begun < 4 * 60_000, 'not a reading for each');
  const [attempt] = (await store.entry('Q-3')).history.filter((record) => record.kind === 'attempt');
  t.true(attempt?.kind === 'attempt' && attempt.listRows !== undefined);
});

test('a list of twenty seconds is not read anew for each animal whose name others have', async (t) => {
  const store = imagineStore(t, { ids: 'random' });
  store.seed('Old', 1950);
  store.weather.pageMs = 1000;
  for (let number = 1; number <= 10; number += 1) {
    await store.addOffline(`Old ${number}`);
  }

  const begun = store.clock.uptime();
  t.like(await store.sync(), { waiting: 0 });
  t.true(store.clock.uptime() - begun < 2 * 60_000, `${(store.clock.uptime() - begun) / 1000} s`);
});

test('a disk whose fsync takes three seconds still sends', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  store.syncMs = 3000;
  await store.addOffline('One');
  t.like(await store.sync(), { waiting: 0 });
  t.like(await store.entry('Q-1'), { state: 'created', attempts: 1 });
});

test('the open app shows what others add to whoever is at the keys, in a store of one page and of several', async (t) => {
  for (const count of [76, 161, 350]) {
    const store = imagineStore(t);
    store.seed('Old', count);
    const app = store.openApp();
    await store.pass(5000);
    app.engine.attend();
    store.service.insert({ name: 'Newcomer', categoryId: 1 });
    await store.pass(61_000);
    t.is(app.engine.snapshot().pets.at(-1)?.name, 'Newcomer', String(count));
    app.engine.attend();
    store.service.insert({ name: 'Another', categoryId: 1 });
    await store.pass(61_000);
    t.is(app.engine.snapshot().pets.at(-1)?.name, 'Another', String(count));
    await app.close();
  }
});

test('an app opened on a list of a minute reads it once, and sends what is added then without reading it again', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 2450);
  store.weather.pageMs = 2400;
  await store.addOffline('One');
  const app = store.openApp();
  const states = (): readonly string[] => app.engine.snapshot().entries.map(({ state }) => state);
  await store.pass(70_000);
  t.deepEqual(states(), ['created'], 'what waited, once the list was read');
  t.is(app.engine.snapshot().lists.all.complete, true);
  const { nextRefreshAt } = app.engine.snapshot();
  t.true(
    Date.parse(nextRefreshAt ?? '') - store.clock.now() > 10 * 60_000,
    'and that reading is the list of the screen, too',
  );
  await store.pass(5 * 60_000);
  await app.engine.add({ name: 'Two', categoryId: toInt64(7)! });
  await store.pass(5000);
  t.deepEqual(states(), ['created', 'created']);
  await app.close();
});
