/** What a failing disk does to a sync: nothing lost, nothing doubled, and a sentence each time. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { StorageError } from '../../source/local/documents/storage-error.ts';
import { createFaultFileSystem } from '../helpers/fault-file-system.ts';
import { rex, setScene, syncFor, until } from '../helpers/open-engine.ts';

test('a full disk after the 201: the animal is being looked for, the disk is told, and no other one is sent before it is free', async (t) => {
  const fileSystem = createFaultFileSystem();
  const { engine, service, sync } = await setScene(t, {}, { fileSystem });
  await engine.add(rex);
  await engine.add({ ...rex, name: 'Luna' });
  const states = () => engine.snapshot().entries.map(({ state }) => state);
  const fill = () => {
    fileSystem.failAll(
      'ENOSPC',
      (operation, path) => operation === 'rename' && path.endsWith('queue.json') && service.inserted().length > 0,
    );
  };
  fill();
  for (let round = 0; round < 2; round += 1) {
    await t.throwsAsync(sync(), { instanceOf: StorageError, message: /disk is full/ });
    t.deepEqual(states(), ['checking', 'queued']);
  }

  fileSystem.heal();
  await engine.add({ ...rex, name: 'Milo' });
  t.deepEqual(states(), ['checking', 'queued', 'queued']);
  fill();
  engine.start();
  await until(t, engine, () => engine.snapshot().readOnly?.code === 'disk_full');
  t.deepEqual(states(), ['checking', 'queued', 'queued']);
  t.is(service.inserted().length, 1);
  fileSystem.heal();
  t.is((await sync()).waiting, 0);
  t.deepEqual(service.names(), ['Rex', 'Luna', 'Milo']);
});

test('lists that could not be saved do not count as refreshed', async (t) => {
  const fileSystem = createFaultFileSystem();
  const scene = await setScene(t, {}, { fileSystem });
  scene.service.insert({ name: 'Old', categoryId: 1 });
  fileSystem.failAll('EROFS', (operation, path) => operation === 'rename' && path.endsWith('pets.json'));
  t.false((await scene.sync()).refreshed);
  t.like(scene.engine.snapshot().readOnly, { code: 'read_only' });
});

test('a store written by a newer version is read-only, with a sentence', async (t) => {
  const scene = await setScene(t);
  await scene.engine.add(rex);
  await scene.engine.stop();
  const path = join(scene.folder, 'queue.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"version":\d/, '"version":99'));
  const engine = scene.reopen();
  await engine.load();
  t.regex(engine.snapshot().readOnly?.message ?? '', /newer version/);
  await t.throwsAsync(syncFor(engine), { instanceOf: StorageError });
  await t.throwsAsync(engine.add(rex), { instanceOf: StorageError });
});
