import fs from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hasCode, whenFree } from './errno.ts';
import { describeFile, describeFolder, type FolderIdentity, tellsBirths, watchFolder } from './kinds-of-disk.ts';
import { type KernelLock, takeKernelLock } from '../concurrency/kernel-lock.ts';

/** The file operations the store uses. Every one may throw a Node error with a `code` such as ENOSPC. */
export type FileSystem = ReturnType<typeof createDiskFileSystem>;

const openHandle = promisify(fs.open);
const isLinux = process.platform === 'linux';
const syncHandle = promisify(fs.fsync);
const writeHandle = promisify(fs.writeFile);
/** Characters that are written without leaving this thread: enough for every record, far from a list. */
const mostAtOnce = 65_536;

/** The kinds of the file systems that were met, by their devices: one keeps its kind while it is mounted. */
const kinds = new Map<bigint, number>();

/** `0`: it is not known, or whatever it keeps the system does not tell. */
function kindOf(path: string, dev: bigint): number {
  const type = kinds.get(dev) ?? (isLinux && tellsBirths(statOf('/proc')) ? fs.statfsSync(path).type : 0);
  kinds.set(dev, type);
  return type;
}

function statOf(path: string): fs.BigIntStats | undefined {
  return fs.statSync(path, { bigint: true, throwIfNoEntry: false });
}

/** What differs from one operating system to the next, for tests of one on another. */
const systemParts = {
  platform: process.platform,
  /** The calls that Windows answers in a way of its own. */
  calls: {
    rename: fs.renameSync,
    link: fs.linkSync,
    unlink: fs.unlinkSync,
    open: fs.openSync,
    sync: (handle: number): Promise<void> => syncHandle(handle),
  },
  wait: (ms: number): Promise<void> => sleep(ms),
};

/**
 * What only touches names and small files is done on this thread: it takes 3 to 20 µs there and 90 by way of the pool,
 * and saving one animal is a dozen of them. Work that waits for the disk is the pool's: fsync, the writing of whole
 * lists, and making a file (ext4 takes 0.3 ms to find an inode where many were deleted just before).
 */
/* oxlint-disable typescript/require-await -- the port is asynchronous */
export function createDiskFileSystem(parts = systemParts) {
  const { platform, calls, wait } = parts;
  const isWindows = platform === 'win32';
  return {
    readFile: async (path: string): Promise<Buffer> => fs.readFileSync(path),
    /** The first bytes of a file, as many as it has. */
    readStart: async (path: string, length: number): Promise<Buffer> => {
      const handle = fs.openSync(path, 'r');
      try {
        const bytes = Buffer.alloc(length);
        return bytes.subarray(0, fs.readSync(handle, bytes, 0, length, 0));
      } finally {
        fs.closeSync(handle);
      }
    },
    exists: (path: string): boolean => fs.existsSync(path),
    isFolder: (path: string): boolean => fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false,
    /** Whether this person may make files and folders in a folder, and see them. */
    isWritable,
    /** Names in a folder; empty if it is missing, or something else has its name. */
    list: async (folder: string): Promise<readonly string[]> => {
      try {
        return fs.readdirSync(folder);
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) {
          return [];
        }

        throw error;
      }
    },
    /** Creates one folder, 0700, in one that is there. Its name is not durable; see `make-folder.ts`. */
    makeFolder: async (path: string): Promise<void> => fs.mkdirSync(path, { mode: 0o700 }),
    /** Creates a file that must not exist, 0600. */
    openNew: async (path: string) => {
      const handle = await openHandle(path, 'wx', 0o600);
      return {
        /** Writes all of it, however many calls that takes. */
        write: async (content: string | Buffer): Promise<void> =>
          content.length > mostAtOnce ? writeHandle(handle, content) : fs.writeFileSync(handle, content),
        sync: (): Promise<void> => syncHandle(handle),
        close: async (): Promise<void> => fs.closeSync(handle),
      };
    },
    /** As link and remove, on Windows once no other program has the file open; EBUSY if one keeps it. */
    rename: (from: string, to: string): Promise<void> => whenFree(platform, () => calls.rename(from, to), wait),
    link: (existing: string, path: string): Promise<void> => whenFree(platform, () => calls.link(existing, path), wait),
    /** Adds to the end of a file in one write, 0600, which is made if it is missing; not durably. */
    append: async (path: string, text: string): Promise<void> => fs.appendFileSync(path, text, { mode: 0o600 }),
    remove: (path: string): Promise<void> => whenFree(platform, () => calls.unlink(path), wait),
    /**
     * Makes a folder's own entries durable. Windows cannot open a folder. Its file system keeps them consistent by a
     * journal, but a power cut loses the last seconds of that. So `file`, the one that got its name last, is flushed under
     * that name instead, which writes the journal up to there.
     */
    syncFolder: async (folder: string, file?: string): Promise<void> => {
      const [path, flags] = isWindows ? ([file, 'r+'] as const) : ([folder, 'r'] as const);
      await (path !== undefined && syncOpened(parts, path, flags));
    },
    /** Takes the kernel's lock on a file that is made for it; undefined: it is held elsewhere. See `kernel-lock.ts`. */
    lock: (path: string): KernelLock | undefined => takeKernelLock(path),
    /** The end of a path through symbolic links, whether or not a file is there. */
    followLinks,
    /** An identity that the folder keeps, and a copy of it does not share. */
    identity: async (path: string): Promise<FolderIdentity> => {
      const { dev, ino, birthtimeNs } = fs.statSync(path, { bigint: true });
      return describeFolder({ ino, birthtimeNs, type: kindOf(path, dev) });
    },
    /** Kept until the file is removed, also under another name. Undefined: missing, or the system does not tell. */
    fileIdentity: (path: string): string | undefined => {
      const stats = statOf(path);
      return stats && describeFile({ ino: stats.ino, birthtimeNs: stats.birthtimeNs, type: kindOf(path, stats.dev) });
    },
    /** When its content last changed, milliseconds since 1970 by the file system's clock; Infinity if it is missing. */
    modifiedAt: (path: string): number => fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity,
    /** Changes whenever the file is replaced; empty if it is missing. */
    revision: (path: string): string => {
      const stats = statOf(path);
      return stats ? `${stats.ino} ${stats.mtimeNs} ${stats.size}` : '';
    },
    /** Calls back with a name after something changed in a folder; returns the way to stop. */
    watch: watchFolder,
  };
}
/* oxlint-enable typescript/require-await */

function isWritable(folder: string): boolean {
  try {
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** This machine's disk. */
export const diskFileSystem: FileSystem = createDiskFileSystem();

/** As many as Linux follows. */
const mostLinks = 40;

function followLinks(path: string): string {
  let target = path;
  for (let hops = 0; fs.lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() === true; hops += 1) {
    if (hops === mostLinks) {
      throw Object.assign(new Error(`ELOOP: too many symbolic links, ${path}`), { code: 'ELOOP' });
    }

    // Relative to the folder as it truly is, which may be reached through a link itself.
    target = resolve(fs.realpathSync(dirname(target)), fs.readlinkSync(target));
  }

  return target;
}

async function syncOpened(
  { platform, calls, wait }: typeof systemParts,
  path: string,
  flags: 'r' | 'r+',
): Promise<void> {
  const handle = await whenFree(platform, () => calls.open(path, flags), wait);
  try {
    await calls.sync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
