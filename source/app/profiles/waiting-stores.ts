/** Which stores on this machine still hold animals that wait, whatever profiles there are. */
import { join } from 'node:path';
import { isWaiting } from '../../domain/entry.js';
import { machineIdentity } from '../../platform/process/self.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import type { Folders } from '../../platform/files/paths.js';
import { createLocalFiles } from '../../local/local-files.js';

type WaitingStore = {
  readonly folder: string;
  /** The address it belongs to, or `demo`. */
  readonly identity: string;
  /** Animals that wait, and files that cannot be read and so may hold some. */
  readonly waiting: number;
};

/** How many animals wait in one store, those in unreadable files included. */
export async function countWaiting(folder: string, identity: string, fileSystem: FileSystem): Promise<number> {
  const store = createLocalFiles({ folder, identity, machine: machineIdentity(), fileSystem });
  await store.open();
  await store.imports.refresh();
  await store.journal.refresh();
  return (
    store.journal.entries().filter(({ state }) => isWaiting(state)).length +
    store.journal.unreadable().length +
    store.journal.strays().length +
    (await store.problems()).length
  );
}

/** Every store of this machine in which animals wait. `except`: the folder of one that was read already. */
export async function findWaitingStores(
  folders: Folders,
  fileSystem: FileSystem,
  { except }: { readonly except?: string } = {},
): Promise<readonly WaitingStore[]> {
  const root = join(folders.data, 'stores');
  const stores: WaitingStore[] = [];
  for (const name of await fileSystem.list(root)) {
    const folder = join(root, name);
    const identity = folder === except ? undefined : await readIdentity(folder, fileSystem);
    // A store that cannot be read just now may hold animals that wait.
    const waiting = identity === undefined ? 0 : await countWaiting(folder, identity, fileSystem).catch(() => 1);
    if (identity !== undefined && waiting > 0) {
      stores.push({ folder, identity, waiting });
    }
  }

  return stores;
}

/** The content of the first readable record; undefined: the queue is empty. */
async function readIdentity(folder: string, fileSystem: FileSystem): Promise<string | undefined> {
  const queue = join(folder, 'queue');
  const first = (await fileSystem.list(queue)).filter((name) => name.endsWith('.0.json'));
  for (const name of first) {
    const text = await fileSystem.readFile(join(queue, name)).catch(() => '');
    const store = /"store":("(?:[^"\\]|\\.)*")/.exec(text.toString())?.[1];
    if (store !== undefined) {
      return JSON.parse(store) as string;
    }
  }

  return first.length > 0 ? 'unknown' : undefined;
}
