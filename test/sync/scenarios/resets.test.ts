/** The service restarted empty: what a person's confirmation changes, and what it must not. */
import test from 'ava';
import { toInt64 } from '../../../source/domain/int64.js';
import { loseAnswer, openEngine, rex, setScene, syncFor } from '../../helpers/open-engine.js';

const toPet = (name: string) => ({ ...rex, name });

test('the service restarted empty: after a confirmation ids that begin again are no conflict, and old numbers still say what became of them', async (t) => {
  const { service, engine, sync, entry } = await setScene(t);
  await engine.add(toPet('One'));
  await sync();
  service.reset();
  t.is((await sync()).connection.state, 'changed');
  await engine.resume();
  await engine.add(toPet('Two'));
  t.like(await sync(), { connection: { state: 'online' }, waiting: 0 });
  t.like(await entry('Q-2'), { state: 'created', petId: toInt64(1) });
  const former = await entry('Q-1');
  t.like(former, { state: 'created', name: 'One', petId: toInt64(1), isFormer: true });
});

test('the service restarted empty: an answer lost before is decided by a person, as its animal may have arrived after', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, {}, { settleMs: 300 });
  service.insert({ name: 'Old', categoryId: 1 });
  service.next('504-then-insert');
  await engine.add(rex);
  await loseAnswer(t, engine, 'Q-1');
  service.reset();
  // Under an id that was another animal's before.
  service.release();
  await sync();
  await engine.resume();
  await sync();
  await sync();
  t.like(await entry('Q-1'), { state: 'review', review: { candidates: [{ id: toInt64(1), name: 'Rex' }] } });
  t.deepEqual(service.pets().map(({ name }) => name), ['Rex'], 'it was not sent again');
});

test('the service restarted empty: animals lost with it do not keep later lists from counting as complete', async (t) => {
  const { service, engine, sync, entry } = await setScene(t);
  for (let number = 1; number <= 25; number += 1) {
    await engine.add(toPet(`Pet ${number}`));
  }

  await sync();
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
  const { service, folder, engine, sync } = await setScene(t);
  await engine.add(toPet('One'));
  await sync();
  const other = openEngine(t, folder, service);
  await syncFor(other);
  service.reset();
  t.is((await syncFor(other)).connection.state, 'changed');
  t.is((await sync()).connection.state, 'changed');
  await engine.resume();
  await engine.add(toPet('Two'));
  await sync();
  await other.add(toPet('Three'));
  t.like(await syncFor(other), { connection: { state: 'online' }, waiting: 0 });
  t.deepEqual(other.snapshot().pets.map(({ name }) => name), ['Two', 'Three']);
  // This one knew of nothing until it ended, and wrote what it had.
  const next = openEngine(t, folder, service);
  t.is((await syncFor(next)).connection.state, 'online');
});

test('the service restarted unnoticed: an animal under an id that was another\'s before the send is not called absent', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, {}, { settleMs: 300 });
  // Of the same category, so that it may as well have been renamed.
  service.insert({ name: 'Old', categoryId: 3 });
  service.next('504-then-insert');
  await engine.add(rex);
  await loseAnswer(t, engine, 'Q-1');
  service.reset();
  service.release();
  await sync();
  await sync();
  t.like(await entry('Q-1'), { state: 'review', review: { candidates: [{ id: toInt64(1), name: 'Rex' }] } });
  t.is(service.pets().length, 1);
});

test('a twin that was there before is no obstacle: the lost one is found beside it, or proven absent', async (t) => {
  const { service, engine, sync, entry } = await setScene(t);
  service.insert({ name: 'Rex', categoryId: 3, status: 'available' });
  service.next('insert-then-drop');
  await engine.add(rex);
  await sync();
  t.like(await entry('Q-1'), { state: 'created', petId: toInt64(2) });
  service.next('drop');
  await engine.add(rex);
  await sync();
  t.like(await entry('Q-2'), { state: 'created', petId: toInt64(3), attempts: 2 });
});
