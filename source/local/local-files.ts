/**
 * The local store of one pet store: everything under `data/stores/HASH/`.
 *
 *     queue/7.0.json         records of entries; queue.lock: held while a pet's id is given to an animal
 *     imports/…json          finished imports
 *     archive/2026-11.json   entries settled in that month; archive.json: which there are; each has a copy
 *     cache/…json            the saved lists
 *     stamp.json             where this folder belongs (and, elsewhere, its mark)
 *     footprint.json         the knowledge that sending has of the store, and digests of keys that show the same one
 *     changes.jsonl          the app's log; disposable, as is its older part, changes.old.jsonl
 *     offline.json           a person works offline, while it is there
 *     sender.db              the sender's lock
 *     names                  the names of these folders are durable
 */
import { randomUUID } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { exclusively } from '../platform/concurrency/kernel-lock.js';
import { sweepTemporaries } from '../platform/files/durable-file.js';
import { hasCode } from '../platform/files/errno.js';
import type { FileSystem } from '../platform/files/file-system.js';
import { clearAway, makeFoldersOnce } from '../platform/files/make-folder.js';
import { asideMark } from '../platform/files/paths.js';
import type { Clock } from '../platform/time/clock.js';
import { createArchive } from './archive.js';
import { createChangeLog } from './change-log.js';
import { createVersionGate, type DocumentKind, setAside, StoredDocument } from './documents/document.js';
import type { Unreadable, VersionGate } from './documents/document.js';
import { createFootprints } from './footprints.js';
import { createImports } from './imports/imports.js';
import { createJournal } from './journal/journal.js';
import { createListCache } from './list-cache.js';
import { createBelonging } from './origin/belonging.js';
import { type Marks } from './origin/marks.js';
import { createOrigin } from './origin/origin.js';
import { acquireSenderLease, isSenderLeaseHeld } from './sender-lease.js';

/** Everything that is kept on this machine for one store. */
export type LocalFiles = ReturnType<typeof createLocalFiles>;

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
}: LocalFilesOptions) {
  const queueFolder = join(folder, 'queue');
  const importsFolder = join(folder, 'imports');
  const folders = [queueFolder, importsFolder, join(folder, 'cache')];
  const gate = createVersionGate(() => origin.prepare());
  const archive = createArchive(fileSystem, folder, queueFolder, gate);
  const imports = createImports(fileSystem, importsFolder, gate);
  let isSwept = false;
  const origin = createOrigin({ fileSystem, folder, queueFolder, system: machine, marks, gate });
  const journal = createJournal({ fileSystem, store: identity, archive, imports }, queueFolder, gate);
  const cache = createListCache(fileSystem, folder, gate);
  const changeLog = createChangeLog(fileSystem, folder);
  // The findings of a mere look are not saved, so that it works also in a folder that cannot be written.
  const notSaved = (): Promise<void> => Promise.resolve();

  return {
    folder,
    archive,
    imports,
    journal,
    cache: onlyLooks ? { ...cache, write: notSaved } : cache,
    changeLog: onlyLooks ? { ...changeLog, append: notSaved } : changeLog,
    origin,
    footprints: createFootprints(fileSystem, folder, { gate, onlyLooks }),
    belonging: createBelonging(origin, marks, journal, archive),
    offline: createOfflineMark(fileSystem, folder, gate),
    /** Reads the archive. Makes no files: a look at an empty store leaves no trace. */
    open: archive.load,
    /** The first document met that a newer petstore has written. */
    newer: gate.newer,
    /**
     * Makes the folders, and the origin, before anything is written. A file that has the name of one is moved aside.
     * Throws an errno if that cannot be, a `NewerDocument` if a newer petstore has written here.
     */
    async makeFolders() {
      gate.check();
      if (onlyLooks) {
        return;
      }

      for (const path of [folder, queueFolder, importsFolder]) {
        if (fileSystem.exists(path) && !fileSystem.isFolder(path)) {
          await clearAway(fileSystem, path, `${path}${asideMark}${randomUUID()}`);
        }
      }

      await makeFoldersOnce(fileSystem, folder, folders);
      await origin.prepare();
    },
    /** Files in the place of folders, now or before they were moved aside: their animals are unknown. */
    async problems(): Promise<readonly Unreadable[]> {
      const places = [folder, queueFolder, importsFolder];
      const inPlace = places.filter((path) => fileSystem.exists(path) && !fileSystem.isFolder(path));
      const aside = (
        await Promise.all([dirname(folder), folder].map((parent) => listAside(fileSystem, parent)))
      ).flat();
      const asFile = (path: string, reason: string): Unreadable => ({ path, reason, code: 'not_a_folder' });
      const placeOf = (path: string): string => describePlace(basename(path).split(asideMark)[0] ?? '');
      return [
        ...inPlace.map((path) => asFile(path, `a file is where ${placeOf(path)} should be`)),
        ...aside
          .filter((path) => places.some((place) => path.startsWith(`${place}${asideMark}`)))
          .map((path) => asFile(path, `it was where ${placeOf(path)} should be. Remove it once you know its content`)),
      ];
    },
    /** Removes what killed writers left; once in a process. For the sender. */
    async sweepTemporaries() {
      if (!isSwept) {
        isSwept = true;
        for (const path of [folder, ...folders]) {
          await sweepTemporaries(fileSystem, path);
        }
      }
    },
    /**
     * Removes the leftovers of imports that ended without being finished: killed, or failed on a full disk. For the
     * sender.
     *
     * A free mark proves that. Entries without a mark are left as they are: they do not count, and the folder of marks
     * may be another one.
     */
    async sweepImports() {
      for (const id of await imports.begun()) {
        const mark = await imports.begin(id);
        let isOver = false;
        try {
          if (mark) {
            // Only now it is sure that it will not go on.
            await imports.refresh();
            await imports.refreshFromContent();
            await (imports.isFinished(id) ? imports.record(id) : journal.withdraw(id));
            isOver = true;
          }
        } finally {
          await mark?.release({ forGood: isOver });
        }
      }
    },
    /** Throws as `makeFolders` does; a `StorageError` if the lock itself is damaged. */
    async acquireSenderLease() {
      gate.check();
      return await acquireSenderLease(folder);
    },
    /** Whether a process is the sender; only looks. Throws if that cannot be read. */
    isSenderLeaseHeld: () => isSenderLeaseHeld(folder),
    /** Gives a pet's id to an entry, alone. Throws the errno EDEADLK if another petstore does not let go. */
    whileClaiming: <T>(clock: Clock, work: () => Promise<T>) => exclusively(fileSystem, clock, queueFolder, work),
    /** Does an import alone, so that of two the second knows the rows of the first. Throws as `whileClaiming`. */
    whileImporting: <T>(clock: Clock, work: () => Promise<T>) => exclusively(fileSystem, clock, importsFolder, work),
    /** Calls back after the queue or the imports changed, by this process or another; returns the way to stop. */
    watch(changed: () => void) {
      const stops = [fileSystem.watch(queueFolder, changed), fileSystem.watch(importsFolder, changed)];
      return () => stops.forEach((stop) => stop());
    },
  };
}

