/** The service restarted empty: what a person's confirmation changes, and what it must not. */
import test, { type ExecutionContext } from 'ava';
import { toInt64 } from '../../../source/domain/int64.ts';
import { imagineStore } from '../../helpers/imagined-store.ts';
import { loseAnswer, openEngine, rex, type Scene, setScene, syncFor, until } from '../../helpers/open-engine.ts';

const toPet = (name: string) => ({ ...rex, name });

/**
 * An animal that is sent to a service with one other, and arrives after a reset, under the id that the other one had.
 */
async function loseAcrossReset(t: ExecutionContext, othersCategory: number): Promise<Scene> {
  const scene = await setScene(t, {}, { settleMs: 300 });
  const { service, engine, age } = scene;
  service.insert({ name: 'Old', categoryId: othersCategory });
  service.next('504-then-insert');
  await engine.add(rex);
  await loseAnswer(t, engine, 'Q-1');
  age();
  service.reset();
  service.release();
  return scene;
}

test('a store that shows nothing of what it had is asked about by each program, until the animals are back', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  await store.sync();
  store.nature = { blank: 1 };
  const asked = { connection: { state: 'changed', problem: { code: 'store_changed' } } } as const;
  t.like(
    await store.command(async (engine) => {
      await engine.refresh('all', 'whole');
      return engine.snapshot();
    }),
    asked,
  );
  const { localId } = await store.addOffline('One');
  t.like(await store.sync(), { ...asked, waiting: 1 });
  t.is(store.posted('One'), 0);
  store.nature = {};
  t.like(await store.sync(), { connection: { state: 'online' }, waiting: 0 });
  t.like(await store.entry(localId), { state: 'created' });
});

