/**
 * The local store of one pet store: everything under `data/stores/HASH/`.
 *
 *     queue/7.0.json   records of entries    fences/…json    ids seen before attempts    imports/…json   finished
 *     imports
 *     archive.json     settled entries       cache/…json     the saved lists             sender.db       the sender's
 *     lock
 *     archive/2026-11.json  those of a month
 *     archive.copy.json  the same again      stamp.json      where this folder belongs (and, elsewhere, its mark)
 *     footprint.json     what sending knows of the store
 *     keys.json          digests of keys that show the same store
 *     changes.jsonl      what happened with the store, for the app's log; disposable, as is the older part,
 *     changes.old.jsonl
 *     offline.json       a person works offline, while it is there
 *     names              the names of these folders are durable
 *     queue.lock         held while a pet's id is given to an animal
 *     sender.mend.db     held while a damaged sender.db is replaced
 */
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { clearAway } from '../platform/files/clear-away.js';
import { asideMark } from '../platform/files/own-names.js';
import type { Clock } from '../platform/time/clock.js';
import { exclusively } from '../platform/concurrency/exclusively.js';
import type { FileSystem } from '../platform/files/file-system.js';
import { makeFoldersOnce } from '../platform/files/make-folder.js';
import { type Archive, createArchive } from './archive.js';
import { type ChangeLog, createChangeLog } from './change-log.js';
import { type ListCache, createListCache } from './list-cache.js';
import { sweepTemporaries } from '../platform/files/sweep-temporaries.js';
import { createVersionGate, type NewerDocument } from './documents/document.js';
import { createBaselines, type Baselines } from './baselines.js';
import { createImports, type Imports } from './imports/imports.js';
import { createFootprints, type Footprints } from './footprints.js';
import { createKeyGroups, type KeyGroups } from './key-groups.js';
import type { Marks } from './origin/marks.js';
import { createOfflineMark, type OfflineMark } from './offline-mark.js';
import { createBelonging, type Belonging } from './origin/belonging.js';
import { createJournal, type Journal } from './journal/journal.js';
import type { Unreadable } from './journal/record-files.js';
import { acquireSenderLease, isSenderLeaseHeld, type SenderLease } from './sender-lease.js';
import { onlyLooking } from './only-looking.js';
import { createOrigin, type Origin } from './origin/origin.js';
import { sweepImports } from './imports/sweep-imports.js';

/** Everything that is kept on this machine for one store. */
export type LocalFiles = {
  readonly folder: string;
  readonly journal: Journal;
  readonly archive: Archive;
  readonly imports: Imports;
  readonly baselines: Baselines;
  readonly cache: ListCache;
  readonly changeLog: ChangeLog;
  readonly origin: Origin;
  readonly keyGroups: KeyGroups;
  readonly footprints: Footprints;
  readonly belonging: Belonging;
  readonly offline: OfflineMark;
  /** Reads the archive. Makes no files: a look at an empty store leaves no trace. */
  open(): Promise<void>;
  /**
   * Makes the folders, and the origin, before anything is written. A file that has the name of one is moved aside.
   * Throws an errno if that cannot be, a `NewerDocument` if a newer petstore has written here.
   */
  makeFolders(): Promise<void>;
  /** Files in the place of folders, now or before they were moved aside: their animals are unknown. */
  problems(): Promise<readonly Unreadable[]>;
  /** Removes what killed writers left; once in a process. For the sender. */
  sweepTemporaries(): Promise<void>;
  /** Removes what imports left that were never finished; see `sweep-imports.ts`. For the sender. */
  sweepImports(): Promise<void>;
  /** The first document met that a newer petstore has written. */
  newer(): NewerDocument | undefined;
  /** Throws as `makeFolders` does; a `StorageError` if the lock itself is damaged and cannot be mended. */
  acquireSenderLease(): Promise<SenderLease | undefined>;
  /** Whether a process is the sender; only looks. Throws if that cannot be read. */
  isSenderLeaseHeld(): boolean;
  /**
   * Does work that looks whose a pet id is and gives it to an entry, while no other petstore does. Throws the errno
   * EDEADLK where another one does not let go.
   */
  whileClaiming<T>(clock: Clock, work: () => Promise<T>): Promise<T>;
  /** Calls back after the queue or the imports changed, by this process or another; returns the way to stop. */
  watch(changed: () => void): () => void;
};

/** The parts of a store. */
export type LocalFilesOptions = {
  readonly folder: string;
  /** The owner of the entries: the normalised address, or `demo`. */
  readonly identity: string;
  /** The system's identity of this machine; otherwise empty. */
  readonly machine: string;
  /** The files of this machine outside of the store. Absent: a queue that was put back is not noticed. */
  readonly marks?: Marks | undefined;
  readonly fileSystem: FileSystem;
  /** For a command that only looks: its findings are not saved. Default false. */
  readonly onlyLooks?: boolean | undefined;
};

