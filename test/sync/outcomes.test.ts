/** Answers that are certain, and what they do to the queue and to the connection. */
import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import { imagineStore } from '../helpers/imagined-store.ts';
import { createManualClock } from '../helpers/manual-clock.ts';
import { openEngine, rex, setScene, syncFor, until } from '../helpers/open-engine.ts';

const posts = (attempts: readonly { readonly method: string }[]): number =>
  attempts.filter(({ method }) => method === 'POST').length;

test('an animal added while the store is away is sent once it is back, ids beyond 2^53 included', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, { ids: 'random' });
  await service.stop();
  const { localId } = await engine.add({ ...rex, categoryId: '9223372036854775807' as Int64 });
  t.is((await sync()).connection.state, 'offline');
  t.is((await entry(localId)).attempts, 0, 'nothing is tried while nothing answers');
  await service.start();
  t.is((await sync()).created.length, 1);
  t.like(service.inserted()[0]?.pet, { categoryId: '9223372036854775807' });
  t.is((await entry(localId)).petId, service.inserted()[0]?.pet.id);
});

test('the animal the store refuses is rejected and kept; editing it sends it under a new key', async (t) => {
  const { service, engine, sync, entry } = await setScene(t);
  service.next('400');
  const { localId } = await engine.add(rex);
  await engine.add({ ...rex, name: 'Bella' });
  const report = await sync();
  t.deepEqual(report.rejected, [{ localId }]);
  t.is(report.created.length, 1, 'the others go on');
  t.regex((await entry(localId)).lastError?.message ?? '', /rejected/);

  await engine.edit(localId, { name: 'Rexi', categoryId: '3' as Int64 });
  t.is((await sync()).created.length, 1);
  t.deepEqual(service.insertedNames(), ['Bella', 'Rexi']);
  t.is(new Set(service.attempts().flatMap(({ key }) => key ?? [])).size, 3);
});

for (const [fault, state] of [
  ['401', 'unauthorized'],
  ['403', 'unauthorized'],
  ['404', 'misconfigured'],
  ['405', 'misconfigured'],
  ['410', 'misconfigured'],
] as const) {
  test(`${fault} for a new animal pauses the sending and drops nothing`, async (t) => {
    const { service, engine, sync, entry } = await setScene(t);
    service.next(fault, { times: 100 });
    const { localId } = await engine.add(rex);
    await engine.add({ ...rex, name: 'Bella' });
    const report = await engine.send(localId, new AbortController().signal);
    t.is(report.state, 'queued');
    t.is(engine.snapshot().connection.state, state);
    t.is(posts(service.attempts()), 1);

    service.clearFaults();
    t.is((await sync()).created.length, 2, "a person's sync ends the pause");
    t.is((await entry(localId)).state, 'created');
  });
}

test('a key that is refused for the list sends nothing at all', async (t) => {
  const { service, folder } = await setScene(t);
  const stranger = openEngine(t, folder, { ...service, apiKey: 'pst_wrong' });
  await stranger.add(rex);
  const report = await syncFor(stranger);
  t.like(report, { connection: { state: 'unauthorized' }, waiting: 1 });
  t.is(posts(service.attempts()), 0);
});

test('another key that is saved while the present one is refused is taken within seconds, and the refused one is not sent again meanwhile', async (t) => {
  const { service, folder } = await setScene(t);
  const clock = createManualClock();
  let isSaved = false;
  let taken = 0;
  const stranger = openEngine(
    t,
    folder,
    { ...service, apiKey: 'pst_wrong' },
    { clock, findNewKey: () => Promise.resolve(isSaved ? () => void (taken += 1) : undefined) },
  );
  stranger.start();
  await until(t, stranger, () => stranger.snapshot().connection.state === 'unauthorized');
  const asked = service.attempts().length;
  await clock.advance(30_000);
  t.is(service.attempts().length, asked);
  isSaved = true;
  await clock.advance(4000);
  const deadline = performance.now() + 60_000;
  while (taken === 0 && performance.now() < deadline) {
    await clock.advance(0);
  }

  t.true(taken > 0);
});

test('a list that may not be read does not stop the sending, and makes every lost answer a matter for a person', async (t) => {
  const { service, engine, sync, entry } = await setScene(t);
  service.next('403', { method: 'GET', times: 1000 });
  const { localId } = await engine.add(rex);
  await sync();
  t.is((await entry(localId)).state, 'created');
  service.next('drop');
  const second = await engine.add({ ...rex, name: 'Bella' });
  await engine.send(second.localId, new AbortController().signal);
  t.is((await entry(second.localId)).state, 'review');
  t.is(service.inserted().length, 1);
});

test('discarding wins or loses against sending, and never both', async (t) => {
  const { service, folder, engine } = await setScene(t);
  const other = openEngine(t, folder, service);
  for (let round = 0; round < 10; round += 1) {
    const { localId } = await engine.add({ ...rex, name: `Pet ${round}` });
    const [, discarded] = await Promise.all([
      syncFor(engine),
      other.discard(localId).then(
        () => true,
        () => false,
      ),
    ]);
    const isThere = service.inserted().some(({ pet }) => pet.name === `Pet ${round}`);
    t.not(isThere, discarded);
  }
});

test('the open app sends what another program adds, within five seconds of the store coming back', async (t) => {
  // Whenever it was asked last.
  for (const awayMs of [60_000, 61_000, 62_000, 63_000, 64_000]) {
    const store = imagineStore(t);
    store.weather.isDown = true;
    const { engine, close } = store.openApp();
    await store.addOffline('Rex');
    await store.pass(awayMs);
    t.is(engine.snapshot().connection.state, 'offline');
    store.weather.isDown = false;
    await store.pass(5000);
    t.like(engine.snapshot(), { entries: [{ state: 'created' }], pets: [{ name: 'Rex' }], summary: { sent: 1 } });
    t.is(store.posted('Rex'), 1);
    await close();
  }
});

test('a pet that left the list of its status is looked for in the whole list', async (t) => {
  const { service, engine } = await setScene(t);
  service.insert({ name: 'Old', categoryId: 1, status: 'sold' });
  await engine.refresh('all', 'whole');
  service.reset();
  service.insert({ name: 'Old', categoryId: 1, status: 'available' });
  t.true(await engine.refresh('sold', 'whole'));
  t.deepEqual(
    engine.snapshot().pets.map(({ status }) => status),
    ['available'],
  );
});

test('whoever syncs has the store asked anew, also where nothing is to be sent', async (t) => {
  const { engine, service, sync } = await setScene(t);
  const { apiKey } = service;
  service.configure({ apiKey: 'another' });
  t.false(await engine.refresh('all', 'whole'));
  t.is(engine.snapshot().connection.state, 'unauthorized');
  service.configure({ apiKey });
  t.is((await sync()).connection.state, 'online');
  await service.stop();
  t.false(await engine.refresh('all', 'whole'));
  t.is(engine.snapshot().connection.state, 'offline');
  await service.start();
  t.like(await sync(), { connection: { state: 'online' }, refreshed: true });
});