test('the service restarted empty: an animal that was added here, and listed since, is counted once', async (t) => {
  const { service, engine, sync, age } = await setScene(t);
  await engine.add(toPet('One'));
  await sync();
  age();
  service.reset();
  service.insert({ name: 'Stranger', categoryId: 9 });
  const { connection } = await sync();
  t.regex(connection.problem?.message ?? '', /it no longer knows #1 \(One\)\. /);
});

for (const idempotency of ['ignored', 'honoured'] as const) {
  test(`the service restarted empty: a stranger under a known id and of its category is not the known one renamed (keys ${idempotency})`, async (t) => {
    const { service, engine, sync, age, entry, reopen } = await setScene(t, {
      idempotency,
    });
    for (const name of ['Old', 'Older', 'Oldest']) {
      service.insert({ name, categoryId: 1 });
    }

    await engine.add(toPet('One'));
    await sync();
    age();
    service.reset();
    service.insert({ name: 'Stranger', categoryId: 1 });
    const sent = service.inserted().length;
    const next = reopen();
    const { localId } = await next.add(toPet('Two'));
    await next.send(localId, new AbortController().signal, 1000);
    t.is(service.inserted().length, sent, 'one row that looks renamed is looked into');
    t.is((await syncFor(next)).connection.state, 'changed');
    // Nor does another stranger end the question.
    service.insert({ name: 'Another stranger', categoryId: 1 });
    age();
    t.is((await syncFor(next)).connection.state, 'changed');
    t.is((await entry(localId)).state, 'queued');
    await next.resume();
    t.like(await syncFor(next), { connection: { state: 'online' }, waiting: 0 });
  });
}

test('a known animal that was renamed costs who sends next one page more, and not the whole list', async (t) => {
  const { service, engine, sync, reopen } = await setScene(t, { idempotency: 'honoured' });
  for (let number = 1; number <= 250; number += 1) {
    service.insert({ name: `Old ${number}`, categoryId: 1 });
  }

  await engine.add(toPet('One'));
  await sync();
  service.correct(toInt64(1)!, { name: 'Renamed' });
  const before = service.attempts().length;
  const next = reopen();
  const { localId } = await next.add(toPet('Two'));
  t.is((await next.send(localId, new AbortController().signal, 1000)).state, 'created');
  const lists = service
    .attempts()
    .slice(before)
    .filter(({ method }) => method === 'GET');
  // The list that is read before an animal is sent takes three.
  t.true(lists.length <= 6, lists.map(({ url }) => url).join(' '));
});

test('of a store that nothing is known of one page is read to ask whether it can be reached', async (t) => {
  const { service, engine } = await setScene(t);
  for (let number = 1; number <= 250; number += 1) {
    service.insert({ name: `Old ${number}`, categoryId: 1 });
  }

  t.is((await engine.probe()).state, 'online');
  t.deepEqual(
    service.attempts().flatMap(({ url }) => (url.includes('/pets') ? [url] : [])),
    ['/v1/pets?limit=100'],
  );
});

test('the service restarted empty: that is seen also by whoever never read a list that showed something', async (t) => {
  const { service, engine, age, reopen } = await setScene(t, { idempotency: 'honoured' });
  const send = async (on: typeof engine, name: string): Promise<void> => {
    const { localId } = await on.add(toPet(name));
    await on.send(localId, new AbortController().signal, 1000);
  };
  await send(engine, 'One');
  await send(engine, 'Two');
  t.is(service.inserted().length, 2);
  age();
  service.reset();
  const next = reopen();
  await send(next, 'Three');
  t.is(service.inserted().length, 2);
  t.is((await syncFor(next)).connection.state, 'changed');
  service.insert({ name: 'Stranger', categoryId: Number(rex.categoryId) });
  t.is((await syncFor(reopen())).connection.state, 'changed', 'nor is a stranger under the first id the known one');
});

test('the service restarted empty: an answer lost before is decided by a person, as its animal may have arrived after', async (t) => {
  const { service, engine, sync, entry } = await loseAcrossReset(t, 1);
  await sync();
  await engine.resume();
  await sync();
  await sync();
  t.like(await entry('Q-1'), { state: 'review', review: { candidates: [{ id: toInt64(1), name: 'Rex' }] } });
  t.deepEqual(service.names(), ['Rex'], 'it was not sent again');
});

test('the service restarted empty: animals lost with it do not keep later lists from counting as complete', async (t) => {
  const { service, engine, sync, entry, age } = await setScene(t);
  for (let number = 1; number <= 25; number += 1) {
    await engine.add(toPet(`Pet ${number}`));
  }

  await sync();
  age();
  service.reset();
  await sync();
  await engine.resume();
  await sync();
  service.next('insert-then-drop');
  const { localId } = await engine.add(rex);
  await sync();
  t.like(await entry(localId), { state: 'created', adopted: { by: 'engine' } });
});

test('the service restarted empty: what was confirmed in one process holds in another, and in the next', async (t) => {
  const { service, folder, engine, sync, age, clock } = await setScene(t);
  await engine.add(toPet('One'));
  await sync();
  const other = openEngine(t, folder, service, { clock });
  await syncFor(other);
  age();
  service.reset();
  t.is((await syncFor(other)).connection.state, 'changed');
  t.is((await sync()).connection.state, 'changed');
  await engine.resume();
  await engine.add(toPet('Two'));
  await sync();
  await other.add(toPet('Three'));
  t.like(await syncFor(other), { connection: { state: 'online' }, waiting: 0 });
  t.deepEqual(
    other.snapshot().pets.map(({ name }) => name),
    ['Two', 'Three'],
  );
  // This one knew of nothing until it ended, and wrote what it had.
  const next = openEngine(t, folder, service, { clock });
  t.is((await syncFor(next)).connection.state, 'online');
});

test("the service restarted unnoticed: an animal under an id that was another's before the send is found", async (t) => {
  // Of the same category, so that it may as well have been renamed.
  const { service, sync, entry } = await loseAcrossReset(t, 3);
  await sync();
  await sync();
  t.like(await entry('Q-1'), { state: 'created', petId: toInt64(1) });
  t.is(service.pets().length, 1);
});

test('the service restarted with the same animals as at first: one animal got an id of before, the others are sent, and whose id it was is told to be gone', async (t) => {
  const { service, engine, sync, entry } = await setScene(t);
  const seed = () => {
    for (const name of ['Ada', 'Bob', 'Cleo']) {
      service.insert({ name, categoryId: 1 });
    }
  };
  seed();
  await engine.add(toPet('One'));
  await sync();
  service.reset();
  seed();
  await engine.add(toPet('Two'));
  await engine.add(toPet('Three'));
  t.like(await sync(), {
    connection: { state: 'online' },
    created: [{ localId: 'Q-3' }],
    review: [{ localId: 'Q-2' }],
    waiting: 1,
  });
  t.like((await entry('Q-2')).review, { candidates: [{ id: toInt64(4), name: 'Two' }] });
  await engine.adopt('Q-2', toInt64(4)!);
  t.regex((await entry('Q-1')).review?.reason ?? '', /It was #4, and the store no longer lists it/);
  await engine.sendAgain('Q-1');
  t.like(await sync(), { connection: { state: 'online' }, waiting: 0 });
  t.deepEqual(service.names(), ['Ada', 'Bob', 'Cleo', 'Two', 'Three', 'One']);
});

/** Some of ours are on the store, and the newest vanish as by a backup; more of ours wait. */
async function rollBack(
  t: ExecutionContext,
  options: Parameters<typeof setScene>[1],
  { ours, gone, waiting }: { readonly ours: number; readonly gone: number; readonly waiting: number },
): Promise<Scene> {
  const scene = await setScene(t, options);
  const { service, engine, sync, age } = scene;
  service.insert({ name: 'Old', categoryId: 1 });
  const add = async (from: number, count: number): Promise<void> => {
    for (let number = from; number < from + count; number += 1) {
      await engine.add(toPet(`Pet ${number}`));
    }
  };
  await add(1, ours);
  await sync();
  age();
  await sync();
  service.rollBack(gone);
  await add(ours + 1, waiting);
  return scene;
}

for (const idempotency of ['ignored', 'honoured'] as const) {
  test(`the store was put back to a backup: one animal gets an id of before, and the others wait until a person says so, to the next process too (keys ${idempotency})`, async (t) => {
    const options = { idempotency };
    const { service, engine, sync, reopen } = await rollBack(t, options, { ours: 6, gone: 2, waiting: 3 });
    const asked = { connection: { state: 'changed', problem: { code: 'store_changed' } } } as const;
    t.like(await sync(), { ...asked, review: [{ localId: 'Q-7' }], waiting: 3 });
    t.regex(engine.snapshot().connection.problem?.message ?? '', /it no longer knows #7 \(Pet 6\)\. /);
    t.is(service.pets().length, 6, 'those of before, and the one');
    await engine.stop();
    const next = reopen();
    t.like(await sync(), { ...asked, waiting: 3 });
    await next.resume();
    await next.adopt('Q-7', toInt64(6)!);
    for (const { localId, state } of next.snapshot().entries) {
      await (state === 'review' ? next.sendAgain(localId) : undefined);
    }

    t.like(await sync(), { connection: { state: 'online' }, waiting: 0 });
    t.deepEqual(service.names().toSorted(), ['Old', ...Array.from({ length: 9 }, (_, place) => `Pet ${place + 1}`)]);
  });
}

for (const [idempotency, fault, state] of [
  ['ignored', '503', 'error'],
  ['honoured', '503', 'error'],
  ['ignored', '403', 'unauthorized'],
  ['honoured', '403', 'unauthorized'],
] as const) {
  test(`an animal got an id of before, and the list answers ${fault}: the others wait until it can be read (keys ${idempotency})`, async (t) => {
    const { service, engine, sync, entry, reopen } = await setScene(t, { idempotency });
    service.insert({ name: 'Old', categoryId: 1 });
    await engine.add(toPet('One'));
    await sync();
    service.rollBack(1);
    await engine.add(toPet('Two'));
    await engine.add(toPet('Three'));
    const unsubscribe = engine.subscribe(() => {
      if (engine.snapshot().entries.some(({ state }) => state === 'review')) {
        unsubscribe();
        service.next(fault, { method: 'GET', times: 50 });
      }
    });
    t.like(await sync(), { connection: { state }, waiting: 2 });
    t.is((await entry('Q-2')).state, 'review');
    t.like(await engine.send('Q-3', new AbortController().signal, 0), { state: 'queued' });
    t.is(service.pets().length, 2);
    const next = reopen();
    t.like(await next.send('Q-3', new AbortController().signal, 0), { state: 'queued' }, 'nor does another process');
    t.is(service.pets().length, 2);
    service.clearFaults();
    t.like(await syncFor(next), { connection: { state: 'online' }, created: [{ localId: 'Q-3' }], waiting: 1 });
  });
}

test('the store was put back while sixty wait, and eight are sent at once: none follows those that are on their way', async (t) => {
  const numbers = { ours: 25, gone: 20, waiting: 60 };
  const { service, sync } = await rollBack(t, { idempotency: 'honoured' }, numbers);
  const before = service.inserted().length;
  t.like(await sync(), { connection: { state: 'changed', problem: { code: 'store_changed' } } });
  t.true(service.inserted().length - before <= 8, String(service.inserted().length - before));
});

test('a list that was asked for before an animal was added, and came after it, is no reset and takes nothing away', async (t) => {
  const { service, engine, sync } = await setScene(t);
  service.insert({ name: 'Old', categoryId: 1 });
  await sync();
  service.freezeLists();
  service.next('late-answer', { method: 'GET' });
  const refreshing = engine.refresh('all', 'whole');
  await until(t, engine, () => service.attempts().at(-1)?.fault === 'late-answer');
  await engine.add(rex);
  await engine.send('Q-1', new AbortController().signal);
  service.release();
  t.true(await refreshing);
  t.is(engine.snapshot().connection.state, 'online');
  t.deepEqual(
    engine.snapshot().pets.map(({ name }) => name),
    ['Old', 'Rex'],
  );
});

test('a store that shows none of the animals it had asks, also where all its ids are higher', async (t) => {
  const { service, engine, sync } = await setScene(t, {}, {});
  service.insert({ name: 'Old', categoryId: 1 });
  await sync();
  for (const name of ['New 1', 'New 2']) {
    service.insert({ name, categoryId: 2 });
  }

  service.remove(toInt64(1)!);
  t.like(await sync(), { connection: { state: 'changed' }, refreshed: false });
  t.deepEqual(
    engine.snapshot().pets.map(({ name }) => name),
    ['Old'],
  );
  await engine.resume();
  t.like(await sync(), { connection: { state: 'online' }, refreshed: true });
  t.deepEqual(
    engine.snapshot().pets.map(({ name }) => name),
    ['New 1', 'New 2'],
  );
});

test('the store was put back, and a colleague got the id of an animal of ours: what waits is sent all the same', async (t) => {
  const { service, engine, entry, reopen } = await setScene(t, { order: 'newest-first' });
  for (let count = 0; count < 10; count += 1) {
    service.insert({ name: `Old ${count}`, categoryId: 1 });
  }

  await engine.add(toPet('One'));
  await syncFor(engine);
  service.rollBack(1);
  t.is((await entry('Q-1')).petId, service.insert({ name: 'Stranger', categoryId: 9 }).id);
  // The first row alone shows nothing but another animal; of the whole list that is one of many.
  const next = reopen();
  await next.add(toPet('Two'));
  t.like(await syncFor(next), { connection: { state: 'online' }, waiting: 0 });
  t.is((await entry('Q-2')).state, 'created');
});

for (const count of [300, 700]) {
  test(`nothing is sent to a store of ${count} that shows other animals under all ids a minute later`, async (t) => {
    const store = imagineStore(t);
    store.seed('Old', count);
    const sent = await store.command(async (engine) => {
      const send = async (name: string) => {
        const { localId } = await engine.add({ name, categoryId: toInt64(3)!, status: 'available' });
        return await engine.send(localId, new AbortController().signal);
      };
      const sync = () => engine.sync({ timeoutMs: 60_000, signal: new AbortController().signal });
      await sync();
      store.seed('New', 1);
      await sync();
      const before = await send('Ada');
      for (const { id } of store.service.pets()) {
        store.service.correct(id, { name: `Stranger ${id}`, categoryId: toInt64(9)! });
      }

      await store.pass(61_000);
      return [before.state, (await send('Rex')).state, engine.snapshot().connection.state];
    });
    t.deepEqual(sent, ['created', 'queued', 'changed']);
    t.is(store.posted('Rex'), 0);
  });
}
