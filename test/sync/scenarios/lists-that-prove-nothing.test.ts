/** Lists that look whole and are not, or not of the moment: none of them may call an animal ours, or absent. */
import test from 'ava';
import { toInt64 } from '../../../source/domain/int64.ts';
import { imagineStore } from '../../helpers/imagined-store.ts';
import { createMovableClock, loseAnswer, rex, setScene } from '../../helpers/open-engine.ts';

const never = new AbortController().signal;
const colleagues = { name: rex.name, categoryId: 3, status: 'available' };

test('a list of more than a minute ago is read again before a send: what a colleague added meanwhile is not ours', async (t) => {
  const { clock, pass } = createMovableClock();
  const { service, engine, sync, entry, acquaint } = await setScene(t, {}, { clock });
  await acquaint();
  await engine.add({ ...rex, name: 'First' });
  await sync();
  service.insert(colleagues);
  pass(61_000);
  service.next('drop');
  await engine.add(rex);
  await sync();
  await sync();
  t.like(await entry('Q-2'), { state: 'created', petId: toInt64(5) });
});

test('for a name that others have too a list of some seconds ago is read again before a send', async (t) => {
  const { clock, pass } = createMovableClock();
  const { service, engine, sync, entry, acquaint } = await setScene(t, {}, { clock });
  service.insert(colleagues);
  await acquaint();
  await engine.add({ ...rex, name: 'First' });
  await sync();
  const twin = service.insert(colleagues);
  pass(6000);
  service.next('drop');
  await engine.add(rex);
  await sync();
  await sync();
  t.not((await entry('Q-2')).petId, twin.id);
});

test('a list out of a cache is no ground for an adoption', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, {}, { settleMs: 500 });
  service.insert({ name: 'Old', categoryId: 1 });
  service.freezeLists(30);
  service.insert(colleagues);
  service.next('drop');
  await engine.add(rex);
  await loseAnswer(t, engine, 'Q-1');
  service.thawLists();
  await sync();
  t.like(await entry('Q-1'), { state: 'review', review: { candidates: [{ id: toInt64(2) }] } });
});

test('a list that lacks what the store itself confirmed is not whole, and no ground for an adoption', async (t) => {
  const { service, engine, sync, entry, reopen, age } = await setScene(t, {}, { settleMs: 500 });
  service.insert({ name: 'Old', categoryId: 1 });
  await sync();
  // A copy of the database that lags behind, and does not say so.
  service.freezeLists();
  await engine.add({ ...rex, name: 'First' });
  await engine.send('Q-1', never);
  service.insert(colleagues);
  await engine.refresh('all', 'whole');
  t.false(engine.snapshot().lists.all.complete);
  service.next('drop');
  await engine.stop();
  // It is no list that was read in the very second.
  age();
  // Another process, which has no list of its own yet.
  const next = reopen();
  await next.add(rex);
  await loseAnswer(t, next, 'Q-2');
  service.thawLists();
  await sync();
  t.is((await entry('Q-2')).state, 'review');
});

test('the same id for two identical creates, with honoured keys: the second is a conflict for a person', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, { idempotency: 'honoured' });
  await engine.add(rex);
  await engine.send('Q-1', never);
  service.reset();
  await engine.add(rex);
  await engine.send('Q-2', never);
  t.is((await entry('Q-1')).state, 'created');
  t.like(await entry('Q-2'), { state: 'review', lastError: { code: 'id_conflict' } });
  // It may be the first one as well, and all else is as before.
  await t.throwsAsync(engine.adopt('Q-2', (await entry('Q-1')).petId!), { message: /belongs to Q-1/u });
  await engine.add({ ...rex, name: 'Luna' });
  t.like(await sync(), { connection: { state: 'online' }, created: [{ localId: 'Q-3' }], waiting: 1 });
  await engine.sendAgain('Q-2');
  t.like(await sync(), { created: [{ localId: 'Q-2' }], waiting: 0 });
});

test('a redirect pauses everything, and the next correct answer to a GET ends the pause', async (t) => {
  const { service, engine } = await setScene(t, {}, { settleMs: 3_600_000 });
  service.next('307');
  await engine.add({ ...rex, name: 'One' });
  await engine.add({ ...rex, name: 'Two' });
  t.like(await engine.send('Q-1', never), { state: 'queued' });
  t.is(engine.snapshot().connection.state, 'misconfigured');
  await engine.send('Q-2', never);
  t.is(service.inserted().length, 0, 'paused');
  t.is((await engine.probe()).state, 'online');
  t.is(engine.snapshot().sending.type, 'yes');
  t.like(await engine.send('Q-2', never), { state: 'created' });
});

for (const rows of [25, 37]) {
  test(`a list of ${rows} rows that never ends shows none of four that the store has: no one is said to be gone, and it is told to be cut`, async (t) => {
    const store = imagineStore(t, { link: false });
    store.nature = { cap: rows, ignoresLimit: true };
    store.seed('Old', 60);
    const names = ['Anton', 'Berta', 'Clara', 'Dora'];
    for (const name of names) {
      t.is((await store.add({ name })).state, 'created');
    }

    const { engine, close } = store.openApp();
    for (let minutes = 0; minutes < 20; minutes += 2) {
      // So the list has another validator.
      store.seed(`Colleague ${minutes}`, 1);
      await store.pass(2 * 60_000);
    }

    const { entries, lists } = engine.snapshot();
    t.deepEqual(
      entries.map(({ state, gone }) => ({ state, gone })),
      names.map(() => ({ state: 'created', gone: undefined })),
    );
    t.false(lists.all.complete);
    await close();
  });
}

test('a store that answers no look-up keeps no animal waiting, and what its whole list lacks is asked about', async (t) => {
  const store = imagineStore(t);
  store.seed('Old', 3);
  for (const name of ['Anna', 'Bert', 'Carl']) {
    await store.add({ name });
  }

  await store.pass(6 * 60_000);
  await store.sync();
  store.weather.hangsLookUps = true;
  store.service.remove((await store.entry('Q-2')).petId!);
  await store.sync();
  await store.pass(2 * 60_000);
  t.is((await store.add({ name: 'Dora' })).state, 'created');
  await store.sync();
  t.is((await store.entry('Q-2')).state, 'review');
});
