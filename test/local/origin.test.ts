/** Whether a queue is in its own place, on machines whose identity is new at each start. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createMarks } from '../../source/local/origin/marks.js';
import { createLocalFiles } from '../../source/local/local-files.js';
import { diskFileSystem, type FileSystem } from '../../source/platform/files/file-system.js';
import { rex } from '../helpers/open-engine.js';
import { testStore } from '../helpers/open-store.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

const at = '2026-11-28T09:00:00.000Z';
const onLinux = process.platform === 'linux' ? test : test.skip;

/** Opens a store as a container does that has a volume for it, and a HOME of its own. */
async function openIn(
  t: Parameters<typeof temporaryFolder>[0],
  folder: string,
  fileSystem: FileSystem = diskFileSystem,
) {
  const marks = createMarks(fileSystem, join(temporaryFolder(t), 'marks'));
  const store = createLocalFiles({ folder, identity: testStore, machine: 'container', fileSystem, marks });
  await store.open();
  await store.makeFolders();
  await store.journal.refresh();
  return store;
}

onLinux("a container's new HOME is no copy where the volume is the same, and nobody is asked", async (t) => {
  const folder = join(temporaryFolder(t), 'store');
  const first = await openIn(t, folder);
  await first.journal.enter(rex, at);
  t.like(await first.belonging.check(), { type: 'as-left' });
  for (let start = 0; start < 3; start += 1) {
    const next = await openIn(t, folder);
    t.like(await next.belonging.check({ onlyLooks: true }), { type: 'as-left' });
    t.like(await next.belonging.check(), { type: 'as-left' });
  }

  const copy = join(temporaryFolder(t), 'copy');
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  t.like(await (await openIn(t, copy)).belonging.check(), { type: 'copied' }, 'a copy of it is one all the same');
});

test('where nothing tells a folder from its copy, a person is asked once', async (t) => {
  const folder = join(temporaryFolder(t), 'store');
  let mount = 0;
  /** As FUSE may: inodes are made up at each mount. */
  const mounted = (): FileSystem => {
    mount += 1;
    const inode = String(mount);
    return { ...diskFileSystem, identity: () => Promise.resolve(inode), fileIdentity: () => undefined };
  };
  const first = await openIn(t, folder, mounted());
  await first.journal.enter(rex, at);
  t.like(await first.belonging.check(), { type: 'as-left' });
  const second = await openIn(t, folder, mounted());
  t.like(await second.belonging.check(), { type: 'copied' });
  await second.belonging.confirm();
  for (let start = 0; start < 3; start += 1) {
    t.like(await (await openIn(t, folder, mounted())).belonging.check(), { type: 'as-left' });
  }

  const elsewhere = join(temporaryFolder(t), 'elsewhere');
  cpSync(folder, elsewhere, { recursive: true });
  const onDisk = await (await openIn(t, elsewhere)).belonging.check();
  t.is(onDisk.type, process.platform === 'linux' ? 'copied' : 'as-left', 'on a disk that tells, it is told');
  rmSync(elsewhere, { recursive: true });
});
