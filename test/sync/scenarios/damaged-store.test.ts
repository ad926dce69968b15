/** Damage to anything in the store's folder: a sentence, the bytes are kept, and the rest goes on. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Snapshot } from '../../../source/sync/api.ts';
import { createFaultFileSystem } from '../../helpers/fault-file-system.ts';
import {
  createMovableClock,
  openEngine,
  rex,
  type Scene,
  setScene,
  syncFor,
  until,
} from '../../helpers/open-engine.ts';

const binary = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 37) % 256));

const asFolder = (path: string): void => {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path);
  writeFileSync(join(path, 'kept'), 'bytes of somebody');
};
const asBinary = (path: string): void => writeFileSync(path, binary);

/** Q-1 came by import and was sent, as was Q-2; Q-3 waits. */
async function setUsed(t: ExecutionContext): Promise<Scene> {
  const scene = await setScene(t);
  await scene.engine.importPets([{ ...rex, name: 'Imported' }], { again: false });
  await scene.engine.add(rex);
  t.is((await scene.sync()).waiting, 0);
  await scene.engine.add({ ...rex, name: 'Waiting' });
  await scene.engine.stop();
  return scene;
}

for (const [what, harm] of [
  ['binary', asBinary],
  ['a folder', asFolder],
] as const) {
  test(`sender.lock that is ${what}: what to remove is said, and what waits is sent then`, async (t) => {
    const scene = await setUsed(t);
    const path = join(scene.folder, 'sender.lock');
    harm(path);
    const engine = scene.reopen();
    t.like(await engine.add({ ...rex, name: 'New' }), { localId: 'Q-4' });
    await t.throwsAsync(scene.sync(), { message: /sender\.lock is damaged\. It holds nothing: remove it while/ });
    t.true(existsSync(path), 'it is left as it is');
    rmSync(path, { recursive: true });
    t.is((await scene.sync()).waiting, 0);
    t.is(scene.service.inserted().length, 4);
  });
}

test('a file where the folder of the store should be: it is not taken for an empty queue, and stays until it is moved away', async (t) => {
  const scene = await setScene(t);
  const folder = join(scene.folder, 'stores', '0123');
  mkdirSync(join(folder, '..'));
  writeFileSync(folder, 'bytes of somebody');
  const engine = openEngine(t, folder, scene.service);
  await engine.load();
  t.regex(engine.snapshot().queueTrouble?.message ?? '', /a file is where/);
  const error = await t.throwsAsync(engine.add(rex));
  t.regex(error.message, /^The animal was not saved: a file is where a folder should be\. Move it away/);
  t.is(readFileSync(folder, 'utf8'), 'bytes of somebody');
  rmSync(folder);
  t.like(await engine.add(rex), { localId: 'Q-1' });
  t.is((await syncFor(engine)).waiting, 0);
  t.is(engine.snapshot().queueTrouble, undefined);
});

test('a newer version that writes while this one sends stops it with the reason, after the animal under way', async (t) => {
  const { clock, pass } = createMovableClock();
  const scene = await setScene(t, {}, { clock });
  await scene.engine.add({ ...rex, name: 'First' });
  await scene.engine.add({ ...rex, name: 'Second' });
  await scene.engine.add({ ...rex, name: 'Third' });
  const path = join(scene.folder, 'queue.json');
  let isNewer = false;
  scene.engine.subscribe(() => {
    if (scene.engine.snapshot().entries[0]?.state === 'created' && !isNewer) {
      isNewer = true;
      rmSync(path);
      writeFileSync(path, '{"version":99,"checksum":"00000000","data":{}}\n');
      // The queue is read again every half second.
      pass(1000);
    }
  });
  const error = await t.throwsAsync(scene.sync());
  t.regex(error.message, /^Sending stopped: .*newer version of petstore/);
  t.is(scene.service.inserted().length, 2, 'the attempt of the second was noted with the outcome of the first');
});

test('the open app notices that a newer version has come, and stays readable', async (t) => {
  const scene = await setUsed(t);
  scene.service.next('500', { method: 'POST', times: 1000 });
  const engine = scene.reopen({ refreshMs: 50 });
  engine.start();
  await until(t, engine, () => engine.snapshot().connection.state !== 'connecting');
  const path = join(scene.folder, 'queue.json');
  await until(t, engine, () => {
    // A newer petstore would write under the lock; this is written over where an attempt is just being noted.
    const text = readFileSync(path, 'utf8');
    if (!text.includes('"version":99')) {
      writeFileSync(path, text.replace(/"version":\d/, '"version":99'));
    }

    return engine.snapshot().readOnly?.code === 'newer_version';
  });
  t.is(engine.snapshot().entries.length, 3);
});

for (const name of ['pets.json', 'queue.json'] as const) {
  test(`out of handles when ${name} is read at the start: the rest is shown, and it is read again by itself`, async (t) => {
    const fileSystem = createFaultFileSystem();
    const scene = await setScene(t, {}, { fileSystem, refreshMs: 50 });
    scene.service.insert({ name: 'Old', categoryId: 1 });
    await scene.engine.add(rex);
    await scene.sync();
    await scene.engine.stop();
    fileSystem.failAll('EMFILE', (operation, path) => operation === 'read' && path.endsWith(name));
    const engine = scene.reopen();
    // It may be read again before anybody looks.
    const shown: Snapshot[] = [];
    engine.subscribe(() => shown.push(engine.snapshot()));
    engine.start();
    await until(t, engine, () => shown.some(({ readOnly }) => readOnly?.code === 'too_many_files'));
    const first = shown.find(({ readOnly }) => readOnly !== undefined);
    t.is(first?.entries.length, name === 'queue.json' ? 0 : 1);
    t.is(first?.queueTrouble?.code, name === 'queue.json' ? 'too_many_files' : undefined);
    fileSystem.heal();
    await until(
      t,
      engine,
      () =>
        engine.snapshot().readOnly === undefined &&
        engine.snapshot().queueTrouble === undefined &&
        engine.snapshot().entries.length === 1,
    );
    t.is((await engine.add({ ...rex, name: 'Bella' })).localId, 'Q-2');
    await until(t, engine, () => engine.snapshot().entries[1]?.state === 'created');
  });
}

test('a disk that was full for a moment does not keep the open app from adding', async (t) => {
  const fileSystem = createFaultFileSystem();
  const { engine } = await setScene(t, {}, { fileSystem, refreshMs: 50 });
  engine.start();
  await until(t, engine, () => engine.snapshot().connection.state === 'online');
  // The animal itself is saved, and what the first list taught before it, perhaps; what follows is not.
  let isAdded = false;
  fileSystem.failAll('ENOSPC', (operation, path) => operation === 'rename' && path.endsWith('queue.json') && isAdded);
  await engine.add(rex);
  isAdded = true;
  await until(t, engine, () => engine.snapshot().readOnly?.code === 'disk_full');
  fileSystem.heal();
  await until(
    t,
    engine,
    () => engine.snapshot().readOnly === undefined && engine.snapshot().entries[0]?.state === 'created',
  );
  t.pass();
});
