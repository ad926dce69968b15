/** The look right after a loss: of a name that others have it shows what was there then, and not what came later. */
import test, { type ExecutionContext } from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { AnyFault } from '../../helpers/fault-service/faults.ts';
import { imagineStore, type ImaginedStore, settleMs } from '../../helpers/imagined-store.ts';

const hour = 60 * 60 * 1000;
const bella = { name: 'Bella', categoryId: 3, status: 'available' as const };

/** A store that is known here, and at which a colleague has a Bella. */
async function openStoreWithBella(t: ExecutionContext, others = 3): Promise<ImaginedStore> {
  const store = imagineStore(t);
  store.seed('Old', others);
  await store.acquaint();
  store.service.insert(bella);
  return store;
}

/** Adds a Bella in the app, whose request meets what `fate` does and says; returns its state after so long. */
async function addBella(store: ImaginedStore, fate: () => AnyFault, waitMs = 5 * settleMs) {
  const app = store.openApp();
  await store.pass(10_000);
  store.weather.fateOf = fate;
  await app.engine.add({ ...bella, categoryId: '3' as Int64 });
  await store.pass(waitMs);
  const state = app.engine.snapshot().entries[0]?.state;
  await app.close();
  return state;
}

test('a colleague adds one of the same name overnight, while the machine is off: it is not taken for the lost one', async (t) => {
  const store = await openStoreWithBella(t);
  t.is((await store.lose({ name: 'Bella' }, 'drop')).state, 'checking');
  await store.pass(hour);
  store.service.insert(bella);
  store.clock.restart();
  await store.sync();
  t.is((await store.entry('Q-1')).state, 'review');
});

test('a colleague adds one of the same name while the lid is closed in the middle of sending: it is not taken for the lost one', async (t) => {
  const store = await openStoreWithBella(t);
  const state = await addBella(store, () => {
    store.clock.sleep(3 * hour);
    store.service.insert(bella);
    return 'drop';
  });
  t.is(state, 'review');
});

test('a colleague adds one of the same name while the lid is closed between two pages of the look: it is not taken for the lost one', async (t) => {
  const store = await openStoreWithBella(t, 150);
  let pages = 0;
  const closeLid = (): undefined => {
    pages += 1;
    if (pages === 2) {
      store.clock.sleep(3 * hour);
      store.service.insert(bella);
    }
  };
  const state = await addBella(store, () => {
    store.weather.intercept = closeLid;
    return 'drop';
  });
  t.is(state, 'review');
});

test('a list that becomes slow as the answer is lost makes no question of an animal of a common name', async (t) => {
  const store = await openStoreWithBella(t);
  const state = await addBella(store, () => {
    store.weather.pageMs = 6000;
    return 'insert-then-drop';
  });
  t.is(state, 'created');
});

test('a list that becomes slow as the answer is lost is not counted as the first of two looks', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  const lose = (): AnyFault => {
    store.weather.pageMs = 6000;
    return 'drop';
  };
  t.is(await addBella(store, lose, 90_000), 'checking');
});

for (const [whose, state] of [
  ['only animals of ours have', 'created'],
  ["a colleague's animal has, too", 'review'],
] as const) {
  test(`a name that ${whose}, and a signal that was away when the answer was lost: ${state}`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', 7);
    if (state === 'review') {
      store.service.insert({ name: 'Puppy', categoryId: 3 });
    }

    await store.add({ name: 'Puppy' });
    await store.add({ name: 'Puppy' });
    const app = store.openApp();
    await store.pass(10_000);
    store.weather.next?.push({ inserts: 'first', answers: 'drop', thenDown: true });
    await app.engine.add({ name: 'Puppy', categoryId: '3' as Int64 });
    await store.pass(20_000);
    store.weather.isDown = false;
    await store.pass(10 * settleMs);
    t.like(await store.entry('Q-3'), { state });
    t.is(store.posted('Puppy'), 3);
    await app.close();
  });
}
