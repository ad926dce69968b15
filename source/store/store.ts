/**
 * The local store of one pet store: everything under `data/stores/HASH/`.
 *
 *     queue/7.0.json   records of entries    fences/…json    ids seen before attempts    imports/…json   finished imports
 *     archive.json     settled entries       cache.json      the saved lists             sender.db       the sender's lock
 *     archive.copy.json  the same again      stamp.json      where this folder belongs
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { FileSystem } from '../platform/file-system.js';
import { makeFolder } from '../platform/make-folder.js';
import { type Archive, createArchive } from './archive.js';
import { type Cache, createCache } from './cache.js';
import { createFences, type Fences } from './fences.js';
import { createImports, type Imports } from './imports.js';
import { createQueue, type Queue } from './queue.js';
import { acquireSenderLock, type SenderLock } from './sender-lock.js';
import { createStamp, type Stamp } from './stamp.js';

/** Everything that is kept on this machine for one store. */
export type Store = {
  readonly folder: string;
  readonly queue: Queue;
  readonly archive: Archive;
  readonly imports: Imports;
  readonly fences: Fences;
  readonly cache: Cache;
  readonly stamp: Stamp;
  /** Reads the archive. Makes nothing: a look at an empty store leaves no trace. */
  open(): Promise<void>;
  /** Makes the folders; throws an errno where it cannot. */
  makeFolders(): Promise<void>;
  acquireSenderLock(): Promise<SenderLock | undefined>;
  /** Calls back after the queue or the imports changed, by this process or another; returns the way to stop. */
  watch(changed: () => void): () => void;
};

/**
 * @param options.identity What the entries belong to: the normalised address, or `demo`.
 * @param options.machine An identity of this machine; empty where it has none.
 */
export function createStore(options: { readonly folder: string; readonly identity: string; readonly machine: string; readonly fileSystem: FileSystem }): Store {
  const { folder, identity, fileSystem } = options;
  const queueFolder = join(folder, 'queue');
  const importsFolder = join(folder, 'imports');
  const fencesFolder = join(folder, 'fences');
  const archive = createArchive(fileSystem, folder, queueFolder);
  const imports = createImports(fileSystem, importsFolder);
  let opened: Promise<void> | undefined;
  const makeFolders = async (): Promise<void> => {
    for (const path of [queueFolder, importsFolder, fencesFolder]) {
      await makeFolder(fileSystem, path);
    }
  };

  return {
    folder,
    archive,
    imports,
    queue: createQueue({ fileSystem, folder: queueFolder, store: identity, archive, imports, newKey: randomUUID }),
    fences: createFences(fileSystem, fencesFolder),
    cache: createCache(fileSystem, folder),
    stamp: createStamp(fileSystem, folder, options.machine),
    open: () => (opened ??= archive.load()),
    makeFolders,
    acquireSenderLock: () => acquireSenderLock(folder),
    watch(changed) {
      const stops = [fileSystem.watch(queueFolder, changed), fileSystem.watch(importsFolder, changed)];
      return () => {
        for (const stop of stops) {
          stop();
        }
      };
    },
  };
}
