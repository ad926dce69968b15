/**
 * The queue folder: entries as published records.
 *
 * Publishing step *k*+1 is the compare-and-swap between processes: of two that decide at the same moment one gets
 * `Raced`, reads again and decides again. Entering therefore needs no lock, a discard races a send safely, and a write
 * costs the same with one entry waiting or ten thousand. Counting records are never changed or deleted here.
 */
import { type Entry, isWaiting } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import type { NewPet } from '../../domain/pet.js';
import type { EntryRecord, RecordOf } from '../../domain/record.js';
import { NotDurable, type PublishOptions } from '../../platform/files/durable-file.js';
import { unlessErrno } from '../../platform/files/errno.js';
import type { FileSystem } from '../../platform/files/file-system.js';
import { inLanes } from '../../platform/concurrency/turns.js';
import { serialiseNewPet } from '../../platform/json/wire-json.js';
import type { Archive } from '../archive.js';
import { AlreadyPublished, type VersionGate } from '../documents/document.js';
import type { Imports } from '../imports/imports.js';
import { createKnownEntries } from './known-entries.js';
import { createRecordFiles } from './record-files.js';
import { StorageError } from '../documents/storage-error.js';

/** Another process published the next step first; the entry has been read again. */
export class Raced extends Error {
  override readonly name = 'Raced';
}

/** The result of some work; undefined if another process was first, and decided it. */
export async function unlessRaced<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Raced) {
      return undefined;
    }

    throw error;
  }
}

/** `credential`: a digest of the API key; `highest`: the highest known id; `unasked`: sent whatever the store shows. */
export type EnteredMoment = {
  readonly credential?: string | undefined;
  readonly highest?: Int64 | undefined;
  readonly unasked?: true | undefined;
};

/** One import: its id, who is told how many are written, and what ends it. */
export type BatchOptions = EnteredMoment & {
  readonly batch: string;
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal | undefined;
};

/** The entries of one store. */
export type Journal = ReturnType<typeof createJournal>;

type Options = {
  readonly fileSystem: FileSystem;
  readonly folder: string;
  /** The normalised address these entries belong to. */
  readonly store: string;
  /** Settled entries that moved into the archive; whatever is left of their records is ignored. */
  readonly archive: Archive;
  /** Entries of an import that was not finished are as if never entered. */
  readonly imports: Imports;
  readonly newKey: () => string;
  readonly gate?: VersionGate;
};

/** Waiting animals a queue takes; old ones are never evicted for a new one. */
export const mostWaiting = 10_000;

/** Records of a batch that are written at once: most of their time is the disk's. */
const batchLanes = 16;

type Entered = Omit<RecordOf<'entered'>, 'localId'>;

