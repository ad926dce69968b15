/**
 * The queue folder: entries as published records, `<number>.<step>.json`.
 *
 * Publishing step *k*+1 is the compare-and-swap between processes: of two that decide at the same moment one gets `Raced`,
 * reads again and decides again. Entering therefore needs no lock, a discard races a send safely, and a write costs the
 * same with one entry waiting or ten thousand. Nothing is ever changed or deleted here.
 */
import { join } from 'node:path';
import { type Entry, isWaiting } from '../domain/entry.js';
import type { NewPet } from '../domain/pet.js';
import { type EntryRecord, recordSchema, type RecordOf } from '../domain/record.js';
import { type FileSystem, isErrno } from '../platform/file-system.js';
import { serialiseNewPet } from '../platform/wire-json.js';
import { AlreadyPublished, DamagedDocument, type DocumentKind, PublishAdapter, readDocument, writeDocument } from './document.js';
import { foldEntry } from './fold-entry.js';
import { StorageError } from './storage-error.js';

/** Another process published the next step first; the entry has been read again. */
export class Raced extends Error {
  override readonly name = 'Raced';
}

export type Unreadable = { readonly path: string; readonly reason: string };

export type Queue = {
  /** Reads what is new in the folder. Resolves to whether anything changed. */
  refresh(): Promise<boolean>;
  /** Every readable entry as of the last refresh, oldest first. */
  entries(): readonly Entry[];
  /** What cannot be used, and why. */
  unreadable(): readonly Unreadable[];
  /** Reads one entry from its files, whatever was read before. */
  find(localId: string): Promise<Entry | undefined>;
  /** Saves an animal durably under a new number. */
  enter(pet: NewPet, at: string, batch?: string): Promise<Entry>;
  /** Publishes the next record of an entry as it was read; throws `Raced` where somebody else did. */
  append(entry: Entry, record: EntryRecord): Promise<Entry>;
};

/** What the queue must know of the archive. */
type Archived = { highest(): number; has(number: number): boolean };

type Options = {
  readonly fileSystem: FileSystem;
  readonly folder: string;
  /** The normalised address these entries belong to. */
  readonly store: string;
  /** Settled entries that moved into the archive; whatever is left of their records is ignored. */
  readonly archive: Archived;
  /** Entries of an import that was not finished are as if never entered. */
  readonly imports: { isFinished(batch: string): boolean; refresh(): Promise<boolean> };
  readonly newKey: () => string;
};

const recordKind: DocumentKind<EntryRecord> = { version: 1, parse: (data) => recordSchema.parse(data) };
/** Waiting animals a queue takes; nothing is ever evicted for a new one. */
export const mostWaiting = 10_000;
const fileName = /^([1-9]\d{0,14})\.(0|[1-9]\d{0,8})\.json$/;
const damaged = undefined;
type Step = EntryRecord | typeof damaged;
/** What was read of one number. `blocked`: a record could not be read just now, so its state is not known. */
type Slot = { readonly steps: Map<number, Step>; entry: Entry | undefined; blocked?: boolean };

