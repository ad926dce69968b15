/** Slow lists and slow disks: they cost time, and never the sending. */
import test from 'ava';
import { toInt64 } from '../../../source/domain/int64.js';
import { lostAfter, lostBefore } from '../../campaigns/simulation/post-faults.js';
import { imagineStore } from '../../helpers/imagined-store.js';

test('a list that takes longer than an add may: it says why it waits, is sent by the second one, and lost answers are still settled', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3150);
  store.pageMs = 600;
  const first = await store.command(async (engine) => {
    const { localId } = await engine.add({ name: 'One', categoryId: toInt64(1)! });
    const limit = new AbortController();
    void store.clock.wait(10_000).then(() => limit.abort());
    return { entry: await engine.send(localId, limit.signal), delay: engine.snapshot().delay };
  });
  t.is(first.entry.state, 'queued');
  t.regex(first.delay?.message ?? '', /1\d00 animals/);
  t.is((await store.add({ name: 'Two' })).state, 'created');
  await store.sync();
  t.is((await store.entry('Q-1')).state, 'created');
  t.is((await store.add({ name: 'Three' })).state, 'created', 'and each one after that');
  t.is((await store.add({ name: 'Four' }, lostAfter)).state, 'checking');
  await store.sync();
  t.like(await store.entry('Q-4'), { state: 'created', adopted: { by: 'engine' } });
  t.is((await store.add({ name: 'Five' }, lostBefore)).state, 'checking');
  await store.addLater();
  await store.sync();
  t.like(await store.entry('Q-5'), { state: 'created', attempts: 2 });
});

test('a list that takes longer than a minute is ground enough for all that is sent by one sync', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 12_000);
  store.pageMs = 600;
  for (const name of ['One', 'Two', 'Three']) {
    await store.addOffline(name);
  }

  const begun = store.clock.uptime();
  t.like(await store.sync(), { waiting: 0 });
  t.true(store.clock.uptime() - begun < 4 * 60_000, 'not a reading for each');
  const [attempt] = (await store.entry('Q-3')).history.filter((record) => record?.kind === 'attempt');
  t.true(attempt?.kind === 'attempt' && attempt.fence !== null);
});

test('a list of twenty seconds is not read anew for each animal whose name others have', async (t) => {
  const store = imagineStore(t, { ids: 'random' });
  store.seed('Old', 3150);
  store.pageMs = 600;
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

test('baselines grow with the new ids only, and are swept while sending goes on', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 50);
  const most = await store.command(async (engine) => {
    for (let number = 1; number <= 120; number += 1) {
      await engine.add({ name: `Pet ${number}`, categoryId: toInt64(1)! });
    }

    let highest = 0;
    await engine.sync({
      timeoutMs: 3_600_000,
      signal: new AbortController().signal,
      onProgress: () => void store.fences().then((count) => (highest = Math.max(highest, count))),
    });
    return highest;
  });
  t.is(store.service.pets().length, 170);
  t.true(most <= 3, `${most} baselines at once`);
});

test('the open app shows what others add, in a store of one page and of two', async (t) => {
  for (const count of [76, 161, 350]) {
    const store = imagineStore(t);
    store.seed('Old', count);
    const app = store.openApp();
    await store.pass(5000);
    store.service.insert({ name: 'Newcomer', categoryId: 1 });
    await store.pass(61_000);
    t.is(app.engine.snapshot().pets.at(-1)?.name, 'Newcomer', String(count));
    store.service.insert({ name: 'Another', categoryId: 1 });
    await store.pass(61_000);
    t.is(app.engine.snapshot().pets.at(-1)?.name, 'Another', String(count));
    await app.close();
  }
});
