/** Folders that are not as they should be: one sentence each, and the rest goes on. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { StorageError } from '../../../source/local/documents/storage-error.ts';
import { type Clock, systemClock } from '../../../source/platform/time/clock.ts';
import { createFaultFileSystem } from '../../helpers/fault-file-system.ts';
import { loseAnswer, rex, setScene } from '../../helpers/open-engine.ts';
import { until } from '../../helpers/until.ts';

for (const [what, fault, code] of [
  ['no permission', 'EACCES', 'read_only'],
  ['a read-only folder', 'EROFS', 'read_only'],
  ['no file handles', 'EMFILE', 'too_many_files'],
  ['a full disk at entering', 'ENOSPC', 'disk_full'],
] as const) {
  test(`${what}: what is entered is refused with a sentence, what waited before is still there and goes on later`, async (t) => {
    const fileSystem = createFaultFileSystem();
    const waits = new Set<Promise<void>>();
    const wait: Clock['wait'] = (...limits) => {
      const waiting = systemClock.wait(...limits).finally(() => waits.delete(waiting));
      waits.add(waiting);
      return waiting;
    };
    const scene = await setScene(t, {}, { fileSystem, clock: { ...systemClock, wait } });
    await scene.engine.add(rex);
    fileSystem.failAll(fault, (operation) => operation === 'open' || operation === 'makeFolder');
    const error = await t.throwsAsync(scene.engine.add({ ...rex, name: 'Bella' }), { instanceOf: StorageError });
    t.is(error.problem.code, code);
    await t.throwsAsync(scene.sync(), { instanceOf: StorageError });
    await until('nothing waits for the rest of a time-out', () => waits.size === 0, 10_000);
    t.is(scene.service.inserted().length, 0, 'nothing is sent that cannot be recorded');
    fileSystem.heal();
    t.is((await scene.sync()).waiting, 0);
    t.deepEqual(scene.service.insertedNames(), ['Rex']);
  });
}

test('a full disk as a look is due: a command that only lists shows the list all the same, and says it', async (t) => {
  const fileSystem = createFaultFileSystem();
  const scene = await setScene(t, {}, { fileSystem });
  const { localId } = await scene.engine.add(rex);
  scene.service.next('drop');
  await loseAnswer(t, scene.engine, localId);
  await scene.engine.stop();
  const engine = scene.reopen();
  scene.age();
  fileSystem.failAll('ENOSPC', (operation) => operation === 'open');
  t.true(await engine.refresh('all', 'whole'));
  t.is(engine.snapshot().readOnly?.code, 'disk_full');
  t.is(engine.snapshot().entries[0]?.state, 'checking');
  fileSystem.heal();
});

test('no hard links: lost answers are settled all the same', async (t) => {
  const fileSystem = createFaultFileSystem();
  fileSystem.failAll('EPERM', (operation) => operation === 'link');
  const scene = await setScene(t, {}, { fileSystem });
  await scene.engine.add(rex);
  await scene.engine.importPets([{ ...rex, name: 'Bella' }], { again: false });
  scene.service.next('insert-then-drop');
  t.is((await scene.sync()).waiting, 0);
  t.is(scene.service.inserted().length, 2);
});

test('the queue of another store that was copied here: nothing of it is sent to this one, and it is said', async (t) => {
  const { folder, engine } = await setScene(t);
  await engine.add(rex);
  const other = await setScene(t);
  copyFileSync(join(folder, 'queue.json'), join(other.folder, 'queue.json'));
  await other.sync();
  t.is(other.service.inserted().length, 0);
  t.regex(other.engine.snapshot().unreadable[0]?.problem.message ?? '', /belongs to another store/);
});
