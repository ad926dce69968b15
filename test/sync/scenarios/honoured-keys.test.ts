/**
 * A service that honours keys and whose answer to a key is of no use: the client neither asks for ever nor gives up the
 * animal.
 */
import test, { type ExecutionContext } from 'ava';
import { type Int64, toInt64 } from '../../../source/domain/int64.ts';
import { type FaultName, faults } from '../../helpers/fault-service/faults.ts';
import { imagineStore } from '../../helpers/imagined-store.ts';
import { loseAnswer, rex, setScene, syncFor, until } from '../../helpers/open-engine.ts';

for (const [fault, end] of [
  ['400', 'rejected'],
  ['empty-201', 'created'],
] as const satisfies readonly (readonly [FaultName, string])[]) {
  test(`${fault} for ever under the same key after a lost answer is ${end} after a few attempts, and no more are made`, async (t) => {
    const { service, engine, sync, entry } = await setScene(t, { idempotency: 'honoured', announced: true });
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
  t.like(await store.add({ name: 'Ada' }), { state: 'created', keyEchoed: true });
  Object.assign(store.service.manners, { names: 'upper', categories: 'replaced' });
  const app = store.openApp();
  const { localId } = await app.engine.add({ name: 'Zoe', categoryId: toInt64(3)! });
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
    const { service, engine, sync, entry } = await setScene(
      t,
      { idempotency, announced: idempotency === 'honoured' },
      { settleMs: 3_600_000 },
    );
    await engine.add({ ...rex, name: 'First' });
    await sync();
    service.next('empty-201');
    const { localId } = await engine.add(rex);
    await loseAnswer(t, engine, localId);
    t.is((await entry(localId)).nextTryAt !== undefined, idempotency === 'honoured');
  });
}

/** Rex, whose answer was lost under a key; then the store no longer says whether it honours keys. */
async function loseUnderKey(t: ExecutionContext, settleMs: number) {
  const scene = await setScene(t, { idempotency: 'honoured', announced: true }, { settleMs });
  const { service, engine, sync } = scene;
  await engine.add({ ...rex, name: 'First' });
  await sync();
  service.next('insert-then-drop');
  const { localId } = await engine.add(rex);
  await loseAnswer(t, engine, localId);
  service.configure({ announced: 'unanswered' });
  return { ...scene, localId, next: scene.reopen() };
}

test('a lost question whether keys are honoured does not send to a person what its key can settle', async (t) => {
  const { service, sync, entry, localId, next } = await loseUnderKey(t, 3000);
  const syncing = syncFor(next);
  await until(t, next, () => next.snapshot().connection.state === 'online');
  // Other animals are sent meanwhile, as to any service that says nothing of keys.
  const bella = await next.add({ ...rex, name: 'Bella' });
  // That one may have ended by then.
  t.is((await next.send(bella.localId, new AbortController().signal)).state, 'created');
  service.configure({ announced: true });
  await syncing;
  t.like(await entry(localId), { state: 'created', petId: '2' });
  t.is((await sync()).waiting, 0);
  t.is(service.inserted().length, 3);
});

test('where keys turn out not to be honoured any more, what was sent with one is found in the list after a few settle times', async (t) => {
  const { sync, entry, localId } = await loseUnderKey(t, 60);
  await sync();
  t.like(await entry(localId), { state: 'created', adopted: { by: 'engine' } });
});

for (const before of [0, 2]) {
  test(`a gateway takes the key out of every request: an answer lost after ${before} others ends in no second animal`, async (t) => {
    const store = imagineStore(t, { idempotency: 'stripped' });
    store.seed('Old', 7);
    for (let number = 1; number <= before; number += 1) {
      await store.add({ name: `Pet ${number}` });
    }

    await store.add({ name: 'Rex' }, 'insert-then-drop');
    await store.sync();
    t.is(store.posted('Rex'), 1);
    t.like(await store.entry(`Q-${before + 1}`), { state: 'created' });
  });
}

test('who is planned under keys that turn out to get lost is planned anew, as without keys', async (t) => {
  const store = imagineStore(t, { idempotency: 'honoured' });
  store.seed('Old', 7);
  await store.add({ name: 'One' });
  Object.assign(store.service.manners, { idempotency: 'stripped' });
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
  const { service, engine, sync } = await setScene(t, { idempotency: 'honoured', announced: true });
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
