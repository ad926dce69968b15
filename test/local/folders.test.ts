/** The folders an animal is saved in last as long as it does, whoever made them. */
import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import type { FileSystem } from '../../source/platform/files/file-system.ts';
import type { LocalFiles } from '../../source/local/local-files.ts';
import { createFaultFileSystem } from '../helpers/fault-file-system.ts';
import { createMemoryFileSystem } from '../helpers/memory-file-system.ts';
import { openFiles } from '../helpers/open-store.ts';
import { replay } from '../helpers/power-cut.ts';

const open = (fileSystem: FileSystem, onlyLooks = false): LocalFiles =>
  openFiles('/home/data/stores/0123', { onlyLooks, fileSystem });
const enter = async (store: LocalFiles): Promise<void> => {
  await store.makeFolders();
  await store.queue.enter([{ name: 'Rex', categoryId: '3' as Int64 }], '2026-11-21T09:00:00.000Z');
};

test('a process killed, or failing, at any point of making the folders takes nothing with it that the next one saves', async (t) => {
  let steps = 0;
  for (let step = 1, isWhole = false; !isWhole; step += 1) {
    const disk = createMemoryFileSystem();
    const first = createFaultFileSystem(disk);
    first.failAll('EIO', () => first.operations.length >= step);
    isWhole = await enter(open(first)).then(
      () => true,
      () => false,
    );

    // The next process, on the same disk.
    await enter(open({ ...disk }));
    const after = createMemoryFileSystem(replay(disk.operations, { content: 'empty', names: () => false }));
    const found = open(after);
    await found.queue.refresh();
    t.true(found.queue.entries().length >= 1, `after ${step} operations`);
    t.deepEqual(await found.problems(), []);
    steps = step;
  }

  t.true(steps > 10, String(steps));
});

test('folders that this process made durable are not made so again', async (t) => {
  const fileSystem = createFaultFileSystem(createMemoryFileSystem());
  const store = open(fileSystem);
  await enter(store);
  const before = fileSystem.operations.length;
  await store.makeFolders();
  t.deepEqual(
    fileSystem.operations.slice(before).filter((operation) => /^(makeFolder|sync)/.test(operation)),
    [],
  );
});

test('with the first animal of a store they are, whichever process made the folder; with no later one', async (t) => {
  const disk = createMemoryFileSystem();
  await open({ ...disk }).makeFolders();
  const syncedBy = async (): Promise<readonly string[]> => {
    const next = createFaultFileSystem({ ...disk });
    await enter(open(next));
    return [...new Set(next.operations.filter((operation) => operation.startsWith('syncFolder')))];
  };
  t.deepEqual((await syncedBy()).toSorted(), [
    'syncFolder /',
    'syncFolder /home',
    'syncFolder /home/data',
    'syncFolder /home/data/stores',
    'syncFolder /home/data/stores/0123',
  ]);
  t.deepEqual(await syncedBy(), ['syncFolder /home/data/stores/0123']);
});

test('who only looks saves neither a list nor what was found by it, and everybody else does', async (t) => {
  const disk = createMemoryFileSystem();
  const store = open(disk);
  await enter(store);
  const found = { kind: 'connection', at: '2026-11-21T09:00:00.000Z', state: 'offline' } as const;
  for (const onlyLooks of [true, false]) {
    const files = open({ ...disk }, onlyLooks);
    await files.pets.write({ resets: 0, pets: [], lists: {}, lookedUp: [] });
    await files.changeLog.append([found]);
    t.is((await open({ ...disk }).pets.read()) === undefined, onlyLooks);
    t.deepEqual(await open({ ...disk }).changeLog.readAll(), onlyLooks ? [] : [found]);
  }
});
