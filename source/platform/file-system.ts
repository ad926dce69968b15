import { existsSync, readdirSync, readFileSync, statSync, type FSWatcher, watch } from 'node:fs';
import { link, open, rename, stat, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './errno.js';
import { makeFolderSync, missingFolders } from './make-folder.js';

/** The file operations the store uses. Every one may throw a Node error with a `code` such as ENOSPC. */
export type FileSystem = {
  readFile(path: string): Promise<Buffer>;
  exists(path: string): boolean;
  /** Names in a folder; empty where it does not exist. */
  list(folder: string): Promise<readonly string[]>;
  /** Creates a folder and its parents, 0700. */
  makeFolder(path: string): Promise<void>;
  /** Creates a file that must not exist, 0600. */
  openNew(path: string): Promise<NewFile>;
  rename(from: string, to: string): Promise<void>;
  link(existing: string, path: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes a folder's own entries durable. */
  syncFolder(path: string): Promise<void>;
  /** A number that a copy of the folder does not share. */
  identity(path: string): Promise<string>;
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

export const diskFileSystem: FileSystem = {
  // Records are small and mostly in the page cache: reading one takes about 12 µs on this thread, 90 on the pool's.
  // eslint-disable-next-line @typescript-eslint/require-await -- the port is asynchronous
  readFile: async (path) => readFileSync(path),
  exists: (path) => existsSync(path),
  // eslint-disable-next-line @typescript-eslint/require-await -- the port is asynchronous
  list: async (folder) => {
    try {
      return readdirSync(folder);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) {
        return [];
      }

      throw error;
    }
  },
  makeFolder: async (path) => {
    const missing = missingFolders(path);
    makeFolderSync(path);
    for (const folder of missing) {
      // A new folder is lost with its content in a power cut unless its own name is durable.
      await syncFolder(dirname(folder));
    }
  },
  openNew: async (path) => {
    const handle = await open(path, 'wx', 0o600);
    return {
      write: (text) => handle.writeFile(text),
      size: async () => (await handle.stat()).size,
      sync: () => handle.sync(),
      close: () => handle.close(),
    };
  },
  rename,
  link,
  remove: unlink,
  syncFolder,
  identity: async (path) => String((await stat(path, { bigint: true })).ino),
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

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and its file systems journal the names themselves.
  if (process.platform === 'win32') {
    return;
  }

  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
