/** What is believed of a store, a refusal or an answer no further than it was proven. */
import test from 'ava';
import type { Fault } from '../../helpers/fault-service/faults.ts';
import { imagineStore, settleMs } from '../../helpers/imagined-store.ts';

const hourMs = 3_600_000;

/** A proxy on the way mixes two answers up: another animal than the one that was sent. */
const mixedUp: Fault = {
  inserts: 'never',
  answers: { status: 201, body: JSON.stringify({ id: 55, name: 'Brutus', categoryId: 9, status: 'sold' }) },
};

test('an answer with another name and another category is not ours: the animal is looked for, and sent', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 8);
  await store.acquaint();
  t.is((await store.add({ name: 'Zoe' }, mixedUp)).state, 'checking');
  await store.sync();
  t.like(await store.entry('Q-1'), { state: 'created', attempts: 2, name: 'Zoe' });
  t.is(store.posted('Zoe'), 1);
});

for (const status of [400, 409] as const) {
  test(`a ${status} to what a proxy had sent already: the animal is there, and not called rejected`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', 8);
    await store.sync();

    t.like(await store.add({ name: 'Zoe' }, `insert-then-${status}`), { state: 'created', petId: '9' });
    t.is(store.posted('Zoe'), 1);
  });

  test(`a ${status} to what is not there is the store's word`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', 8);
    await store.sync();

    t.is((await store.add({ name: 'Zoe' }, `${status}`)).state, 'rejected');
  });
}

test('a litter of one name does not stand still behind the one whose answer was lost', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 8);
  await store.acquaint();
  const app = store.openApp();
  await store.pass(5000);
  store.weather.next?.push('insert-then-drop');
  for (let count = 0; count < 6; count += 1) {
    await app.engine.add({ name: 'Puppy', categoryId: '3' as never });
  }

  await store.pass(20 * 60_000);
  t.deepEqual(
    app.engine.snapshot().entries.map(({ state }) => state),
    Array.from({ length: 6 }, () => 'created'),
  );
  t.is(store.posted('Puppy'), 6);
  await app.close();
});

test('three of ours that a restore took are asked about, and sent again once a person says so', async (t) => {
  // None of its ids is given twice.
  const store = imagineStore(t, { ids: 'random' });
  store.seed('Old', 8);
  await store.sync();
  for (const name of ['One', 'Two', 'Three']) {
    t.is((await store.add({ name })).state, 'created');
  }

  await store.pass(hourMs);
  store.service.rollBack(3);
  await store.sync();
  await store.pass(2 * settleMs);
  const { review } = await store.sync();
  t.deepEqual(
    review.map(({ localId }) => localId),
    ['Q-1', 'Q-2', 'Q-3'],
  );
  t.regex((await store.entry('Q-1')).review?.reason ?? '', /It was #\d+, and the store no longer lists it/);
  await store.command((engine) => engine.sendAgain('Q-1'));
  await store.sync();
  t.is((await store.entry('Q-1')).state, 'created');
  const again = store.service.insert({ name: 'Two', categoryId: 3 });
  await store.command((engine) => engine.adopt('Q-2', again.id));
  t.like(await store.entry('Q-2'), { state: 'created', petId: again.id, gone: undefined });
});

test('a young one of ours that is gone from between an older and a younger one is asked about, the youngest is not', async (t) => {
  for (const [name, state] of [
    ['Two', 'review'],
    ['Three', 'created'],
  ] as const) {
    const store = imagineStore(t);
    store.seed('Old', 8);
    await store.sync();
    for (const each of ['One', 'Two', 'Three']) {
      t.is((await store.add({ name: each })).state, 'created');
    }

    await store.pass(hourMs);
    await store.sync();
    const { id } = store.service.pets().find((pet) => pet.name === name)!;
    store.service.remove(id);
    await store.sync();
    await store.pass(2 * settleMs);
    await store.sync();
    t.is((await store.entry(name === 'Two' ? 'Q-2' : 'Q-3')).state, state, name);
  }
});

test('one of ours that is gone is told, and is no longer once it is listed again', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 8);
  await store.sync();
  await store.add({ name: 'One' });
  await store.pass(hourMs);
  store.nature = { hidden: { status: 'available', from: 'lists' } };
  store.seed('Sold', 3, 'sold');
  await store.sync();
  await store.pass(2 * settleMs);
  await store.sync();
  t.like(await store.entry('Q-1'), { state: 'created', petId: '9' });
  store.nature = {};
  await store.sync();
  t.is((await store.entry('Q-1')).gone, undefined);
});

test('with honoured keys too, another store whose newest come first is asked about before the first animal goes there', async (t) => {
  const store = imagineStore(t, { idempotency: 'honoured', order: 'newest-first' });
  store.seed('Old', 30);
  await store.sync();
  await store.add({ name: 'One' });
  await store.pass(hourMs);
  // The address leads to another store: others under all ids, and newer ones in front.
  for (const { id } of store.service.pets()) {
    store.service.correct(id, { name: `Stranger ${id}`, categoryId: '9' as never });
  }

  store.seed('Newer', 5);
  await store.add({ name: 'Two' });
  t.is(store.posted('Two'), 0);
  await store.pass(2 * settleMs);
  t.is((await store.sync()).connection.state, 'changed');
  t.is(store.posted('Two'), 0);
});

test('a copy of the store from before our last five, which has two others under their ids, is asked about before anything goes there', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 60);
  await store.sync();
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await store.add({ name });
  }

  await store.pass(hourMs);
  store.service.rollBack(5);
  for (const name of ['Else', 'Other']) {
    store.service.insert({ name, categoryId: 9 });
  }

  await store.add({ name: 'Six' });
  await store.pass(2 * settleMs);
  t.is((await store.sync()).connection.state, 'changed');
  t.is(store.posted('Six'), 0);
  await store.command(async (engine) => {
    await engine.probe();
    await engine.resume();
  });
  await store.sync();
  for (const localId of ['Q-1', 'Q-2', 'Q-3', 'Q-4', 'Q-5']) {
    t.is((await store.entry(localId)).state, 'review', 'none of them is there');
  }

  t.is(store.posted('Six'), 1);
});