export function createQueue({ fileSystem, folder, store, archive, imports, newKey }: Options): Queue {
  const slots = new Map<number, Slot>();
  const problems = new Map<string, Unreadable>();
  let highest = 0;
  /** What `entries` returns; undefined after a change. */
  let list: readonly Entry[] | undefined;

  const pathOf = (number: number, step: number): string => join(folder, `${number}.${step}.json`);
  const adapterFor = (number: number, step: number): PublishAdapter<EntryRecord> => new PublishAdapter(fileSystem, pathOf(number, step), recordKind);

  /** Reads a record; null: absent. An errno is thrown: it is not damage. */
  async function readStep(number: number, step: number): Promise<Step | null> {
    const path = pathOf(number, step);
    try {
      const record = await readDocument(adapterFor(number, step));
      problems.delete(path);
      return record;
    } catch (error) {
      if (!(error instanceof DamagedDocument)) {
        throw error;
      }

      problems.set(path, { path, reason: error.reason });
      return damaged;
    }
  }

  /** Folds what was read of a number; keeps it out of the list where its first record is no use. */
  function refold(number: number, slot: Slot): void {
    list = undefined;
    slot.entry = undefined;
    if (slot.blocked) {
      return;
    }

    const path = pathOf(number, 0);
    const entered = slot.steps.get(0);
    if (entered === undefined) {
      if (!problems.has(path)) {
        problems.set(path, { path, reason: 'the record that says what was entered is missing' });
      }

      return;
    }

    const misplaced = reasonMisplaced(entered, number, store);
    if (misplaced !== undefined) {
      problems.set(path, { path, reason: misplaced });
      return;
    }

    const last = Math.max(...slot.steps.keys());
    // A step that is missing before a later one was lost, which is damage like any other.
    const later = Array.from({ length: last }, (_, index) => slot.steps.get(index + 1));
    try {
      slot.entry = foldEntry(entered as RecordOf<'entered'>, later);
    } catch {
      problems.set(path, { path, reason: 'what was entered is no animal' });
    }
  }

  async function readSlot(number: number): Promise<Slot | undefined> {
    const slot: Slot = { steps: new Map(), entry: undefined };
    for (let step = 0; ; step += 1) {
      const record = await readStep(number, step);
      if (record === null) {
        break;
      }

      slot.steps.set(step, record);
    }

    if (slot.steps.size === 0) {
      return undefined;
    }

    refold(number, slot);
    slots.set(number, slot);
    highest = Math.max(highest, number);
    return slot;
  }

  function isVisible(entry: Entry | undefined): entry is Entry {
    const entered = entry?.history[0];
    return entry !== undefined && !archive.has(entry.number) && entered?.kind === 'entered' && (entered.batch === undefined || imports.isFinished(entered.batch));
  }

  /**
   * The lowest free number. Numbers are given out without gaps above the archive's, so the first free one is found by
   * doubling and halving: a few `exists` calls instead of a listing of every record.
   */
  function nextNumber(): number {
    const isTaken = (number: number): boolean => fileSystem.exists(pathOf(number, 0)) || fileSystem.exists(pathOf(number, 1));
    let taken = Math.max(highest, archive.highest());
    let stride = 1;
    while (isTaken(taken + stride)) {
      taken += stride;
      stride *= 2;
    }

    while (stride > 1) {
      stride /= 2;
      if (isTaken(taken + stride)) {
        taken += stride;
      }
    }

    return taken + 1;
  }

  const queue: Queue = {
    async refresh() {
      const moreFinished = await imports.refresh();
      if (moreFinished) {
        list = undefined;
      }

      const stale = new Set<number>();
      for (const name of await fileSystem.list(folder)) {
        const match = fileName.exec(name);
        if (!match) {
          continue;
        }

        const number = Number(match[1]);
        const step = Number(match[2]);
        const slot = slots.get(number) ?? { steps: new Map<number, Step>(), entry: undefined };
        if (slot.steps.has(step) || archive.has(number)) {
          continue;
        }

        if (!stale.has(number)) {
          stale.add(number);
          slot.blocked = false;
        }

        slots.set(number, slot);
        highest = Math.max(highest, number);
        try {
          const record = await readStep(number, step);
          if (record !== null) {
            slot.steps.set(step, record);
          }
        } catch (error) {
          if (!isErrno(error)) {
            throw error;
          }

          // Out of handles, no permission: not damage. The entry stands aside until its records can be read.
          slot.blocked = true;
          const path = pathOf(number, step);
          problems.set(path, { path, reason: `it cannot be read just now (${error.code})` });
        }
      }

      for (const number of stale) {
        const slot = slots.get(number);
        if (slot) {
          refold(number, slot);
        }
      }

      return stale.size > 0 || moreFinished;
    },

    entries: () =>
      (list ??= [...slots.entries()]
        .sort(([a], [b]) => a - b)
        .map(([, slot]) => slot.entry)
        .filter(isVisible)),

    unreadable: () => [...problems.values()],

    async find(localId) {
      const match = /^Q-([1-9]\d{0,14})$/.exec(localId);
      const slot = match && !archive.has(Number(match[1])) ? await readSlot(Number(match[1])) : undefined;
      return isVisible(slot?.entry) ? slot.entry : undefined;
    },

    async enter(pet, at, batch) {
      for (;;) {
        const number = nextNumber();
        if (number > 1) {
          // Throws where a newer version has written here: this one must not write beside it.
          await readStep(number - 1, 0);
        }

        if (number > mostWaiting) {
          // Fewer numbers than that cannot hold more animals than that, so most of the time nothing is counted.
          await queue.refresh();
          if (queue.entries().filter(({ state }) => isWaiting(state)).length >= mostWaiting) {
            throw new StorageError({ code: 'queue_full', message: `The animal was not saved: ${mostWaiting} animals wait already. Run \`petstore sync\` where the store can be reached.` });
          }
        }

        const record: RecordOf<'entered'> = {
          kind: 'entered',
          at,
          localId: `Q-${number}`,
          store,
          body: serialiseNewPet(pet),
          key: newKey(),
          ...(batch === undefined ? {} : { batch }),
        };
        try {
          await writeDocument(adapterFor(number, 0), record);
        } catch (error) {
          if (error instanceof AlreadyPublished) {
            // Another process took the number in the same moment.
            highest = Math.max(highest, number);
            continue;
          }

          throw error;
        }

        const entry = foldEntry(record, []);
        slots.set(number, { steps: new Map([[0, record]]), entry });
        list = undefined;
        highest = Math.max(highest, number);
        return entry;
      }
    },

    async append(entry, record) {
      const step = entry.history.length;
      try {
        await writeDocument(adapterFor(entry.number, step), record);
      } catch (error) {
        if (error instanceof AlreadyPublished) {
          await readSlot(entry.number);
          throw new Raced(entry.localId);
        }

        throw error;
      }

      const slot = slots.get(entry.number) ?? (await readSlot(entry.number));
      slot?.steps.set(step, record);
      if (slot) {
        refold(entry.number, slot);
      }

      if (!slot?.entry) {
        throw new StorageError({ code: 'storage_error', message: `The record of ${entry.localId} went away while it was being used (${folder}). Run \`petstore doctor\`.` });
      }

      return slot.entry;
    },
  };
  return queue;
}

function reasonMisplaced(entered: EntryRecord, number: number, store: string): string | undefined {
  if (entered.kind !== 'entered') {
    return 'it does not say what was entered';
  }

  if (entered.store !== store) {
    return `it belongs to another store (${entered.store}) and is not sent to this one`;
  }

  return entered.localId === `Q-${number}` ? undefined : `it says that it is ${entered.localId}`;
}
