/** Lists that look whole and are not, or not of the moment: none of them may call an animal ours, or absent. */
import test from 'ava';
import { toInt64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import { systemClock } from '../../../source/platform/time/clock.js';
import type { Page } from '../../../source/client/outcomes/outcomes.js';
import type { PetClient } from '../../../source/client/pet-client.js';
import { readList } from '../../../source/sync/list/read-list.js';
import { loseAnswer, rex, setScene } from '../../helpers/open-engine.js';

/** Long enough for a busy machine: nothing here hangs. */
const patient = { requestTimeoutMs: 10_000 };
const never = new AbortController().signal;
const colleagues = { name: rex.name, categoryId: 3, status: 'available' };

test('a list of more than a minute ago is read again before a send: what a colleague added meanwhile is not ours', async (t) => {
  let passed = 0;
  const clock = { ...systemClock, uptime: () => systemClock.uptime() + passed };
  const { service, engine, sync, entry, acquaint } = await setScene(t, {}, { ...patient, clock });
  await acquaint();
  await engine.add({ ...rex, name: 'First' });
  await sync();
  service.insert(colleagues);
  passed = 61_000;
  service.next('drop');
  await engine.add(rex);
  await sync();
  await sync();
  t.like(await entry('Q-2'), { state: 'created', petId: toInt64(5) });
});

test('for a name that others have too a list of some seconds ago is read again before a send', async (t) => {
  let passed = 0;
  const clock = { ...systemClock, uptime: () => systemClock.uptime() + passed };
  const { service, engine, sync, entry, acquaint } = await setScene(t, {}, { ...patient, clock });
  service.insert(colleagues);
  await acquaint();
  await engine.add({ ...rex, name: 'First' });
  await sync();
  const twin = service.insert(colleagues);
  passed = 6000;
  service.next('drop');
  await engine.add(rex);
  await sync();
  await sync();
  t.not((await entry('Q-2')).petId, twin.id);
});

test('a list out of a cache is no ground for an adoption', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, {}, { ...patient, settleMs: 500 });
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
  const { service, engine, sync, entry, reopen, age } = await setScene(t, {}, { ...patient, settleMs: 500 });
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

test('a list that shows an id twice moved while it was read, and is not whole', async (t) => {
  const pet = (id: number): Pet => ({ id: toInt64(id)!, name: `Pet ${id}`, categoryId: toInt64(1)! });
  const page = (ids: readonly number[], next?: string): Page =>
    ({
      type: 'page',
      pets: ids.map(pet),
      rows: ids.length,
      unreadableRows: 0,
      suspiciousNext: false,
      age: 0,
      next,
      ...{},
    }) as unknown as Page;
  const read = async (second: readonly number[]) => {
    const pages = [page([1, 2], 'http://store/v1/pets?after=2'), page(second)];
    const reading = await readList({ listPage: () => Promise.resolve(pages.shift()!) } as unknown as PetClient, {
      signal: never,
    });
    return reading.type === 'list' && reading.complete;
  };
  t.true(await read([3, 4]));
  t.false(await read([2, 3]));
});

test('known ids that are quite other animals, more than half of them, mean that the store was reset', async (t) => {
  const { service, engine, sync } = await setScene(t, {}, patient);
  for (const name of ['One', 'Two', 'Three']) {
    service.insert({ name, categoryId: 1 });
  }

  await sync();
  service.reset();
  service.insert({ name: 'Ada', categoryId: 2 });
  service.insert({ name: 'Bob', categoryId: 2 });
  service.insert({ name: 'Three', categoryId: 1 });
  await engine.add(rex);
  t.like(await sync(), { connection: { state: 'changed' }, waiting: 1 });
  t.is(service.pets().length, 3);
});

test('the same id for two identical creates, with honoured keys: the second is a conflict for a person', async (t) => {
  const { service, engine, sync, entry } = await setScene(t, { idempotency: 'honoured', announced: true }, patient);
  await engine.add(rex);
  await engine.send('Q-1', never);
  service.reset();
  await engine.add(rex);
  await engine.send('Q-2', never);
  t.is((await entry('Q-1')).state, 'created');
  t.like(await entry('Q-2'), { state: 'review', lastError: { code: 'id_conflict' } });
  t.is((await sync()).connection.state, 'changed');
});

test('a list that is not whole takes nothing away', async (t) => {
  const { service, engine, sync } = await setScene(t, { link: false }, patient);
  service.insert({ name: 'Old', categoryId: 1 });
  await sync();
  service.remove(toInt64(1)!);
  for (let number = 0; number < 120; number += 1) {
    service.insert({ name: `Pet ${number}`, categoryId: 1 });
  }

  await sync();
  t.false(engine.snapshot().lists.all.complete);
  t.is(engine.snapshot().pets[0]?.name, 'Old');
});

test('a redirect pauses everything, and the next correct answer to a GET ends the pause', async (t) => {
  const { service, engine } = await setScene(t, {}, { ...patient, settleMs: 3_600_000 });
  service.next('307');
  await engine.add({ ...rex, name: 'One' });
  await engine.add({ ...rex, name: 'Two' });
  await loseAnswer(t, engine, 'Q-1');
  t.is(engine.snapshot().connection.state, 'misconfigured');
  await engine.send('Q-2', never);
  t.is(service.inserted().length, 0, 'paused');
  t.is((await engine.probe()).state, 'online');
  t.is(engine.snapshot().sending.type, 'yes');
  t.like(await engine.send('Q-2', AbortSignal.timeout(1000)), { state: 'queued' }, 'one animal is in doubt at a time');
});
