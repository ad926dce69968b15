/** Two programs at one home, under two keys of which each shows another store: what is entered under one goes there. */
import test from 'ava';
import { toInt64 } from '../../../source/domain/int64.ts';
import { firstTenant } from '../../helpers/fault-service/store.ts';
import { imagineStore } from '../../helpers/imagined-store.ts';

const categoryId = toInt64(3)!;
const minuteMs = 60_000;

for (const lateMs of [5, 100, 61_000]) {
  test(`where nothing was known, two windows that open ${lateMs} ms apart send each to its own store`, async (t) => {
    const store = imagineStore(t, {}, { tenantOf: (key) => (key === 'other' ? 'second' : firstTenant) });
    store.seed('Old', 8);
    store.service.insert({ name: 'Elder', categoryId: 3 }, 'second');
    const mine = store.openApp();
    await store.pass(lateMs);
    store.credential = 'other';
    const theirs = store.openApp();
    await store.pass(lateMs);
    for (let round = 0; round < 6; round += 1) {
      await mine.engine.add({ name: `Mine ${round}`, categoryId });
      await theirs.engine.add({ name: `Theirs ${round}`, categoryId });
      await store.pass(5 * minuteMs);
    }

    await store.pass(60 * minuteMs);
    for (const { by, pet, tenant } of store.service.inserted()) {
      t.true(by !== 'request' || (tenant === 'second') === pet.name.startsWith('Theirs'), `${pet.name} at ${tenant}`);
    }
  });
}

for (const lateMs of [0, 5, 20, 100]) {
  test(`what was sent under a key says nothing of another one that opened ${lateMs} ms before`, async (t) => {
    const store = imagineStore(t, {}, { tenantOf: (key) => (key === 'other' ? 'second' : firstTenant) });
    const mine = store.openApp();
    await store.pass(lateMs);
    store.credential = 'other';
    const theirs = store.openApp();
    await store.pass(50);
    await theirs.engine.add({ name: 'Theirs', categoryId });
    await store.pass(minuteMs);
    await Promise.all([mine.close(), theirs.close()]);
    const again = store.openApp();
    await store.pass(minuteMs);
    await again.close();
    store.credential = 'c';
    await store.addOffline('Mine');
    store.credential = 'other';
    store.openApp();
    await store.pass(60 * minuteMs);
    t.deepEqual(
      store.service.inserted().map(({ pet, tenant }) => `${pet.name} at ${tenant}`),
      ['Theirs at second'],
    );
  });
}

test('a yes to a store that was reset sends nothing there that was entered under another key', async (t) => {
  const store = imagineStore(t, {}, { tenantOf: (key) => (key === 'other' ? 'second' : firstTenant) });
  store.seed('Old', 8);
  t.like(await store.add({ name: 'Mine' }), { state: 'created' });
  store.credential = 'other';
  await store.addOffline('Theirs');
  store.credential = 'c';
  await store.addOffline('Mine too');
  store.service.reset();
  store.seed('New', 3);
  const { engine } = store.openApp();
  await store.pass(5 * minuteMs);
  t.is(engine.snapshot().connection.problem?.code, 'store_changed');
  const resumed = engine.resume();
  await store.pass(10 * minuteMs);
  await resumed;
  t.deepEqual(
    store.service
      .inserted()
      .flatMap(({ by, pet, generation }) => (by === 'request' && generation > 0 ? [pet.name] : [])),
    ['Mine too'],
  );
});
