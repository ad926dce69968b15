/**
 * The queue of one store: one document, and one way to change it.
 *
 * A *change* is a pure function from the queue to the next one (`changes.ts`). It is carried out under the lock, on
 * what stands on disk in that moment, and is durable when its promise resolves: so all races between windows, commands
 * and the sender are decided inside of it. Changes that come until the document has been read are written together, and
 * one that is known to be followed by another waits for it: the outcome of one animal and the attempt of the next.
 *
 * Readers go by the memory, which `refresh` brings up to date.
 */
import { randomUUID } from 'node:crypto';
import { join as joinPath } from 'node:path';
import { type Entry, placeOfEntry } from '../../domain/entry.ts';
import type { Int64 } from '../../domain/int64.ts';
import type { NewPet } from '../../domain/pet.ts';
import type { EntryRecord } from '../../domain/record.ts';
import { exclusively } from '../../platform/concurrency/kernel-lock.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { append, type Changed, enter, type EnterOptions, Raced, remove, update } from './changes.ts';
import { join, type Joining } from './join.ts';
import type { QueueData } from './queue-document.ts';
import { createQueueFiles, type QueueFilesOptions } from './queue-files.ts';

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

/** The parts of a queue. */
type QueueOptions = QueueFilesOptions & {
  readonly clock: Clock;
  /** The id and the place of a queue that is made now. */
  readonly makeOrigin: () => Promise<Pick<QueueData, 'id' | 'places'>>;
};

/** Within so many milliseconds of a reading it is not looked again what other processes did. */
const noticeMs = 200;

/** The animals of one store. */
export type Queue = ReturnType<typeof createQueue>;

/** A change that waits to be written. */
type Pending = {
  readonly make: (queue: QueueData) => Changed<unknown>;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
};

