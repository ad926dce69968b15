/** An animal that waited is asked about once, if one like it came to the store since it was entered. */
import test from 'ava';
import { toInt64 } from '../../../source/domain/int64.js';
import { lostAfter } from '../../campaigns/simulation/post-faults.js';
import { imagineStore, type ImaginedStore } from '../../helpers/imagined-store.js';

const minuteMs = 60_000;
const rex = { name: 'Rex', categoryId: toInt64(3)!, status: 'available' } as const;
const colleagues = { ...rex, categoryId: 3 };

async function setKnown(store: ImaginedStore): Promise<void> {
  store.seed('Old', 3);
  await store.sync();
}

test('one that waited is a question before it is sent, and sent once a person says so', async (t) => {
  const store = imagineStore(t);
  await setKnown(store);
  await store.addOffline('Rex');
  store.service.insert(colleagues);
  await store.pass(11 * minuteMs);
  await store.sync();
  t.like(await store.entry('Q-1'), { state: 'review', attempts: 0, review: { candidates: [{ id: '4' }] } });
  t.is(store.posted('Rex'), 0);
  await store.command((engine) => engine.sendAgain('Q-1'));
  t.like(await store.sync(), { waiting: 0 });
  t.is(store.posted('Rex'), 1);
});

test('nobody is asked about what was there when it was entered, what is ours, or what was entered a moment ago', async (t) => {
  const there = imagineStore(t);
  there.service.insert(colleagues);
  await setKnown(there);
  await there.addOffline('Rex');
  await there.pass(11 * minuteMs);
  t.like(await there.sync(), { waiting: 0, review: [] });

  const ours = imagineStore(t);
  await setKnown(ours);
  await ours.addOffline('Rex');
  await ours.addOffline('Rex');
  await ours.pass(11 * minuteMs);
  t.like(await ours.sync(), { waiting: 0, review: [] });

  const soon = imagineStore(t);
  await setKnown(soon);
  await soon.addOffline('Rex');
  soon.service.insert(colleagues);
  await soon.pass(9 * minuteMs);
  t.like(await soon.sync(), { waiting: 0, review: [] });
});

test('what a script entered is sent whatever the store shows', async (t) => {
  const store = imagineStore(t);
  await setKnown(store);
  await store.command((engine) => engine.add(rex, { unasked: true }));
  store.service.insert(colleagues);
  await store.pass(11 * minuteMs);
  t.like(await store.sync(), { waiting: 0, review: [] });
});

test('an animal waits for one like it that may have arrived, also if that was restored just before it was sent', async (t) => {
  for (const afterMs of [2000, 7000]) {
    const store = imagineStore(t);
    await setKnown(store);
    await store.add(rex, lostAfter);
    store.service.insert(colleagues);
    await store.sync();
    t.is((await store.entry('Q-1')).state, 'review');
    await store.addOffline('Rex');
    store.pageMs = 5000;
    await store.command(async (engine) => {
      await engine.discard('Q-1');
      const syncing = engine.sync({ timeoutMs: 40_000, signal: new AbortController().signal });
      await store.clock.wait(afterMs);
      await engine.restore('Q-1');
      await syncing;
    });
    t.is((await store.entry('Q-2')).attempts, 0, `after ${afterMs} ms`);
  }
});
