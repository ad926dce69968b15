/** How an animal gets into the queue: the number it is given, and its first record. */
import { randomUUID } from 'node:crypto';
import { type Entry, isWaiting } from '../../domain/entry.js';
import type { NewPet } from '../../domain/pet.js';
import type { RecordOf } from '../../domain/record.js';
import { inLanes } from '../../platform/concurrency/turns.js';
import { NotDurable, type PublishOptions } from '../../platform/files/durable-file.js';
import { unlessErrno } from '../../platform/files/errno.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import { serialiseNewPet } from '../../platform/json/json.js';
import type { Archive } from '../archive.js';
import { StorageError } from '../documents/storage-error.js';
import type { Imports } from '../imports/imports.js';
import type { KnownEntries } from './known-entries.js';
import type { RecordFiles } from './record-files.js';

/** `credential`: a digest of the API key. */
export type EnteredMoment = { readonly credential?: string | undefined };

/** One import: its id, who is told how many are written, and what ends it. */
type BatchOptions = EnteredMoment & {
  readonly batch: string;
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal | undefined;
};

/** Waiting animals a queue takes; old ones are never evicted for a new one. */
export const mostWaiting = 10_000;

/** Records of a batch that are written at once: most of their time is the disk's. */
const batchLanes = 16;

type Entered = Omit<RecordOf<'entered'>, 'localId'>;

/** The parts of a queue. `store`: the normalised address that its entries belong to. */
export type JournalParts = {
  readonly fileSystem: FileSystem;
  readonly store: string;
  /** Settled entries that moved into the archive; whatever is left of their records is ignored. */
  readonly archive: Archive;
  /** Entries of an import that was not finished are as if never entered. */
  readonly imports: Imports;
};

type Options = JournalParts & {
  readonly files: RecordFiles;
  readonly known: KnownEntries;
  /** Every entry that counts, read anew. */
  readonly readEntries: () => Promise<readonly Entry[]>;
};

/** Writes only on request. */
export function createEntering({ fileSystem, store, archive, imports, files, known, readEntries }: Options) {
  const toEntered = (pet: NewPet, at: string, { batch, credential }: Partial<BatchOptions>): Entered => ({
    kind: 'entered',
    at,
    store,
    body: serialiseNewPet(pet),
    key: randomUUID(),
    batch,
    credential,
  });

  /** The highest number that no record in the folder need tell of. */
  const highestGone = (): number => Math.max(archive.highest(), imports.highestTaken());

  /** A free number. Throws if a newer version has written here, or too many animals wait. */
  async function chooseNumber(): Promise<number> {
    // That imports cannot be listed just now is no reason to refuse an animal.
    await unlessErrno(imports.refresh());
    const number = files.nextNumber(Math.max(known.highest(), highestGone()));
    if (number > 1) {
      // That one file cannot be read just now is no reason to refuse another.
      await unlessErrno(files.read(number - 1, 0));
    }

    // Fewer numbers than the limit cannot hold more animals than it, so most of the time they are not counted.
    if (number > mostWaiting) {
      const waiting = (await readEntries()).filter(({ state }) => isWaiting(state));
      if (waiting.length >= mostWaiting) {
        throw new StorageError({
          code: 'queue_full',
          message:
            `The animal was not saved: ${mostWaiting} animals wait already. Run ` +
            `\`petstore sync\` when the store can be reached.`,
        });
      }
    }

    return number;
  }

  /** Publishes the new entries under the first number from `choose` that no other process has taken meanwhile. */
  async function enterAt(choose: () => number, entered: Entered, options?: PublishOptions): Promise<Entry> {
    for (;;) {
      const number = choose();
      if (number <= highestGone()) {
        continue;
      }

      const record: RecordOf<'entered'> = { ...entered, localId: `Q-${number}` };
      if (!(await files.publish(number, 0, record, options))) {
        known.see(number);
        continue;
      }

      // The number may have been free because another process archived it long ago, while this one was asleep.
      await archive.load().catch((error: unknown) => {
        throw new NotDurable(`${files.pathOf(number, 0)} was written, but the archive cannot be read`, {
          cause: error,
        });
      });
      if (number <= archive.highest()) {
        known.see(archive.highest());
        await fileSystem.remove(files.pathOf(number, 0)).catch(() => undefined);
        continue;
      }

      return known.putNew(number, record);
    }
  }

  return {
    /** Saves an animal durably under a new number. */
    async enter(pet: NewPet, at: string, moment: EnteredMoment = {}) {
      let next = await chooseNumber();
      return await enterAt(() => next++, toEntered(pet, at, moment));
    },

    /** Saves many as one durable batch; they count after `imports.finish`. After a failure they are withdrawn. */
    async enterBatch(
      pets: readonly NewPet[],
      at: string,
      { onProgress, signal, ...options }: BatchOptions,
    ): Promise<readonly Entry[]> {
      let next = await chooseNumber();
      const entered: Entry[] = [];
      await inLanes(pets.entries(), batchLanes, async ([index, pet]) => {
        signal?.throwIfAborted();
        // The next number is taken in the same breath, so lanes never meet; what another process took is passed over.
        entered[index] = await enterAt(() => next++, toEntered(pet, at, options), { syncName: false });
        onProgress?.(entered.length);
      });
      await files.syncNames();
      // Whoever thought that this process had ended (a network file system without locks) may have removed some.
      if (entered.some(({ number }) => !files.exists(number, 0))) {
        throw new StorageError({
          code: 'storage_error',
          message:
            'The file was not imported: some of its records went away while that ' +
            `was under way (${files.folder}). Import it again.`,
        });
      }

      return entered;
    },
  };
}