/** Reads only from the first `refresh`. The folder must be there for a change. */
export function createQueue(options: QueueOptions) {
  const { fileSystem, folder, clock, gate, makeOrigin } = options;
  const files = createQueueFiles(options);
  let owned = { of: files.data().entries, owners: new Map<Int64, readonly Entry[]>() };
  let pending: Pending[] = [];
  let readAt = -Infinity;
  let isWriting = false;

  async function read(): Promise<QueueData> {
    const begun = clock.uptime();
    const data = await files.read();
    readAt = begun;
    return data;
  }

  function takePending(): readonly Pending[] {
    const batch = pending;
    pending = [];
    return batch;
  }

  async function commit(): Promise<void> {
    const tell: (() => void)[] = [];
    let batch: readonly Pending[] = [];
    try {
      await exclusively(fileSystem, clock, joinPath(folder, 'queue'), async () => {
        const before = await read();
        batch = takePending();
        gate.check();
        let queue = before.id === '' ? { ...before, ...(await makeOrigin()) } : before;
        for (const { make, resolve, reject } of batch) {
          try {
            const changed = make(queue);
            queue = changed.queue;
            tell.push(() => resolve(changed.result));
          } catch (error) {
            tell.push(() => reject(error));
          }
        }

        if (queue !== before) {
          await files.write({ ...queue, revision: before.revision + 1 });
          // Nobody else changed it until here.
          readAt = clock.uptime();
        }
      });
    } catch (error) {
      (batch.length > 0 ? batch : takePending()).forEach(({ reject }) => reject(error));
      return;
    }

    tell.forEach((each) => each());
  }

  async function commitAll(): Promise<void> {
    isWriting = true;
    while (pending.length > 0) {
      await commit();
    }

    isWriting = false;
  }

  /** Writes what waits for another change. */
  function flush(): void {
    if (!isWriting && pending.length > 0) {
      void commitAll();
    }
  }

  /**
   * Changes the queue, durably; `isFollowed`: together with the next change, or with `flush`. What `make` throws changes
   * nothing. Throws an errno if it cannot be written, EDEADLK if another petstore does not let go of the lock, a
   * `NewerDocument` if a newer one has written it, and a `NotDurable` if a power cut may still take it back.
   */
  function change<T>(make: (queue: QueueData) => Changed<T>, { isFollowed = false } = {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      pending.push({ make, resolve: resolve as (result: unknown) => void, reject });
      if (!isFollowed) {
        flush();
      }
    });
  }

  function findOwners(): ReadonlyMap<Int64, readonly Entry[]> {
    const { entries } = files.data();
    if (owned.of !== entries) {
      const owners = Map.groupBy(
        entries.filter(({ petId }) => petId !== undefined),
        ({ petId }) => petId as Int64,
      );
      owned = { of: entries, owners };
    }

    return owned.owners;
  }

  return {
    /** Reads what other processes changed. Resolves to whether the animals did. Throws an errno. */
    async refresh() {
      const before = files.data().entries;
      return (await read()).entries !== before;
    },
    /**
     * Does so unless that was done a moment ago, as each change goes by what is on disk. Throws an errno.
     */
    async notice() {
      if (clock.uptime() - readAt >= noticeMs) {
        await read();
      }
    },
    change,
    flush,
    /** The document as of the last reading. */
    data: files.data,
    /** Every animal as of the last reading, oldest first; the same array until something changed. */
    entries: () => files.data().entries,
    /** The entries that a pet id was given to: more than one only where the store gave it twice. */
    owners: (petId: Int64) => findOwners().get(petId) ?? [],
    /** Whether an animal of that number is in the queue, as of the last reading. */
    has: (localId: string) => placeOfEntry(files.data().entries, localId) >= 0,
    /** One animal, as it is on disk now. Throws an errno. */
    async find(localId: string) {
      const { entries } = await read();
      return entries[placeOfEntry(entries, localId)];
    },

    /** Enters animals under new numbers, all or none. Throws a `StorageError` if too many wait. */
    enter: (pets: readonly NewPet[], at: string, entering: EnterOptions = {}) =>
      change((queue) => enter(queue, pets, at, entering)),
    /** The same for what `choose` makes of the queue as it is in that moment: an import. */
    import: <Chosen extends { readonly pets: readonly NewPet[] }>(
      choose: (entries: readonly Entry[]) => Chosen,
      at: string,
      entering: EnterOptions = {},
    ) =>
      change((queue) => {
        const chosen = choose(queue.entries);
        const entered =
          chosen.pets.length === 0 ? { queue, result: [] } : enter(queue, chosen.pets, at, entering, randomUUID());
        return { queue: entered.queue, result: { ...chosen, entries: entered.result } };
      }),

    /** Adds an event to an entry as it was seen; throws `Raced` if that changed since, or its pet is another's. */
    append: (entry: Entry, record: EntryRecord) => change((queue) => append(queue, entry, record)),
    /** The same of each of these, in one writing; those that another process changed first are left as they are. */
    appendEach: async (events: readonly (readonly [Entry, EntryRecord])[]) => {
      await Promise.all(events.map(([entry, record]) => unlessRaced(change((queue) => append(queue, entry, record)))));
    },
    /** As `append`, with the next change, or with `flush`. */
    appendWithNext: (entry: Entry, record: EntryRecord) =>
      change((queue) => append(queue, entry, record), { isFollowed: true }),

    /**
     * Adds an event to each of these entries, as `decide` makes it of the present one (undefined: it is not there), in
     * one change. Resolves to each one's entry, or the error that `decide` threw for it.
     */
    update: <Step extends { readonly localId: string }>(
      steps: readonly Step[],
      decide: (entry: Entry | undefined, step: Step, others: readonly Entry[]) => EntryRecord,
    ) => change((queue) => update(queue, steps, decide)),

    /** Takes entries out that the archive has, but those that were changed since. `make`: what changes with that. */
    remove: (entries: readonly Entry[], make: (queue: QueueData) => QueueData = (queue) => queue) =>
      change((queue) => ({ queue: make(remove(queue, entries)), result: undefined })),

    /**
     * Takes in what queues have more that a synchronised folder put beside this one, and moves them away. Resolves to
     * their former names and what is held because of each. Throws as `change` does.
     */
    async joinConflicted(joining: Joining) {
      const joined: { readonly path: string; readonly held: readonly string[] }[] = [];
      for (const { path, queue } of await files.findConflicted()) {
        joined.push({ path, held: await change((present) => join(present, queue, joining)) });
        await files.moveAway(path);
      }

      return joined;
    },

    /** Files that cannot be used, and why. */
    problems: (names: readonly string[]) => files.problems(names),
  };
}
