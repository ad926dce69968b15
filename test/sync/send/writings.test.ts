/** How often the queue is written while it is sent: the outcome of one animal and the attempt of the next are one change. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { systemClock } from '../../../source/platform/time/clock.ts';
import { createFaultFileSystem } from '../../helpers/fault-file-system.ts';
import { rex, setScene, until } from '../../helpers/open-engine.ts';

const animals = 12;

test('twelve animals are sent in fifteen writings of the queue, in their order', async (t) => {
  const fileSystem = createFaultFileSystem();
  const scene = await setScene(t, {}, { fileSystem });
  await scene.engine.add({ ...rex, name: 'First' });
  await scene.sync();
  for (let nth = 1; nth <= animals; nth += 1) {
    await scene.engine.add({ ...rex, name: `Pet ${nth}` });
  }

  fileSystem.operations.length = 0;
  t.is((await scene.sync()).waiting, 0);
  const writings = fileSystem.operations.filter((each) => /^rename .*queue\.json$/u.test(each)).length;
  t.true(writings <= animals + 3, `${writings}:\n${fileSystem.operations.join('\n')}`);
  t.deepEqual(scene.service.insertedNames(), [
    'First',
    ...Array.from({ length: animals }, (_, index) => `Pet ${index + 1}`),
  ]);
});

test('twelve that are gone from the store are asked about in one writing', async (t) => {
  const fileSystem = createFaultFileSystem();
  const { engine, service, sync, age } = await setScene(t, {}, { fileSystem });
  service.insert({ name: 'Old', categoryId: 2 });
  for (let nth = 1; nth <= animals; nth += 1) {
    await engine.add({ ...rex, name: `Pet ${nth}` });
  }

  await sync();
  const ours = service.inserted().map(({ pet }) => pet.id);
  age();
  ours.slice(-animals).forEach((id) => service.remove(id));
  await sync();
  age();
  fileSystem.operations.length = 0;
  await sync();
  t.is(engine.snapshot().entries.filter(({ state }) => state === 'review').length, animals);
  const writings = fileSystem.operations.filter((each) => /^rename .*queue\.json$/u.test(each)).length;
  t.true(writings <= 3, `${writings}:\n${fileSystem.operations.join('\n')}`);
});

test('where keys are honoured, what eight lanes answer shares its writings', async (t) => {
  const fileSystem = createFaultFileSystem();
  // However slow this machine is.
  const clock = { ...systemClock, uptime: () => 1_000_000 };
  const scene = await setScene(t, { idempotency: 'honoured' }, { fileSystem, clock, inOrder: 0 });
  await scene.engine.add({ ...rex, name: 'First' });
  await scene.sync();
  const names = Array.from({ length: 200 }, (_, index) => `Pet ${index}`);
  await scene.engine.importPets(
    names.map((name) => ({ ...rex, name })),
    { again: true },
  );
  fileSystem.operations.length = 0;
  t.is((await scene.sync()).waiting, 0);
  const writings = fileSystem.operations.filter((each) => /^rename .*queue\.json$/u.test(each)).length;
  t.true(writings <= 100, String(writings));
  t.deepEqual(scene.service.insertedNames().toSorted(), ['First', ...names].toSorted());
});

test('what waited when sending was stopped has no attempt in its history, and the next sync sends it', async (t) => {
  const { engine, service, sync } = await setScene(t, { idempotency: 'honoured' });
  const names = Array.from({ length: animals }, (_, index) => `Pet ${index}`);
  for (const name of names) {
    await engine.add({ ...rex, name });
  }

  const stop = new AbortController();
  engine.subscribe(() => service.inserted().length >= 3 && stop.abort());
  await engine.sync({ timeoutMs: 60_000, signal: stop.signal });
  const waiting = engine.snapshot().entries.filter(({ state }) => state === 'queued');
  t.true(waiting.length >= animals - 4);
  // The one whose turn it was may have been noted.
  t.true(waiting.filter(({ history }) => history.length > 1).length <= 1);
  t.is((await sync()).waiting, 0);
  t.deepEqual(service.insertedNames(), names);
});

test('of many that are sent at once each is shown once: as one that waits, or as one that the store has', async (t) => {
  const { engine, sync } = await setScene(t, { idempotency: 'honoured' }, { inOrder: 0 });
  await engine.add({ ...rex, name: 'First' });
  await sync();
  const rows = Array.from({ length: 60 }, (_, index) => ({ ...rex, name: `Pet ${index}` }));
  await engine.importPets(rows, { again: true });
  const shown = new Set<number>();
  engine.subscribe(() => {
    const { pets, entries } = engine.snapshot();
    shown.add(pets.length + entries.filter(({ state }) => state !== 'created').length);
  });
  await sync();
  t.is(engine.snapshot().pets.length, 61);
  t.deepEqual([...shown], [61]);
});

test('what was answered is on the disk while the last of those beside it waits for its answer', async (t) => {
  const scene = await setScene(t, { idempotency: 'honoured' }, { inOrder: 0 });
  const { service, engine, sync, folder } = scene;
  await engine.add({ ...rex, name: 'First' });
  await sync();
  service.next('hang');
  for (const name of ['Pet 1', 'Pet 2', 'Pet 3']) {
    await engine.add({ ...rex, name });
  }

  const outcomes = (): number => readFileSync(join(folder, 'queue.json'), 'utf8').split('"kind":"outcome"').length - 1;
  const stop = new AbortController();
  const ended = engine.sync({ timeoutMs: 60_000, signal: stop.signal }).catch(() => undefined);
  await until(t, engine, () => outcomes() === 3);
  t.is(service.inserted().length, 3);
  stop.abort();
  await ended;
});
