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
    ...disk,
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
    readFile: async (path) => (meet('read', path), await disk.readFile(path)),
    readStart: async (path, length) => (meet('read', path), await disk.readStart(path, length)),
    list: async (folder) => (meet('list', folder), await disk.list(folder)),
    makeFolder: async (path) => {
      meet('makeFolder', path);
      await disk.makeFolder(path);
    },
    async openNew(path) {
      meet('open', path);
      const file = await disk.openNew(path);
      return {
        ...file,
        write: async (content) => {
          meet('write', path);
          await file.write(content);
        },
        sync: async () => {
          meet('sync', path);
          await file.sync();
        },
      };
    },
    append: async (path, text) => {
      meet('append', path);
      await disk.append(path, text);
    },
    rename: async (from, to) => {
      meet('rename', to);
      await disk.rename(from, to);
    },
    link: async (existing, path) => {
      meet('link', path);
      await disk.link(existing, path);
    },
    syncFolder: async (path, file) => {
      meet('syncFolder', path);
      await disk.syncFolder(path, file);
    },
  };
}
