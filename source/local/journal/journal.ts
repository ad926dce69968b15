/**
 * The queue folder: entries as published records.
 *
 * Publishing step *k*+1 is the compare-and-swap between processes: of two that decide at the same moment one gets
 * `Raced`, reads again and decides again. Entering therefore needs no lock, a discard races a send safely, and a write
 * costs the same with one entry waiting or ten thousand. Counting records are never changed or deleted here.
 */
import type { Entry } from '../../domain/entry.js';
import type { EntryRecord } from '../../domain/record.js';
import type { PublishOptions } from '../../platform/files/durable-file.js';
import { unlessErrno } from '../../platform/files/errno.js';
import type { VersionGate } from '../documents/document.js';
import { createEntering, type JournalParts } from './entering.js';
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

/** The entries of one store. */
export type Journal = ReturnType<typeof createJournal>;

/** Reads only from the first `refresh`. */
export function createJournal(parts: JournalParts, folder: string, gate: VersionGate) {
  const { fileSystem, store, archive, imports } = parts;
  const files = createRecordFiles(fileSystem, folder, gate);
  const known = createKnownEntries(files, store, counts);
  const readEntries = async (): Promise<readonly Entry[]> => {
    await refresh();
    return entries();
  };
  const entering = createEntering({ ...parts, files, known, readEntries });
  /** How many imports were finished when entries were last counted. */
  let finishedAtCount = 0;

  /**
   * The import that an entry counts with. Whatever happened to an entry since says that its import was finished, should
   * the record of that be lost.
   */
  const importOf = ({ history: [entered, ...later] }: Entry): string | undefined =>
    entered?.kind === 'entered' && later.length === 0 ? entered.batch : undefined;

  function counts(entry: Entry): boolean {
    const batch = importOf(entry);
    return !archive.has(entry.number) && (batch === undefined || imports.isFinished(batch));
  }

  /** Their records are gone: another process archived them. */
  async function forget(numbers: readonly number[]): Promise<void> {
    await archive.load();
    known.forget(numbers);
  }

  const unfinished = (): ReadonlyMap<string, readonly Entry[]> =>
    Map.groupBy(
      known.hidden().filter(({ number }) => !archive.has(number)),
      (entry) => importOf(entry) ?? '',
    );

  /** Reads the new records of the folder. Resolves to whether anything changed. */
  async function refresh(): Promise<boolean> {
    const before = entries();
    await imports.refresh();
    const numbers = known.numbers();
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
      !Array.from({ length: (news.get(number) ?? 0) + 1 }, (_, step) => files.exists(number, step)).includes(true);
    const gone = [...numbers.filter((number) => !present.has(number)), ...lost.filter(isGone)];
    if (gone.length > 0) {
      await forget(gone);
    }

    if (entries() !== before && unfinished().size > 0) {
      await imports.refreshFromContent();
    }

    return entries() !== before;
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
      if (entry && !counts(entry)) {
        await imports.refreshFromContent();
      }

      return entry && counts(entry) ? entry : undefined;
    },
    /** The entries of imports that are not finished, by batch. They do not count. */
    unfinished,
    ...entering,

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
      if (!(await files.publish(number, step, record, options))) {
        await known.reread(number);
        throw new Raced(entry.localId);
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
