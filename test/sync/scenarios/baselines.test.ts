import test from 'ava';
import { systemClock } from '../../../source/platform/time/clock.js';
import { diskFileSystem, type FileSystem } from '../../../source/platform/files/file-system.js';
import { createFaultFileSystem } from '../../helpers/fault-file-system.js';
import { loseAnswer, openEngine, rex, setScene, syncFor } from '../../helpers/open-engine.js';

test('a baseline that another process swept away is published anew, so a lost answer is still decided', async (t) => {
  const { service, folder, engine, sync, entry } = await setScene(t, {}, { settleMs: 1000 });
  await engine.add(rex);
  await sync();
  // The other process knows no use for the baseline of the first one, which goes on using its listing.
  const other = openEngine(t, folder, service);
  await other.add({ ...rex, name: 'Bella' });
  await syncFor(other);

  const { localId } = await engine.add({ ...rex, name: 'Coco' });
  service.next('insert-then-drop');
  await sync();
  t.like(await entry(localId), { state: 'created', adopted: { by: 'engine' } });
});

test('while an entry cannot be read just now, no baseline is swept: it may be the one that decides about it', async (t) => {
  const scene = await setScene(t, {}, { settleMs: 1000 });
  const { service, folder, engine } = scene;
  await scene.acquaint();
  service.next('drop');
  const { localId } = await engine.add(rex);
  await loseAnswer(t, engine, localId);

  const fileSystem = createFaultFileSystem();
  fileSystem.failAll('EACCES', (operation, path) => operation === 'read' && path.includes('/1.'));
  const other = openEngine(t, folder, service, { fileSystem });
  await other.add({ ...rex, name: 'Bella' });
  await other.send('Q-2', new AbortController().signal);
  t.is(service.inserted().length, 3);

  t.is((await scene.sync(20_000)).waiting, 0);
  t.like(await scene.entry(localId), { state: 'created' });
  t.deepEqual(
    service.inserted().map(({ pet }) => pet.name),
    ['Old', 'Old', 'Bella', 'Rex'],
  );
});

test('a refresh that shows the animal before its own answer comes makes no conflict of it', async (t) => {
  const { service, engine, sync, entry } = await setScene(t);
  // The first one makes the listing that the second one's baseline is taken from.
  await engine.add({ ...rex, name: 'Bella' });
  await sync();
  service.next('late-answer');
  const { localId } = await engine.add(rex);
  const syncing = sync();
  for (const deadline = Date.now() + 5000; service.inserted().length < 2 && Date.now() < deadline;) {
    await new Promise(setImmediate);
  }

  await engine.refresh('all', 'whole');
  service.release();
  await syncing;
  t.like(await entry(localId), { state: 'created', petId: '2' });
  t.is((await entry(localId)).adopted, undefined);
});

test("eight hours' sleep between the baseline and the send: a new baseline is taken, and a colleague's animal is not taken for ours", async (t) => {
  let slept = 0;
  const clock = { ...systemClock, now: () => Date.now() + slept, uptime: () => systemClock.uptime() + slept };
  const disk = diskFileSystem;
  let isAsleep = false;
  const fileSystem: FileSystem = {
    ...disk,
    link: async (from, to) => {
      await disk.link(from, to);
      if (!isAsleep && to.includes('fences')) {
        isAsleep = true;
        slept = 8 * 3_600_000;
        service.insert({ name: 'Rex', categoryId: 3, status: 'available' });
      }
    },
  };
  const { service, engine, sync, entry, acquaint } = await setScene(t, {}, { clock, fileSystem });
  await acquaint();
  service.next('drop');
  await engine.add(rex);
  await sync();
  await sync();
  t.like(await entry('Q-1'), { state: 'created', petId: '4' });
  t.is(service.inserted().length, 4);
});

test('what a look-up showed before the send is no newcomer after it', async (t) => {
  const { service, engine, sync, entry, acquaint } = await setScene(t);
  await acquaint();
  await engine.add({ ...rex, name: 'First' });
  await sync();
  const colleagues = service.insert({ name: 'Rex', categoryId: 3, status: 'available' });
  t.is((await engine.find({ petId: colleagues.id }, { offline: false })).type, 'pet');
  service.next('drop');
  await engine.add(rex);
  await sync();
  await sync();
  t.like(await entry('Q-2'), { state: 'created', petId: '5' });
});