/** Reads only from the first `refresh`. */
export function createJournal({ fileSystem, folder, store, archive, imports, newKey, gate }: Options) {
  const files = createRecordFiles(fileSystem, folder, gate);
  const known = createKnownEntries({ files, store, counts });
  /** How many imports were finished at the end of the last `refresh`, and when entries were last counted. */
  let finishedAtRefresh = 0;
  let finishedAtCount = 0;

  function counts({ number, history }: Entry): boolean {
    const [entered] = history;
    // Whatever happened to an entry since says that its import was finished, should the record of that be lost.
    return (
      !archive.has(number) &&
      entered?.kind === 'entered' &&
      (entered.batch === undefined || history.length > 1 || imports.isFinished(entered.batch))
    );
  }

  /** Their records are gone: another process archived them. */
  async function forget(numbers: readonly number[]): Promise<void> {
    await archive.load();
    known.forget(numbers);
  }

  /** The batch of an entry that does not count because its import is not finished. */
  function unfinishedBatchOf({ number, history }: Entry): string | undefined {
    const [entered] = history;
    return entered?.kind === 'entered' && history.length === 1 && !archive.has(number) ? entered.batch : undefined;
  }

  const unfinished = (): ReadonlyMap<string, readonly Entry[]> => {
    const hidden = known.hidden().filter((entry) => unfinishedBatchOf(entry) !== undefined);
    return Map.groupBy(hidden, (entry) => unfinishedBatchOf(entry) ?? '');
  };

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
      await refresh();
      if (entries().filter(({ state }) => isWaiting(state)).length >= mostWaiting) {
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

  const toEntered = (
    pet: NewPet,
    at: string,
    { batch, credential, highest, unasked }: Partial<BatchOptions>,
  ): Entered => ({
    kind: 'entered',
    at,
    store,
    body: serialiseNewPet(pet),
    key: newKey(),
    ...(batch === undefined ? {} : { batch }),
    ...(credential === undefined ? {} : { credential }),
    ...(highest === undefined ? {} : { highest }),
    ...(unasked ? { unasked } : {}),
  });

  /** Publishes the new entries under the first number from `choose` that no other process has taken meanwhile. */
  async function enterAt(choose: () => number, entered: Entered, options?: PublishOptions): Promise<Entry> {
    for (;;) {
      const number = choose();
      if (number <= highestGone()) {
        continue;
      }

      const record: RecordOf<'entered'> = { ...entered, localId: `Q-${number}` };
      try {
        await files.publish(number, 0, record, options);
      } catch (error) {
        if (error instanceof AlreadyPublished) {
          known.see(number);
          continue;
        }

        throw error;
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

  /** Reads the new records of the folder. Resolves to whether anything changed. */
  async function refresh(): Promise<boolean> {
    await imports.refresh();
    const before = known.numbers();
    const present = new Set<number>();
    const news = new Map<number, number>();
    await files.visit((number, step) => {
      present.add(number);
      if (!known.hasStep(number, step) && !archive.has(number)) {
        news.set(number, Math.max(step, news.get(number) ?? 0));
      }
    });

    for (const [number, last] of news) {
      await known.read(number, last);
    }

    // If an import was withdrawn, or entries archived, between the names and the reading, it is not damage.
    const lost = files.problems().length === 0 ? [] : [...news.keys()].filter((number) => !files.exists(number, 0));
    if (lost.length > 0) {
      await archive.load();
    }

    const isGone = (number: number): boolean =>
      archive.has(number) ||
      Array.from({ length: (news.get(number) ?? 0) + 1 }, (_, step) => files.exists(number, step)).every(
        (exists) => !exists,
      );
    const gone = [...before.filter((number) => !present.has(number)), ...lost.filter(isGone)];
    if (gone.length > 0) {
      await forget(gone);
    }

    const isMoreFinished = imports.finishedCount() !== finishedAtRefresh;
    if ((news.size > 0 || isMoreFinished) && unfinished().size > 0) {
      await imports.refreshFromContent();
    }

    finishedAtRefresh = imports.finishedCount();
    return news.size > 0 || gone.length > 0 || isMoreFinished;
  }

  function entries(): readonly Entry[] {
    // A count from before an import was finished would hide its entries.
    if (imports.finishedCount() !== finishedAtCount) {
      finishedAtCount = imports.finishedCount();
      known.recount();
    }

    return known.all();
  }

  return {
    refresh,
    /** Every readable entry as of the last refresh, oldest first. */
    entries,
    /** The entries that claim a pet id; more than one only where two processes adopted a pet at the same moment. */
    owners: known.owners,
    /** Pet ids that more than one entry claims. */
    conflicts: known.conflicts,
    /** A record as of the last refresh; `unreadable` if it is damaged, or cannot be read just now. */
    recordAt: (number: number, step: number) => known.recordAt(number, step),
    /** Records that cannot be used, and why. */
    unreadable: files.problems,
    /** Foreign files among the records: their content is neither shown nor sent. */
    strays: files.strays,
    /** Entries that cannot be read just now, as they were read last: what became of them since is not known. */
    aside: known.aside,

    /** Reads one entry, with its new records on disk. Throws an errno if it is there and cannot be read just now. */
    async find(localId: string) {
      const match = /^Q-([1-9]\d{0,14})$/.exec(localId);
      const entry = match && !archive.has(Number(match[1])) ? await known.reread(Number(match[1])) : undefined;
      if (entry && unfinishedBatchOf(entry) !== undefined && !counts(entry)) {
        await imports.refreshFromContent();
      }

      return entry && counts(entry) ? entry : undefined;
    },
    /** The entries of imports that are not finished, by batch. They do not count. */
    unfinished,

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
            `was under way (${folder}). Import it again.`,
        });
      }

      return entered;
    },

    /** Removes the entries of an import that will not be finished; their numbers stay taken. */
    async withdraw(batch: string) {
      await refresh();
      const numbers = (unfinished().get(batch) ?? []).map(({ number }) => number).sort((a, b) => b - a);
      const [last, ...others] = numbers;
      if (last === undefined) {
        return;
      }

      const keep = (): Promise<void> => imports.keepNumber(last, files.pathOf(last, 0));
      // The number first, so that they are not free for a moment. On a disk too full for that the others make room.
      const isKept = await keep()
        .then(() => true)
        .catch(() => false);
      for (const number of others.toReversed()) {
        await unlessErrno(fileSystem.remove(files.pathOf(number, 0)), 'ENOENT');
      }

      if (!isKept) {
        await keep();
      }

      known.forget(numbers);
    },

    /** Makes the names of published records durable. */
    syncNames: files.syncNames,

    /** Publishes an entry's next record, or throws `Raced`. With `syncName: false` it is durable after `syncNames`. */
    async append(entry: Entry, record: EntryRecord, options?: PublishOptions) {
      const { number } = entry;
      const step = entry.history.length;
      try {
        await files.publish(number, step, record, options);
      } catch (error) {
        if (error instanceof AlreadyPublished) {
          await known.reread(number);
          throw new Raced(entry.localId);
        }

        throw error;
      }

      // The step may have been free because another process archived the entry long ago, while this one was asleep.
      // Records are removed from the first one up, so if this step was free for that reason the first one is gone by
      // now.
      if (!files.exists(number, 0)) {
        await fileSystem.remove(files.pathOf(number, step)).catch(() => undefined);
        await forget([number]);
        throw new Raced(entry.localId);
      }

      const changed = await known.put(number, step, record);
      if (!changed) {
        throw new StorageError({
          code: 'storage_error',
          message: `The records of ${entry.localId} cannot be read any more (${folder}). Run \`petstore doctor\`.`,
        });
      }

      return changed;
    },
  };
}
