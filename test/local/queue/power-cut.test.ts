/** The power goes while the queue is changed: whichever of the disk's new names are left, the queue is whole. */
import test from 'ava';
import type { Int64 } from '../../../source/domain/int64.ts';
import type { FileSystem } from '../../../source/platform/files/file-system.ts';
import { createMemoryFileSystem, type DiskOperation } from '../../helpers/memory-file-system.ts';
import { openStore } from '../../helpers/open-store.ts';
import { replay } from '../../helpers/power-cut.ts';

const folder = '/store';
const names = ['Rex', 'Coco', 'Bella', 'Luna'];

/** A file system that gives a file one name only, as FAT and many network folders do. */
function withoutLinks(fileSystem: FileSystem): FileSystem {
  return {
    ...fileSystem,
    link: () => Promise.reject(Object.assign(new Error('EPERM: injected'), { code: 'EPERM' })),
  };
}

/** Adds one animal after the other; what was done on the disk, and where it was after each. */
async function addAll(hasLinks: boolean): Promise<{ operations: readonly DiskOperation[]; ends: readonly number[] }> {
  const memory = createMemoryFileSystem();
  const fileSystem = hasLinks ? memory : withoutLinks(memory);
  const { queue } = await openStore(folder, { fileSystem });
  const ends: number[] = [];
  for (const name of names) {
    await queue.enter([{ name, categoryId: '3' as Int64 }], '2026-11-21T09:00:00.000Z');
    ends.push(memory.operations.length);
  }

  return { operations: memory.operations, ends };
}

for (const hasLinks of [true, false]) {
  test(`whatever a power cut leaves of a change, the queue is whole and nothing is asked${hasLinks ? '' : ', without hard links too'}`, async (t) => {
    const { operations, ends } = await addAll(hasLinks);
    let states = 0;
    for (let cut = ends[0] ?? 0; cut <= operations.length; cut += 1) {
      const done = operations.slice(0, cut);
      const pending = done.length - 1 - done.findLastIndex(({ type }) => type === 'syncFolder');
      // Every choice of the names that were not made durable.
      for (let choice = 0; choice < 2 ** pending; choice += 1) {
        const left = replay(done, {
          content: 'torn',
          names: (index) => ((choice >> (index - (cut - pending))) & 1) === 1,
        });
        const store = await openStore(folder, { fileSystem: createMemoryFileSystem(left) });
        const told = store.queue.entries().map(({ name }) => name);
        const what = `cut after ${cut} operations, names ${choice.toString(2)}: ${told.join()}`;
        const acknowledged = ends.filter((end) => end <= cut).length;
        t.true(told.length === acknowledged || told.length === acknowledged + 1, what);
        t.deepEqual(told, names.slice(0, told.length), what);
        t.is(store.queue.data().behind, undefined, what);
        t.deepEqual(await store.problems(), [], what);
        states += 1;
      }
    }

    t.true(states > 100, String(states));
  });
}
