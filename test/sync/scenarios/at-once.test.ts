/** The look right after a loss: of a name that others have it shows what was there then, and not what came later. */
import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import { imagineStore, settleMs } from '../../helpers/imagined-store.ts';

const hour = 60 * 60 * 1000;
const bella = { name: 'Bella', categoryId: 3, status: 'available' as const };

test('a colleague adds one of the same name overnight, while the machine is off: it is not taken for the lost one', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  await store.acquaint();
  store.service.insert(bella);
  t.is((await store.lose({ name: 'Bella' }, 'drop')).state, 'checking');
  await store.pass(hour);
  store.service.insert(bella);
  store.clock.restart();
  await store.sync();
  t.is((await store.entry('Q-1')).state, 'review');
});

test('a colleague adds one of the same name while the lid is closed in the middle of sending: it is not taken for the lost one', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  await store.acquaint();
  store.service.insert(bella);
  const app = store.openApp();
  await store.pass(10_000);
  store.weather.fateOf = () => {
    store.clock.sleep(3 * hour);
    store.service.insert(bella);
    return 'drop';
  };
  await app.engine.add({ name: 'Bella', categoryId: '3' as Int64, status: 'available' });
  await store.pass(5 * settleMs);
  t.is(app.engine.snapshot().entries[0]?.state, 'review');
  await app.close();
});
test('a colleague adds one of the same name while the lid is closed between two pages of the look: it is not taken for the lost one', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 150);
  await store.acquaint();
  store.service.insert(bella);
  const app = store.openApp();
  await store.pass(10_000);
  let pages = 0;
  const closeLid = (): undefined => {
    pages += 1;
    if (pages === 2) {
      store.clock.sleep(3 * hour);
      store.service.insert(bella);
    }
  };
  store.weather.fateOf = () => {
    store.weather.intercept = closeLid;
    return 'drop';
  };
  await app.engine.add({ name: 'Bella', categoryId: '3' as Int64, status: 'available' });
  await store.pass(5 * settleMs);
  t.is(app.engine.snapshot().entries[0]?.state, 'review');
  await app.close();
});

test('a list that becomes slow as the answer is lost makes no question of an animal of a common name', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  await store.acquaint();
  store.service.insert(bella);
  const app = store.openApp();
  await store.pass(10_000);
  store.weather.fateOf = () => {
    store.pageMs = 6000;
    return 'insert-then-drop';
  };
  await app.engine.add({ name: 'Bella', categoryId: '3' as Int64, status: 'available' });
  await store.pass(5 * settleMs);
  t.is(app.engine.snapshot().entries[0]?.state, 'created');
  await app.close();
});

test('a list that becomes slow as the answer is lost is not counted as the first of two looks', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  const app = store.openApp();
  await store.pass(10_000);
  store.weather.fateOf = () => {
    store.pageMs = 6000;
    return 'drop';
  };
  await app.engine.add({ name: 'Bella', categoryId: '3' as Int64, status: 'available' });
  await store.pass(90_000);
  t.is(app.engine.snapshot().entries[0]?.state, 'checking');
  await app.close();
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
