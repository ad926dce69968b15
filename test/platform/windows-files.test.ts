import {
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { renameFileSync, replaceFileSync, type SyncDiskParts } from '../../source/platform/files/durable-file-sync.ts';
import { NotDurable, replaceFile } from '../../source/platform/files/durable-file.ts';
import { createDiskFileSystem, type FileSystem } from '../../source/platform/files/file-system.ts';
import { setAside } from '../../source/local/documents/document.ts';
import { toStorageError } from '../../source/local/documents/storage-error.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

type Call = 'rename' | 'link' | 'unlink' | 'open' | 'sync';

/** The real disk, but what it answers to a call is Windows' to say. */
type Edge = {
  readonly fileSystem: FileSystem;
  readonly sync: SyncDiskParts;
  /** Fails a call with a code this many times; Infinity for ever. */
  readonly fail: (call: Call, code: string, times: number, matches?: (path: string) => boolean) => void;
  /** Calls that were done, with the name of the file where there is one. */
  readonly done: string[];
  /** How long it waited, each time. */
  readonly waits: number[];
};

function onWindows(platform: NodeJS.Platform = 'win32'): Edge {
  const faults: {
    readonly call: Call;
    readonly code: string;
    times: number;
    readonly matches: (path: string) => boolean;
  }[] = [];
  const done: string[] = [];
  const waits: number[] = [];
  const opened = new Map<number, string>();
  const meet = (call: Call, path: string): void => {
    const fault = faults.find((one) => one.call === call && one.times > 0 && one.matches(path));
    if (fault) {
      fault.times -= 1;
      throw Object.assign(new Error(`${fault.code}: operation not permitted, ${call}`), { code: fault.code });
    }

    done.push(`${call} ${basename(path)}`);
  };
  const rename: typeof renameSync = (from, to) => {
    meet('rename', String(to));
    renameSync(from, to);
  };
  const open: typeof openSync = (path, flags, mode) => {
    if (flags !== 'wx') {
      meet('open', `${String(path)} ${String(flags)}`);
    }

    const handle = openSync(path, flags, mode);
    opened.set(handle, String(path));
    return handle;
  };
  const sync = (handle: number): void => {
    meet('sync', opened.get(handle) ?? 'new');
    fsyncSync(handle);
  };
  const link: typeof linkSync = (existing, path) => {
    meet('link', String(path));
    linkSync(existing, path);
  };
  const unlink: typeof unlinkSync = (path) => {
    meet('unlink', String(path));
    unlinkSync(path);
  };
  return {
    fileSystem: createDiskFileSystem({
      platform,
      calls: { rename, link, unlink, open, sync: (handle) => Promise.try(sync, handle) },
      wait: (ms) => Promise.resolve(void waits.push(ms)),
    }),
    sync: { platform, calls: { rename, open, sync }, wait: (ms) => void waits.push(ms) },
    fail: (call, code, times, matches = () => true) => faults.push({ call, code, times, matches }),
    done,
    waits,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** Both ways to replace a file. */
const ways = {
  replaceFile: (edge: Edge, path: string, text: string) => replaceFile(edge.fileSystem, path, text),
  replaceFileSync: (edge: Edge, path: string, text: string) =>
    Promise.try(() => replaceFileSync(path, text, edge.sync)),
};

for (const [name, replace] of Object.entries(ways)) {
  for (const code of ['EPERM', 'EACCES', 'EBUSY']) {
    test(`on Windows ${name} waits while another program has the file open (${code})`, async (t) => {
      const path = join(temporaryFolder(t), 'cache.json');
      writeFileSync(path, 'old');
      const edge = onWindows();
      edge.fail('rename', code, 12);
      await replace(edge, path, 'new');
      t.is(readFileSync(path, 'utf8'), 'new');
      t.deepEqual(edge.waits, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 100, 100]);
    });
  }

  test(`on Windows ${name} gives up on a file that is kept open after two seconds, says so, and leaves it as it was`, async (t) => {
    const folder = temporaryFolder(t);
    const path = join(folder, 'config.json');
    writeFileSync(path, 'old');
    const edge = onWindows();
    edge.fail('rename', 'EPERM', Infinity);
    const error = await t.throwsAsync(replace(edge, path, 'new'));
    t.true(sum(edge.waits) > 1900 && sum(edge.waits) <= 2000);
    t.is(
      toStorageError('The configuration was not saved', folder, error).message,
      `The configuration was not saved: another program has the file open. Close it there and try again. Everything saved before is untouched (${folder}).`,
    );
    t.is(readFileSync(path, 'utf8'), 'old');
    t.deepEqual(readdirSync(folder), ['config.json']);
  });

  test(`on Windows ${name} flushes a file under its new name`, async (t) => {
    const path = join(temporaryFolder(t), 'cache.json');
    const edge = onWindows();
    edge.fail('open', 'EBUSY', 3, (opened) => opened.endsWith('r+'));
    await replace(edge, path, 'new');
    t.deepEqual(edge.done.slice(-3), ['rename cache.json', 'open cache.json r+', 'sync cache.json']);
  });

  test(`elsewhere ${name} waits for nobody and makes the folder durable`, async (t) => {
    const folder = temporaryFolder(t);
    const path = join(folder, 'cache.json');
    const edge = onWindows('linux');
    await replace(edge, path, 'old');
    t.deepEqual(edge.done.slice(-2), [`open ${basename(folder)} r`, `sync ${basename(folder)}`]);
    edge.fail('rename', 'EPERM', 1);
    await t.throwsAsync(replace(edge, path, 'new'), { code: 'EPERM' });
    t.deepEqual(edge.waits, []);
  });
}

test('on Windows a file whose name cannot be made durable is not called saved', async (t) => {
  const edge = onWindows();
  edge.fail('sync', 'EIO', 1, (synced) => synced.endsWith('queue.json'));
  const saved = replaceFile(edge.fileSystem, join(temporaryFolder(t), 'queue.json'), 'queue');
  await t.throwsAsync(saved, { instanceOf: NotDurable });
});

test('on Windows no folder is opened', async (t) => {
  const edge = onWindows();
  await edge.fileSystem.syncFolder(temporaryFolder(t));
  t.deepEqual(edge.done, []);
});

test('on Windows a file is linked, removed and moved aside once it is let go', async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, '7.0.json');
  const edge = onWindows();
  edge.fail('link', 'EACCES', 2);
  edge.fail('unlink', 'EBUSY', 2);
  writeFileSync(join(folder, 'new'), 'record');
  await edge.fileSystem.link(join(folder, 'new'), path);
  await edge.fileSystem.remove(join(folder, 'new'));
  edge.fail('rename', 'EPERM', 2);
  await setAside(edge.fileSystem, path);
  t.regex(readdirSync(folder).join(), /^7\.0\.json\.damaged-/);
  t.is(edge.waits.length, 6);
  writeFileSync(path, 'another');
  await setAside(edge.fileSystem, path);
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  t.deepEqual(kept.sort(), ['another', 'record'], 'also within the same second');
  t.notRegex(readdirSync(folder).join(''), /[:<>"|?*]/, 'in which Windows takes none of these');
});

test('a rename alone waits too', (t: ExecutionContext) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'a'), 'x');
  const edge = onWindows();
  edge.fail('rename', 'EPERM', 1);
  renameFileSync(join(folder, 'a'), join(folder, 'b'), edge.sync);
  t.deepEqual(readdirSync(folder), ['b']);
});
