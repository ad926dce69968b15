import type { Disk, DiskOperation } from './memory-file-system.js';

/** What a disk that was cut off may hold of what was never made durable. */
export type Leftovers = {
  /** Content that was written and not synced. */
  readonly content: 'whole' | 'torn' | 'empty' | 'NULs';
  /** Which changes of names that no folder sync had made durable are found: a disk writes them back in any order. */
  readonly names: (index: number) => boolean;
};

/** The disk after these operations and a power cut. */
export function replay(operations: readonly DiskOperation[], { content, names }: Leftovers): Disk {
  const disk: Disk = { names: new Map(), content: new Map(), folders: new Set() };
  const synced = new Set<number>();
  const pending = new Map<string, { readonly operation: Extract<DiskOperation, { type: 'names' }>; readonly index: number }[]>();

  const apply = ({ set, unset }: Extract<DiskOperation, { type: 'names' }>): void => {
    if (unset !== undefined) {
      disk.names.delete(unset);
    }

    if (set) {
      disk.names.set(set.path, set.node);
    }
  };
  for (const [index, operation] of operations.entries()) {
    switch (operation.type) {
      case 'makeFolder':
        disk.folders.add(operation.folder);
        break;
      case 'write':
        disk.content.set(operation.node, Buffer.from(operation.text));
        synced.delete(operation.node);
        break;
      case 'sync':
        synced.add(operation.node);
        break;
      case 'names':
        pending.set(operation.folder, [...(pending.get(operation.folder) ?? []), { operation, index }]);
        break;
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

  return disk;
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
