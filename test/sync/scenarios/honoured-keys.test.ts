/**
 * A service that honours keys and whose answer to a key is of no use: the client neither asks for ever nor gives up the
 * animal.
 */
import test from 'ava';
import { type Int64, toInt64 } from '../../../source/domain/int64.ts';
import { type FaultName, faults } from '../../helpers/fault-service/faults.ts';
import { imagineStore } from '../../helpers/imagined-store.ts';
import { loseAnswer, rex, setScene, syncFor, until } from '../../helpers/open-engine.ts';

for (const [fault, end] of [
  ['400', 'rejected'],
  ['empty-201', 'created'],
] as const satisfies readonly (readonly [FaultName, string])[]) {
  test(`${fault} for ever under the same key after a lost answer is ${end} after a few attempts, and no more are made`, async (t) => {
    const { service, engine, sync, entry } = await setScene(t, { idempotency: 'honoured' });
    await engine.add({ ...rex, name: 'First' });
    await sync();
    service.next('drop');
    service.next(fault, { times: 1000 });
    const { localId } = await engine.add(rex);
    await sync();
    t.is((await entry(localId)).state, end);
    t.true(service.attempts().filter(({ method }) => method === 'POST').length <= 7);
  });
}

test('a store that changes name and category at once is asked a few times, with waits, and then a person is', async (t) => {
  const store = imagineStore(t, { idempotency: 'honoured' });
  store.seed('Old', 8);
  await store.acquaint();
  t.like(await store.add({ name: 'Ada' }), { state: 'created' });
  Object.assign(store.service.manners, { names: 'escaped', categories: 'replaced' });
  const app = store.openApp();
  const { localId } = await app.engine.add({ name: 'Zoe & Bo', categoryId: toInt64(3)! });
  await store.pass(10_000);
  t.true((await store.entry(localId)).attempts <= 4, 'a second, then two, then four');
  await store.pass(60 * 60_000);
  const { state, attempts } = await store.entry(localId);
  t.is(state, 'review');
  t.true(attempts <= 5, `${attempts} requests`);
});

test('a name that was trimmed is ours, though the category is another one: not sent again and again', async (t) => {
  const store = imagineStore(t, { idempotency: 'honoured', names: 'trimmed', categories: 'replaced' });
  store.seed('Old', 8);
  const added = await store.add({ name: ' Zoe ' });
  t.like(added, { state: 'created', attempts: 1, differences: ['name', 'category'] });
});

for (const idempotency of ['honoured', 'ignored'] as const) {
  test(`an animal taken in without an id is asked for again after a wait only where keys are honoured: ${idempotency}`, async (t) => {
    const { service, engine, sync, entry } = await setScene(t, { idempotency }, { settleMs: 3_600_000 });
    await engine.add({ ...rex, name: 'First' });
    await sync();
    service.next('empty-201');
    const { localId } = await engine.add(rex);
    await loseAnswer(t, engine, localId);
    t.is((await entry(localId)).nextTryAt !== undefined, idempotency === 'honoured');
  });
}

test('a store that honours keys no longer finds in the list what was sent with one', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, { idempotency: 'honoured' }, { settleMs: 60 });
  await engine.add({ ...rex, name: 'First' });
  await sync();
  service.next('insert-then-drop');
  const { localId } = await engine.add(rex);
  await loseAnswer(t, engine, localId);
  service.configure({ idempotency: 'ignored' });
  await sync();
  t.like(await entry(localId), { state: 'created', adopted: { by: 'engine' } });
  t.is(service.inserted().length, 2);
});

for (const rows of [7, 700]) {
  test(`a proxy sends keys back that the store does not honour: among ${rows} animals a lost one is found, not sent again`, async (t) => {
    const store = imagineStore(t, { idempotency: 'echoed' });
    store.seed('Old', rows);
    await store.add({ name: 'Ada' });
    await store.add({ name: 'Rex' }, 'insert-then-drop');
    await store.sync();
    t.is(store.posted('Rex'), 1);
    t.like(await store.entry('Q-2'), { state: 'created' });
  });
}

test('who is planned under keys that turn out to get lost is planned anew, as without keys', async (t) => {
  const store = imagineStore(t, { idempotency: 'honoured' });
  store.seed('Old', 7);
  await store.add({ name: 'One' });
  Object.assign(store.service.manners, { idempotency: 'ignored' });
  const pets = Array.from({ length: 20 }, (_, at) => ({ name: `Pet ${at}`, categoryId: '3' as Int64 }));
  await store.command((engine) => engine.importPets(pets, { again: false }));
  await store.sync();
  const attempts: boolean[] = [];
  for (let number = 2; number <= 21; number += 1) {
    const { state, history } = await store.entry(`Q-${number}`);
    t.is(state, 'created');
    attempts.push(...history.flatMap((record) => (record.kind === 'attempt' ? [record.honoured] : [])));
  }

  t.is(attempts.length, 20, 'each was sent once');
  t.true(attempts.filter(Boolean).length <= 8, 'only those that were on their way already went as under a key');
});

for (const [what, manners, change] of [
  ['the desk corrected the name', {}, { name: 'Rexona' }],
  ['the store writes the name otherwise in its lists', { names: 'escaped', answersAsSent: true }, {}],
] as const) {
  test(`the answer to a key that comes late is no conflict with the list: ${what}`, async (t) => {
    const store = imagineStore(t, { idempotency: 'honoured', ...manners });
    store.seed('Old', 7);
    await store.add({ name: 'Ada' });
    await store.add({ name: "O'Malley" }, { ...faults['insert-then-drop'], thenDown: true });
    store.weather.isDown = false;
    store.service.correct(store.service.pets().at(-1)!.id, change);
    await store.command((engine) => engine.refresh('all', 'whole'));
    await store.sync();
    t.is((await store.entry('Q-2')).state, 'created');
    t.is(store.posted("O'Malley"), 1);
    t.is(store.service.pets().length, 9);
  });
}

test('a few animals that wait get their ids in the order in which they were entered, though keys are honoured', async (t) => {
  const { service, engine, sync } = await setScene(t, { idempotency: 'honoured' });
  await engine.add({ ...rex, name: 'First' });
  await sync();
  const cages = ['Cage 1', 'Cage 2', 'Cage 3', 'Cage 4'];
  for (const name of cages) {
    await engine.add({ ...rex, name });
  }

  service.next('late-insert');
  const syncing = syncFor(engine);
  const count = (): number => service.attempts().filter(({ method }) => method === 'POST').length;
  await until(t, engine, () => count() === 2);
  // Whatever is sent beside the first one is taken in by now.
  for (let left = 20; left > 0; left -= 1) {
    await fetch(`${service.baseUrl}/pets`, { headers: { authorization: `Bearer ${service.apiKey}` } });
  }

  service.release();
  await syncing;
  const sent = engine.snapshot().entries.slice(1);
  t.deepEqual(
    sent.map(({ name, petId }) => [name, petId]),
    cages.map((name, place) => [name, String(place + 2)]),
  );
});
