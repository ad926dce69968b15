import { diskFileSystem, type FileSystem } from '../../source/platform/files/file-system.ts';

/** The disk's own answer to a fault. */
export type Fault = 'EIO' | 'ENOSPC' | 'EMFILE' | 'EROFS' | 'EACCES' | 'EPERM';

export type FaultFileSystem = FileSystem & {
  /** Fails the n-th operation from now (1: the next), of those whose name `matches`. */
  failAt(n: number, fault: Fault, matches?: (operation: string, path: string) => boolean): void;
  /** Fails every matching operation until `heal`. */
  failAll(fault: Fault, matches: (operation: string, path: string) => boolean): void;
  heal(): void;
  /** Operations done so far, with their paths. */
  readonly operations: string[];
};

/** The real disk, or another, with faults on command. */
export function createFaultFileSystem(disk: FileSystem = diskFileSystem): FaultFileSystem {
  const operations: string[] = [];
  let rule:
    | { matches: (operation: string, path: string) => boolean; skip: number; fault: Fault; always: boolean }
    | undefined;

  /** Throws the fault that this operation meets. */
  function meet(operation: string, path: string): void {
    operations.push(`${operation} ${path}`);
    if (!rule?.matches(operation, path)) {
      return;
    }

    rule.skip -= 1;
    if (rule.skip > 0) {
      return;
    }

    const { fault, always } = rule;
    rule = always ? rule : undefined;
    throw Object.assign(new Error(`${fault}: injected, ${operation} '${path}'`), { code: fault });
  }

  return {
    ...aroundOperations(disk, (operation, path, work) => {
      // What a failed one leaves behind is harmless.
      if (operation !== 'remove' && operation !== 'close') {
        meet(operation, path);
      }

      return work();
    }),
    operations,
    failAt(n, fault, matches = () => true) {
      rule = { matches, skip: n, fault, always: false };
    },
    failAll(fault, matches) {
      rule = { matches, skip: 1, fault, always: true };
    },
    heal() {
      rule = undefined;
    },
  };
}

/** The same, with something around each operation that waits for the disk; `path`: of what is made or read. */
export function aroundOperations(
  disk: FileSystem,
  around: <T>(operation: string, path: string, work: () => Promise<T>) => Promise<T>,
): FileSystem {
  return {
    ...disk,
    readFile: async (path) => around('read', path, () => disk.readFile(path)),
    readStart: async (path, length) => around('read', path, () => disk.readStart(path, length)),
    list: async (folder) => around('list', folder, () => disk.list(folder)),
    makeFolder: async (path) => around('makeFolder', path, () => disk.makeFolder(path)),
    append: async (path, text) => around('append', path, () => disk.append(path, text)),
    rename: async (from, to) => around('rename', to, () => disk.rename(from, to)),
    link: async (existing, path) => around('link', path, () => disk.link(existing, path)),
    remove: async (path) => around('remove', path, () => disk.remove(path)),
    syncFolder: async (path, file) => around('syncFolder', path, () => disk.syncFolder(path, file)),
    openNew: async (path) => {
      const file = await around('open', path, () => disk.openNew(path));
      return {
        write: async (content) => around('write', path, () => file.write(content)),
        sync: async () => around('sync', path, () => file.sync()),
        close: async () => around('close', path, () => file.close()),
      };
    },
  };
}
