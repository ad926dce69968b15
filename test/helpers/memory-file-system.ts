import type { FileSystem } from '../../source/platform/files/file-system.ts';

/**
 * What happened on a disk, oldest first. A *node* is a file's content, whatever names it has.
 *
 * Content is durable after `sync` of its node; a change of names after `syncFolder` of their folder.
 */
export type DiskOperation =
  | { readonly type: 'write'; readonly node: number; readonly text: string }
  | { readonly type: 'sync'; readonly node: number }
  /** A name appears or goes, or (rename) one goes as the other appears. */
  | {
      readonly type: 'names';
      readonly folder: string;
      readonly set?: { readonly path: string; readonly node: number };
      readonly unset?: string;
    }
  | { readonly type: 'syncFolder'; readonly folder: string }
  /** Its name, like that of a file, is durable after `syncFolder` of its parent. */
  | { readonly type: 'makeFolder'; readonly folder: string; readonly parent: string };

export type Disk = {
  readonly names: Map<string, number>;
  readonly content: Map<number, Buffer>;
  readonly folders: Set<string>;
};

/** One name appears, or goes, or (rename) one goes as the other appears. */
export function changeNames(
  { names }: Disk,
  { set, unset }: { readonly set?: { readonly path: string; readonly node: number }; readonly unset?: string },
): void {
  if (unset !== undefined) {
    names.delete(unset);
  }

  if (set) {
    names.set(set.path, set.node);
  }
}

/** A copy of a disk as it is, as of a backup. */
export function saveDisk({ names, content, folders }: Disk): Disk {
  return { names: new Map(names), content: new Map(content), folders: new Set(folders) };
}

/** Files that are put back are other ones, whatever they hold. */
let lastPutBack = 0;

/**
 * Puts a copy back in place: what came since is gone, and each file that changed is made anew, as by `rsync -a
 * --delete`. The folders stay the same ones.
 */
export function restoreDisk(disk: Disk, saved: Disk): void {
  for (const path of [...disk.names.keys()].filter((each) => !saved.names.has(each))) {
    disk.names.delete(path);
  }

  for (const [path, node] of saved.names) {
    const bytes = saved.content.get(node) ?? Buffer.alloc(0);
    if (disk.content.get(disk.names.get(path) ?? 0)?.equals(bytes) !== true) {
      disk.names.set(path, (lastPutBack -= 1));
      disk.content.set(lastPutBack, bytes);
    }
  }

  disk.folders.clear();
  for (const folder of saved.folders) {
    disk.folders.add(folder);
  }
}

export type MemoryFileSystem = FileSystem & { readonly disk: Disk; readonly operations: DiskOperation[] };

/** A file system in memory that remembers what was done, for tests that need thousands of them or pull the plug. */
export function createMemoryFileSystem(
  disk: Disk = { names: new Map(), content: new Map(), folders: new Set(['/']) },
): MemoryFileSystem {
  const { names, content, folders } = disk;
  const operations: DiskOperation[] = [];
  const watchers = new Set<{ readonly folder: string; readonly changed: () => void }>();
  const locked = new Set<string>();
  let lastNode = Math.max(0, ...content.keys(), ...names.values());

  const nodeAt = (path: string): number => {
    const node = names.get(path);
    if (node === undefined) {
      throw errno(folders.has(path) ? 'EISDIR' : 'ENOENT', path);
    }

    return node;
  };
  const demandFolderOf = (path: string): void => {
    if (!folders.has(folderOf(path))) {
      throw errno('ENOENT', path);
    }
  };
  const demandFree = (path: string): void => {
    if (names.has(path) || folders.has(path)) {
      throw errno('EEXIST', path);
    }
  };
  const bytesAt = (path: string): Buffer => content.get(nodeAt(path)) ?? Buffer.alloc(0);
  const makeNode = (): number => {
    content.set((lastNode += 1), Buffer.alloc(0));
    return lastNode;
  };
  const rename = (change: { set?: { path: string; node: number }; unset?: string }): void => {
    const folder = folderOf(change.set?.path ?? change.unset ?? '');
    changeNames(disk, change);
    operations.push({ type: 'names', folder, ...change });
    for (const watcher of [...watchers].filter((each) => each.folder === folder)) {
      queueMicrotask(watcher.changed);
    }
  };

  /* oxlint-disable typescript/require-await -- the port is asynchronous */
  return {
    disk,
    operations,
    readFile: async (path) => bytesAt(path),
    readStart: async (path, length) => bytesAt(path).subarray(0, length),
    exists: (path) => names.has(path) || folders.has(path),
    isFolder: (path) => folders.has(path),
    isWritable: () => true,
    list: async (folder) => {
      const end = folder.length;
      // Most paths are of another folder, and told by one character.
      return [...names.keys()]
        .filter((path) => path[end] === '/' && path.lastIndexOf('/') === end && path.startsWith(folder))
        .map((path) => path.slice(end + 1));
    },
    makeFolder: async (path) => {
      demandFree(path);
      demandFolderOf(path);
      folders.add(path);
      operations.push({ type: 'makeFolder', folder: path, parent: folderOf(path) });
    },
    openNew: async (path) => {
      demandFolderOf(path);
      demandFree(path);
      const node = makeNode();
      rename({ set: { path, node } });
      return {
        write: async (written) => {
          const text = String(written);
          content.set(node, Buffer.from(text));
          operations.push({ type: 'write', node, text });
        },
        sync: async () => void operations.push({ type: 'sync', node }),
        close: async () => undefined,
      };
    },
    append: async (path, text) => {
      demandFolderOf(path);
      if (!names.has(path)) {
        rename({ set: { path, node: makeNode() } });
      }

      const [node, bytes] = [nodeAt(path), Buffer.concat([bytesAt(path), Buffer.from(text)])];
      content.set(node, bytes);
      operations.push({ type: 'write', node, text: bytes.toString() });
    },
    rename: async (from, to) => {
      rename({ set: { path: to, node: nodeAt(from) }, unset: from });
    },
    link: async (existing, path) => {
      demandFree(path);
      rename({ set: { path, node: nodeAt(existing) } });
    },
    remove: async (path) => {
      nodeAt(path);
      rename({ unset: path });
    },
    lock: (path) => {
      demandFolderOf(path);
      if (locked.has(path)) {
        return undefined;
      }

      // The file is made by the kernel's own means, which nothing makes durable.
      if (!names.has(path)) {
        names.set(path, makeNode());
      }

      locked.add(path);
      return { release: () => void locked.delete(path) };
    },
    followLinks: (path) => path,
    syncFolder: async (path) => void operations.push({ type: 'syncFolder', folder: path }),
    identity: async () => ({ name: '1', isLasting: false }),
    fileIdentity: (path) => names.get(path)?.toString(),
    modifiedAt: (path) => (names.has(path) ? 0 : Infinity),
    revision: (path) => String(names.get(path) ?? ''),
    watch: (folder, changed) => {
      const watcher = { folder, changed };
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
  };
  /* oxlint-enable typescript/require-await */
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/')) || '/';
}

/** Without a stack: writing it down takes longer than all the rest, of thousands that a campaign throws and few see. */
function errno(code: string, path: string): Error {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = Object.assign(new Error(`${code}: '${path}'`), { code });
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}