/** Reads and writes only on request. */
export function createLocalFiles({
  folder,
  identity,
  machine,
  marks,
  fileSystem,
  onlyLooks = false,
}: LocalFilesOptions): LocalFiles {
  const queueFolder = join(folder, 'queue');
  const importsFolder = join(folder, 'imports');
  const fencesFolder = join(folder, 'fences');
  const folders = [queueFolder, importsFolder, fencesFolder, join(folder, 'cache')];
  const gate = createVersionGate(() => origin.prepare());
  const archive = createArchive(fileSystem, folder, queueFolder, gate);
  const baselines = createBaselines(fileSystem, fencesFolder, gate);
  const imports = createImports(fileSystem, importsFolder, gate);
  let isSwept = false;
  const origin = createOrigin({
    fileSystem,
    folder,
    queueFolder,
    system: machine,
    machine: (options) => marks?.machine(options) ?? Promise.resolve(undefined),
    // Without a mark only the list tells a queue that was put back.
    beginMark: async (id) => await marks?.replace(id, []).catch(() => undefined),
    gate,
  });
  const journal = createJournal({
    fileSystem,
    folder: queueFolder,
    store: identity,
    archive,
    imports,
    newKey: randomUUID,
    gate,
  });

  const files: LocalFiles = {
    folder,
    archive,
    imports,
    journal,
    baselines,
    cache: createListCache(fileSystem, folder, gate),
    changeLog: createChangeLog(fileSystem, folder),
    origin,
    keyGroups: createKeyGroups(fileSystem, folder, { gate, onlyLooks }),
    footprints: createFootprints(fileSystem, folder, gate),
    belonging: createBelonging({ origin, marks, journal, archive }),
    offline: createOfflineMark(fileSystem, folder, gate),
    open: () => archive.load(),
    newer: gate.newer,
    async makeFolders() {
      gate.check();
      for (const path of [folder, queueFolder, importsFolder, fencesFolder]) {
        if (fileSystem.exists(path) && !fileSystem.isFolder(path)) {
          await clearAway(fileSystem, path, `${path}${asideMark}${randomUUID()}`);
        }
      }

      await makeFoldersOnce(fileSystem, folder, folders);
      await origin.prepare();
    },
    async problems() {
      const places = [folder, queueFolder, importsFolder];
      const inPlace = places.filter((path) => fileSystem.exists(path) && !fileSystem.isFolder(path));
      const aside = (
        await Promise.all([dirname(folder), folder].map((parent) => listAside(fileSystem, parent)))
      ).flat();
      return [
        ...inPlace.map((path): Unreadable => ({
          path,
          reason: `a file is where ${describePlace(basename(path))} should be`,
          code: 'not_a_folder',
        })),
        ...aside
          .filter((path) => places.some((place) => path.startsWith(`${place}${asideMark}`)))
          .map((path): Unreadable => ({
            path,
            reason:
              `it was where ${describePlace(basename(path).split(asideMark)[0] ?? '')} ` +
              'should be. Remove it once you know its content',
            code: 'not_a_folder',
          })),
      ];
    },
    async sweepTemporaries() {
      if (!isSwept) {
        isSwept = true;
        for (const path of [folder, ...folders]) {
          await sweepTemporaries(fileSystem, path);
        }
      }
    },
    sweepImports: () => sweepImports(imports, journal),
    async acquireSenderLease() {
      gate.check();
      // Documents that are not read before each sending are checked here.
      await baselines.checkVersions();
      await imports.checkVersions();
      return await acquireSenderLease(folder);
    },
    isSenderLeaseHeld: () => isSenderLeaseHeld(folder),
    whileClaiming: (clock, work) => exclusively(fileSystem, clock, queueFolder, work),
    watch(changed) {
      const stops = [fileSystem.watch(queueFolder, changed), fileSystem.watch(importsFolder, changed)];
      return () => {
        for (const stop of stops) {
          stop();
        }
      };
    },
  };
  return onlyLooks ? onlyLooking(files) : files;
}

async function listAside(fileSystem: FileSystem, parent: string): Promise<readonly string[]> {
  const names = await fileSystem.list(parent).catch(() => []);
  return names.filter((name) => name.includes(asideMark)).map((name) => join(parent, name));
}

function describePlace(name: string): string {
  switch (name) {
    case 'queue':
      return 'the folder of the queue';
    case 'imports':
      return (
        'the folder of finished imports (without it, animals that came by import ' +
        'and were never tried are neither shown nor sent)'
      );
    default:
      return 'the folder of this store';
  }
}
