/** What an id leads to that a person typed: no stranger is shown as one's own, and nothing that is there is denied. */
import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { parseAnimalId } from '../../../source/domain/entry.ts';
import { systemClock } from '../../../source/platform/time/clock.ts';
import type { Engine, Found } from '../../../source/sync/api.ts';
import { stateWithIdText } from '../../../source/text/queue/found-text.ts';
import { imagineStore } from '../../helpers/imagined-store.ts';
import { openEngine, rex, setScene, syncFor } from '../../helpers/open-engine.ts';

const stranger = { name: 'Stranger', categoryId: 9 };
const find = (engine: Engine, text: string): Promise<Found> => engine.find(parseAnimalId(text)!, { offline: false });

test('an animal that was sent is its pet, by whatever id it is asked for', async (t) => {
  const { engine, sync, service } = await setScene(t);
  await engine.add(rex);
  await sync();
  for (const text of ['Q-1', 'q-1', 'q1', 'Q-01']) {
    t.like(await find(engine, text), { type: 'pet', pet: { id: '1', name: 'Rex' }, localId: 'Q-1' } as never, text);
  }

  for (const text of ['1', '#1', '01']) {
    t.like(await find(engine, text), { type: 'pet', pet: { id: '1', name: 'Rex' } } as never, text);
  }

  t.like(await engine.find({ localId: 'Q-1' }), { type: 'queued', entry: { petId: '1' } } as never);
  service.reset();
  t.like(await find(engine, 'Q-1'), { type: 'no-pet', petId: '1', localId: 'Q-1' } as never);
  await service.stop();
  t.like(await find(engine, '7'), {
    type: 'unknown-pet',
    connection: { state: 'offline' },
  } as never);
});

test('where ids rise the whole list denies those below its newest, and one that was looked up by itself denies none', async (t) => {
  const { engine, sync, service } = await setScene(t);
  const gone = service.insert(stranger);
  service.insert(stranger);
  service.remove(gone.id);
  for (const name of ['Rex', 'Luna', 'Coco']) {
    await engine.add({ ...rex, name });
    await sync();
  }

  await engine.refresh('all', 'whole');
  service.insert(stranger);
  service.insert({ ...stranger, name: 'Later' });
  t.like(await find(engine, '7'), { type: 'pet' });
  await service.stop();
  t.like(await find(engine, '7'), { type: 'pet', pet: { name: 'Later' }, source: 'cache' } as never);
  t.is((await find(engine, '6')).type, 'unknown-pet');
  t.is((await find(engine, '1')).type, 'no-pet');
});

test('an animal from before a reset is not the stranger that has its id now, confirmed or not', async (t) => {
  const { engine, sync, service, age } = await setScene(t);
  await engine.add(rex);
  await sync();
  age();
  service.reset();
  service.insert(stranger);
  const found = { type: 'former', entry: { localId: 'Q-1', name: 'Rex', petId: '1' } };
  t.like(await find(engine, 'Q-1'), { ...found, stranger: { id: '1', name: 'Stranger' } } as never);
  t.is((await sync()).connection.state, 'changed');
  await engine.resume();
  // Whoever has the id now is not looked at: by a corrected name it could pass for the former one.
  const confirmed = await find(engine, 'Q-1');
  t.like(confirmed, found as never);
  t.false('stranger' in confirmed);
  t.like(await find(engine, '1'), { type: 'pet', pet: { name: 'Stranger' } } as never);
});

test('what was discarded long ago is told from the archive', async (t) => {
  const { engine, sync, folder, service } = await setScene(t, {}, { state: undefined });
  await engine.add(rex);
  await engine.discard('Q-1');
  t.like(await find(engine, 'Q-1'), { type: 'queued', entry: { state: 'discarded' } } as never);
  const later = openEngine(t, folder, service, {
    state: undefined,
    clock: { ...systemClock, now: () => Date.now() + 40 * 86_400_000 },
  });
  await later.add({ ...rex, name: 'Luna' });
  t.is((await syncFor(later)).waiting, 0);
  t.like(await find(later, 'Q-1'), { type: 'archived', entry: { state: 'discarded', name: 'Rex' } } as never);
  t.deepEqual(await find(later, 'Q-9'), { type: 'no-entry', localId: 'Q-9' });
  await sync();
});

test('of a queue that was lost with its copy no animal is denied', async (t) => {
  const { engine, folder, reopen } = await setScene(t);
  await engine.add(rex);
  await engine.add({ ...rex, name: 'Luna' });
  await engine.stop();
  for (const name of ['queue.json', 'queue.copy.json']) {
    truncateSync(join(folder, name), 50);
  }

  const after = reopen();
  await after.load();
  const found = await find(after, 'q-2');
  t.like(found, { type: 'unreadable', localId: 'Q-2', problem: { code: 'queue_lost' } } as never);
  const { problem } = found as Extract<Found, { type: 'unreadable' }>;
  t.regex(problem.message, /^Q-2 is not in the readable part of the queue\. .*queue(\.copy)?\.json cannot be used: /);
  await t.throwsAsync(after.hold('Q-2'), { message: /Q-2/ });
});

test('files that petstore itself, or macOS, leaves beside the queue are told to nobody', async (t) => {
  const { engine, folder, reopen } = await setScene(t);
  await engine.add(rex);
  for (const name of ['.new-1234', '._queue.json', 'notes.txt']) {
    writeFileSync(join(folder, name), 'x');
  }

  const after = reopen();
  await after.load();
  t.deepEqual(after.snapshot().unreadable, []);
});

test("what was sent under another tenant's key is told as that, and the animal that has its id here is not shown", async (t) => {
  const two = (credential: string) => (credential === 'b' ? 'second' : 'first');
  const store = imagineStore(t, {}, { tenantOf: two });
  store.seed('Animal', 3);
  await store.sync();
  store.credential = 'b';
  await store.add({ name: 'Swap' });
  await store.command(async (engine) => {
    await engine.sync({ timeoutMs: 60_000, signal: new AbortController().signal });
    await engine.resume();
  });
  await store.sync();
  t.like(await store.entry('Q-1'), { state: 'created', petId: '1' });
  store.credential = 'c';
  await store.command(async (engine) => {
    await engine.sync({ timeoutMs: 60_000, signal: new AbortController().signal });
    await engine.resume();
    const found = await find(engine, 'Q-1');
    t.like(found, { type: 'former', entry: { petId: '1', elsewhere: 'former-store' } } as never);
    t.is('entry' in found ? stateWithIdText(found.entry) : '', 'created as #1, at the former store');
    t.like(await find(engine, '1'), { type: 'pet', pet: { name: 'Animal 1' } } as never);
  });
});
