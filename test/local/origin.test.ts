/** Whether a queue is in its own place. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createMachineState } from '../../source/local/machine-state.ts';
import { diskFileSystem, type FileSystem } from '../../source/platform/files/file-system.ts';
import { systemClock } from '../../source/platform/time/clock.ts';
import { rex } from '../helpers/open-engine.ts';
import { openStore } from '../helpers/open-store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const at = '2026-11-28T09:00:00.000Z';
const onLinux = process.platform === 'linux' ? test : test.skip;

/** Opens a store as a container does that has a volume for it, and a HOME of its own. */
async function openIn(
  t: Parameters<typeof temporaryFolder>[0],
  folder: string,
  fileSystem: FileSystem = diskFileSystem,
  home = temporaryFolder(t),
) {
  const state = createMachineState(fileSystem, join(home, 'state'), systemClock);
  return await openStore(folder, { fileSystem, state });
}

onLinux("a container's new HOME is no copy where the volume is the same, and nobody is asked", async (t) => {
  const folder = join(temporaryFolder(t), 'store');
  const first = await openIn(t, folder);
  await first.queue.enter([rex], at);
  t.like(await first.origin.check(), { type: 'as-left' });
  for (let start = 0; start < 3; start += 1) {
    const next = await openIn(t, folder);
    t.like(await next.origin.check({ onlyLooks: true }), { type: 'as-left' });
    t.like(await next.origin.check(), { type: 'as-left' });
  }

  const copy = join(temporaryFolder(t), 'copy');
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  t.like(await (await openIn(t, copy)).origin.check(), { type: 'copied' }, 'a copy of it is one all the same');
});

test('a queue that is carried to another machine and back is asked about there, and not once it is back', async (t) => {
  const [desk, laptop] = [temporaryFolder(t), temporaryFolder(t)];
  const [here, there] = [join(desk, 'store'), join(laptop, 'store')];
  const first = await openIn(t, here, diskFileSystem, desk);
  await first.queue.enter([rex], at);
  t.like(await first.origin.check(), { type: 'as-left' });
  cpSync(here, there, { recursive: true });
  const carried = await openIn(t, there, diskFileSystem, laptop);
  t.like(await carried.origin.check(), { type: 'copied', why: 'elsewhere' });
  await carried.origin.confirm();
  t.like(await carried.origin.check(), { type: 'as-left' });
  for (const name of ['queue.json', 'queue.copy.json']) {
    cpSync(join(there, name), join(here, name));
  }

  t.like(await (await openIn(t, here, diskFileSystem, desk)).origin.check(), { type: 'as-left' });
});

test('what was sent before a crash is noted at the next start, and an older queue in its place is asked about', async (t) => {
  const folder = join(temporaryFolder(t), 'store');
  const home = temporaryFolder(t);
  const attempt = { kind: 'attempt', at, uptime: 1, process: 'p', honoured: false, credential: '' } as const;
  const first = await openIn(t, folder, diskFileSystem, home);
  const [entry] = await first.queue.enter([rex], at);
  t.like(await first.origin.check(), { type: 'as-left' });
  const older = join(temporaryFolder(t), 'older');
  cpSync(folder, older, { recursive: true });
  await first.queue.append(entry!, attempt);
  t.like(await (await openIn(t, folder, diskFileSystem, home)).origin.check(), { type: 'as-left' });
  cpSync(join(older, 'queue.json'), join(folder, 'queue.json'));
  rmSync(join(folder, 'queue.copy.json'));
  t.like(await (await openIn(t, folder, diskFileSystem, home)).origin.check(), { type: 'copied', why: 'behind' });
});

test('where nothing tells a folder from its copy, a person is asked once', async (t) => {
  const folder = join(temporaryFolder(t), 'store');
  let mount = 0;
  /** As FUSE may: inodes are made up at each mount. */
  const mounted = (): FileSystem => {
    mount += 1;
    const inode = String(mount);
    return {
      ...diskFileSystem,
      identity: () => Promise.resolve({ name: inode, isLasting: false }),
      fileIdentity: () => undefined,
    };
  };
  const first = await openIn(t, folder, mounted());
  await first.queue.enter([rex], at);
  t.like(await first.origin.check(), { type: 'as-left' });
  const second = await openIn(t, folder, mounted());
  t.like(await second.origin.check(), { type: 'copied' });
  await second.origin.confirm();
  for (let start = 0; start < 3; start += 1) {
    t.like(await (await openIn(t, folder, mounted())).origin.check(), { type: 'as-left' });
  }

  const elsewhere = join(temporaryFolder(t), 'elsewhere');
  cpSync(folder, elsewhere, { recursive: true });
  const onDisk = await (await openIn(t, elsewhere)).origin.check();
  t.is(onDisk.type, process.platform === 'linux' ? 'copied' : 'as-left', 'on a disk that tells, it is told');
  rmSync(elsewhere, { recursive: true });
});
