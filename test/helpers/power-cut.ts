import { dirname } from 'node:path';
import { changeNames, type Disk, type DiskOperation } from './memory-file-system.ts';

/** What a disk that was cut off may hold of what was never made durable. */
export type Leftovers = {
  /** Content that was written and not synced. */
  readonly content: 'whole' | 'torn' | 'empty' | 'NULs';
  /** Which changes of names that no folder sync had made durable are found: a disk writes them back in any order. */
  readonly names: (index: number) => boolean;
};

/** A change of the names in a folder, a new folder in it included. */
type NameChange = Extract<DiskOperation, { type: 'names' | 'makeFolder' }>;

/** The disk after these operations and a power cut. */
export function replay(operations: readonly DiskOperation[], { content, names }: Leftovers): Disk {
  const disk: Disk = { names: new Map(), content: new Map(), folders: new Set(['/']) };
  const synced = new Set<number>();
  const pending = new Map<string, { readonly operation: NameChange; readonly index: number }[]>();

  const apply = (change: NameChange): void => {
    if (change.type === 'makeFolder') {
      disk.folders.add(change.folder);
    } else {
      changeNames(disk, change);
    }
  };
  for (const [index, operation] of operations.entries()) {
    switch (operation.type) {
      case 'write':
        disk.content.set(operation.node, Buffer.from(operation.text));
        synced.delete(operation.node);
        break;
      case 'sync':
        synced.add(operation.node);
        break;
      case 'makeFolder':
      case 'names': {
        const folder = operation.type === 'names' ? operation.folder : operation.parent;
        pending.set(folder, [...(pending.get(folder) ?? []), { operation, index }]);
        break;
      }
      case 'syncFolder':
        pending.get(operation.folder)?.forEach((change) => apply(change.operation));
        pending.delete(operation.folder);
        break;
    }
  }

  for (const { operation, index } of [...pending.values()].flat()) {
    if (names(index)) {
      apply(operation);
    }
  }

  for (const [node, bytes] of disk.content) {
    disk.content.set(node, synced.has(node) ? bytes : spoil(bytes, content));
  }

  return withoutLostFolders(disk);
}

/** A folder whose name, or that of a parent, is lost is lost with all it holds, however durable that was. */
function withoutLostFolders({ names, content, folders }: Disk): Disk {
  const isReached = (folder: string): boolean => folder === '/' || (folders.has(folder) && isReached(dirname(folder)));
  return {
    content,
    folders: new Set([...folders].filter(isReached)),
    names: new Map([...names].filter(([path]) => isReached(dirname(path)))),
  };
}

function spoil(bytes: Buffer, how: Leftovers['content']): Buffer {
  switch (how) {
    case 'whole':
      return bytes;
    case 'torn':
      return bytes.subarray(0, bytes.length / 2);
    case 'empty':
      return Buffer.alloc(0);
    case 'NULs':
      return Buffer.alloc(bytes.length);
  }
}
