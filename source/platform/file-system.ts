import { accessSync, closeSync, constants, existsSync, fstatSync, fsync, linkSync, lstatSync, mkdirSync, open, openSync, readdirSync, readFileSync, readlinkSync, realpathSync, renameSync, statfsSync, statSync, type FSWatcher, unlinkSync, watch, writeFile, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from './errno.js';
import { describeIdentity } from './folder-identity.js';
import { type KernelLock, takeKernelLock } from './kernel-lock.js';
import { shareRuns } from './share-runs.js';

/** The file operations the store uses. Every one may throw a Node error with a `code` such as ENOSPC. */
export type FileSystem = {
  readFile(path: string): Promise<Buffer>;
  exists(path: string): boolean;
  isFolder(path: string): boolean;
  /** Whether this person may make files and folders in a folder, and see them. */
  isWritable(folder: string): boolean;
  /** Names in a folder; empty where there is none, or something else has its name. */
  list(folder: string): Promise<readonly string[]>;
  /** Creates one folder, 0700, in one that is there. Its name is not durable; see `make-folder.ts`. */
  makeFolder(path: string): Promise<void>;
  /** Creates a file that must not exist, 0600. */
  openNew(path: string): Promise<NewFile>;
  /** Adds to the end of a file, 0600, which is made where there is none, and makes its content durable. */
  append(path: string, text: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  link(existing: string, path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes a folder's own entries durable. */
  syncFolder(path: string): Promise<void>;
  /** Takes the kernel's lock on a file that is made for it; undefined: it is held elsewhere. See `kernel-lock.ts`. */
  lock(path: string): KernelLock | undefined;
  /** Where a path leads to in the end through symbolic links, whether or not a file is there. */
  followLinks(path: string): string;
  /** What a copy of the folder does not share with it, and the folder itself keeps. */
  identity(path: string): Promise<string>;
  /** When its content last changed, milliseconds since 1970 by the file system's clock; Infinity where there is none. */
  modifiedAt(path: string): number;
  /** Changes whenever the file is replaced; empty where there is none. */
  revision(path: string): string;
  /** Calls back with a name after something changed in a folder; returns the way to stop. */
  watch(folder: string, changed: () => void): () => void;
};

/** A file being written for the first time. */
export type NewFile = {
  /** Writes all of it, however many calls that takes. */
  write(text: string): Promise<void>;
  size(): Promise<number>;
  sync(): Promise<void>;
  close(): Promise<void>;
};

const openHandle = promisify(open);
const syncHandle = promisify(fsync);
const writeHandle = promisify(writeFile);
/** Characters that are written without leaving this thread: enough for every record, far from a list. */
const mostAtOnce = 65_536;

/**
 * What only touches names and small files is done on this thread: it takes 3 to 20 µs there and 90 by way of the pool, and
 * saving one animal is a dozen of them. What waits for the disk is the pool's: fsync, the writing of whole lists, and making
 * a file (ext4 takes 0.3 ms to find an inode where many were deleted just before).
 */
/* eslint-disable @typescript-eslint/require-await -- the port is asynchronous */
export const diskFileSystem: FileSystem = {
  readFile: async (path) => readFileSync(path),
  exists: (path) => existsSync(path),
  isFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
  isWritable: (folder) => {
    try {
      accessSync(folder, constants.R_OK | constants.W_OK);
      return true;
    } catch {
      return false;
    }
  },
  list: async (folder) => {
    try {
      return readdirSync(folder);
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) {
        return [];
      }

      throw error;
    }
  },
  makeFolder: async (path) => mkdirSync(path, { mode: 0o700 }),
  openNew: async (path) => {
    const handle = await openHandle(path, 'wx', 0o600);
    return {
      write: async (text) => (text.length > mostAtOnce ? writeHandle(handle, text) : writeFileSync(handle, text)),
      size: async () => fstatSync(handle).size,
      sync: () => syncHandle(handle),
      close: async () => closeSync(handle),
    };
  },
  append: async (path, text) => {
    const handle = await openHandle(path, 'a', 0o600);
    try {
      writeFileSync(handle, text);
      await syncHandle(handle);
    } finally {
      closeSync(handle);
    }
  },
  rename: async (from, to) => renameSync(from, to),
  link: async (existing, path) => linkSync(existing, path),
  remove: async (path) => unlinkSync(path),
  syncFolder: (path) => syncFolder(path),
  lock: (path) => takeKernelLock(path),
  followLinks: (path) => followLinks(path),
  identity: async (path) => {
    const { ino, birthtimeNs } = statSync(path, { bigint: true });
    return describeIdentity({ ino, birthtimeNs, type: process.platform === 'linux' ? statfsSync(path).type : 0 });
  },
  modifiedAt: (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity,
  revision: (path) => {
    const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
    return stats ? `${stats.ino} ${stats.mtimeNs} ${stats.size}` : '';
  },
  watch: (folder, changed) => {
    let watcher: FSWatcher | undefined;
    try {
      watcher = watch(folder, { persistent: false }, changed);
      // Watching is a convenience (out of handles, network file systems): without it the timers notice later.
      watcher.on('error', () => watcher?.close());
    } catch {
      // As above.
    }

    return () => watcher?.close();
  },
};
/* eslint-enable @typescript-eslint/require-await */

/** As many as Linux follows. */
const mostLinks = 40;

function followLinks(path: string): string {
  let target = path;
  for (let hops = 0; lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() === true; hops += 1) {
    if (hops === mostLinks) {
      throw Object.assign(new Error(`ELOOP: too many symbolic links, ${path}`), { code: 'ELOOP' });
    }

    // Relative to the folder as it truly is, which may be reached through a link itself.
    target = resolve(realpathSync(dirname(target)), readlinkSync(target));
  }

  return target;
}

/** Whoever saves at the same moment in the same folder shares one fsync of it, which began after all their names were there. */
const syncFolder = shareRuns(async (path: string): Promise<void> => {
  // Windows cannot open a folder, and its file systems journal the names themselves.
  if (process.platform === 'win32') {
    return;
  }

  const handle = openSync(path, 'r');
  try {
    await syncHandle(handle);
  } finally {
    closeSync(handle);
  }
});