async function listAside(fileSystem: FileSystem, parent: string): Promise<readonly string[]> {
  const names = await fileSystem.list(parent).catch(() => []);
  return names.filter((name) => name.includes(asideMark)).map((name) => join(parent, name));
}

const placeNames: Readonly<Record<string, string>> = {
  queue: 'the folder of the queue',
  imports:
    'the folder of finished imports (without it, animals that came by import ' +
    'and were never tried are neither shown nor sent)',
};

function describePlace(name: string): string {
  return placeNames[name] ?? 'the folder of this store';
}

const contentSchema = z.object({ since: z.string() });
const kind: DocumentKind<z.infer<typeof contentSchema>> = { version: 1, parse: (data) => contentSchema.parse(data) };

/**
 * Working offline, as a person chose it for a store: a document in the store's folder, so that it binds every program
 * that opens the store and outlasts them all. Whoever sends reads it under the sender's lock, before each animal. The
 * folder need be there for `set` only.
 */
export function createOfflineMark(fileSystem: FileSystem, folder: string, gate?: VersionGate) {
  const path = join(folder, 'offline.json');
  const document = new StoredDocument(fileSystem, path, kind, gate);
  return {
    /** Since when, ISO 8601 UTC; undefined: not offline. Throws an errno if that cannot be read just now. */
    async since() {
      // Asked before each animal, and hardly ever there: an error for every animal costs more than the question.
      if (fileSystem.revision(path) === '') {
        return undefined;
      }

      const found = await document.readOr(() => {
        // A person chose it once, and there is no sign that they ended it.
        const at = fileSystem.modifiedAt(path);
        return { since: new Date(Number.isFinite(at) ? at : 0).toISOString() };
      });
      return found?.since;
    },
    /** Working offline begins, durably. */
    set: (since: string) => document.replace({ since }),
    /** It ends. A power cut may bring it back, which only delays queued animals. */
    async clear() {
      try {
        await fileSystem.remove(path);
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) {
          return;
        }

        if (!fileSystem.isFolder(path)) {
          throw error;
        }

        await setAside(fileSystem, path);
      }

      await fileSystem.syncFolder(dirname(path));
    },
    /** Calls back after something changed in the store's folder; returns the way to stop. */
    watch: (changed: () => void) => fileSystem.watch(folder, changed),
  };
}
