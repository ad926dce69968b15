/**
 * The local store of one pet store: everything under `data/stores/HASH/`.
 *
 *     queue.json, queue.copy.json   the queue, and the generation before it (`queue/queue-document.ts`)
 *     archive/2026-11.json          entries settled in that month
 *     pets.json                     the saved list; disposable
 *     changes.1.jsonl and so on     the app's log, of which two are kept; disposable
 *     queue.lock, sender.lock       the kernel's locks: of a change of the queue, and of the sender
 */
import { join } from 'node:path';
import { removeTemporaries } from '../platform/files/durable-file.ts';
import type { FileSystem } from '../platform/files/file-system.ts';
import { makeFolder } from '../platform/files/make-folder.ts';
import { temporaryPrefix } from '../platform/files/paths.ts';
import type { Clock } from '../platform/time/clock.ts';
import { createArchive } from './archive.ts';
import { createChangeLog } from './change-log.ts';
import { createVersionGate, type Unreadable } from './documents/document.ts';
import { StorageError } from './documents/storage-error.ts';
import { createKnowledge } from './knowledge.ts';
import type { MachineState } from './machine-state.ts';
import { createOrigin, makeOrigin } from './origin.ts';
import { createQueue, type Queue } from './queue/queue.ts';
import { createSavedPets } from './saved-pets.ts';
import { acquireSenderLease, isSenderLeaseHeld } from './sender-lease.ts';

/** Everything that is kept on this machine for one store. */
export type LocalFiles = ReturnType<typeof createLocalFiles>;

/** The parts of a store. */
export type LocalFilesOptions = {
  readonly folder: string;
  /** The owner of the entries: the normalised address, or `demo`. */
  readonly identity: string;
  /** What this machine knows of its queues. Absent: a queue that was put back is not noticed. */
  readonly state?: MachineState | undefined;
  readonly fileSystem: FileSystem;
  readonly clock: Clock;
  /** For a command that only looks: its findings are not saved. Default false. */
  readonly onlyLooks?: boolean | undefined;
};

/** Reads and writes only on request. */
export function createLocalFiles({ folder, identity, state, fileSystem, clock, onlyLooks = false }: LocalFilesOptions) {
  const gate = createVersionGate();
  const place = { fileSystem, folder, state };
  const archive = createArchive(fileSystem, folder, () => queue, gate);
  const queue: Queue = createQueue({
    fileSystem,
    folder,
    address: identity,
    clock,
    gate,
    async makeOrigin() {
      // Once for all processes: with the first animal the names of the folders that it is in are made durable.
      await makeFolder(fileSystem, folder);
      return await makeOrigin(place);
    },
    findHighest: async () => Math.max(await archive.highest(), (await state?.highest()) ?? 0),
  });
  const pets = createSavedPets(fileSystem, folder, gate);
  const changeLog = createChangeLog(fileSystem, folder);
  let areRemoved = false;
  let around: Around = { names: [], problems: [] };
  // The findings of a mere look are not saved, so that it works also in a folder that cannot be written.
  const notSaved = (): Promise<void> => Promise.resolve();

  return {
    folder,
    queue,
    archive,
    pets: onlyLooks ? { ...pets, write: notSaved } : pets,
    changeLog: onlyLooks ? { ...changeLog, append: notSaved } : changeLog,
    origin: createOrigin(place, queue),
    knowledge: createKnowledge(queue, { onlyLooks }),
    /** The first document met that a newer petstore has written. */
    newer: gate.newer,
    /**
     * After the queue was read. Throws a `StorageError` if the folder holds a store of before 0.1.0, which is left as
     * it is: there is no queue of this version beside it.
     */
    checkHome() {
      if (queue.data().id === '' && ['stamp.json', 'queue'].some((name) => fileSystem.exists(join(folder, name)))) {
        throw new StorageError({
          code: 'old_home',
          message:
            `The files in ${folder} were written by a petstore from before 0.1.0, which this one does not read. They ` +
            'are untouched: move that folder away, or set PETSTORE_HOME to another one.',
        });
      }
    },
    /**
     * Makes the folder before anything is written. Throws an errno if that cannot be, as where a file has its name, and
     * a `NewerDocument` if a newer petstore has written here.
     */
    async makeFolders() {
      gate.check();
      if (!onlyLooks && !fileSystem.isFolder(folder)) {
        await makeFolder(fileSystem, folder);
      }
    },
    /**
     * What cannot be used, or was moved aside: animals in it are unknown. `looksAround`: false for what was read alone,
     * and what lay around the last time.
     */
    async problems({ looksAround = true } = {}): Promise<readonly Unreadable[]> {
      around = looksAround ? await lookAround(fileSystem, folder) : around;
      const newer = gate.newer();
      return [
        ...queue.problems(around.names),
        ...archive.problems(),
        ...(newer
          ? [
              {
                path: newer.path,
                reason: 'it was written by a newer version of petstore',
                code: 'newer_version',
              } as const,
            ]
          : []),
        ...around.problems,
      ];
    },
    /** Removes what killed writers left, as far as it was seen; once in a process. For the sender. */
    async removeTemporaries() {
      if (!areRemoved && around.names.some(isTemporary)) {
        areRemoved = true;
        await removeTemporaries(fileSystem, folder);
      }
    },
    /** Throws as `makeFolders` does; a `StorageError` if the lock itself is damaged. */
    async acquireSenderLease() {
      gate.check();
      return await acquireSenderLease(folder);
    },
    /** Whether a process is the sender; only looks. Throws if that cannot be read. */
    isSenderLeaseHeld: () => isSenderLeaseHeld(folder),
    /** Calls back after the queue changed, by this process or another; returns the way to stop. */
    watch: (changed: () => void) => fileSystem.watch(folder, changed),
  };
}

const isTemporary = (name: string): boolean => name.startsWith(temporaryPrefix);

/** The names in a store's folder, and what is wrong in it. */
type Around = { readonly names: readonly string[]; readonly problems: readonly Unreadable[] };

async function lookAround(fileSystem: FileSystem, folder: string): Promise<Around> {
  const names = await fileSystem.list(folder).catch(() => []);
  const isInPlace = names.length === 0 && fileSystem.exists(folder) && !fileSystem.isFolder(folder);
  return {
    names,
    problems: isInPlace
      ? [{ path: folder, reason: 'a file is where the folder of this store should be', code: 'not_a_folder' }]
      : [],
  };
}
