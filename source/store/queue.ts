/**
 * The queue folder: entries as published records.
 *
 * Publishing step *k*+1 is the compare-and-swap between processes: of two that decide at the same moment one gets `Raced`,
 * reads again and decides again. Entering therefore needs no lock, a discard races a send safely, and a write costs the
 * same with one entry waiting or ten thousand. Nothing is ever changed or deleted here.
 */
import { type Entry, isWaiting } from '../domain/entry.js';
import type { Int64 } from '../domain/int64.js';
import type { NewPet } from '../domain/pet.js';
import type { EntryRecord, RecordOf } from '../domain/record.js';
import { NotDurable, type PublishOptions } from '../platform/durable-file.js';
import { isErrno } from '../platform/errno.js';
import type { FileSystem } from '../platform/file-system.js';
import { inLanes } from '../platform/in-lanes.js';
import { serialiseNewPet } from '../platform/wire-json.js';
import { AlreadyPublished, NewerDocument, type VersionGate } from './document.js';
import { foldEntry } from './fold-entry.js';
import { createRecordFiles, type Step, type Unreadable } from './record-files.js';
import { StorageError } from './storage-error.js';

/** Another process published the next step first; the entry has been read again. */
export class Raced extends Error {
  override readonly name = 'Raced';
}

/** The entries of one store. */
export type Queue = {
  /** Reads what is new in the folder. Resolves to whether anything changed. */
  refresh(): Promise<boolean>;
  /** Every readable entry as of the last refresh, oldest first. */
  entries(): readonly Entry[];
  /** The entries that claim a pet id; more than one only where two processes adopted the same pet at the same moment. */
  owners(petId: Int64): readonly Entry[];
  /** Pet ids that more than one entry claims. */
  contested(): readonly Int64[];
  /** What cannot be used, and why. */
  unreadable(): readonly Unreadable[];
  /** Reads one entry, with what is new of it on disk. Throws an errno where it is there and cannot be read just now. */
  find(localId: string): Promise<Entry | undefined>;
  /** Saves an animal durably under a new number. */
  enter(pet: NewPet, at: string): Promise<Entry>;
  /** Saves many as one batch, durably as a whole; they count once the batch is finished (`imports.finish`). */
  enterBatch(pets: readonly NewPet[], at: string, batch: string, onProgress?: (done: number) => void): Promise<readonly Entry[]>;
  /** Publishes the next record of an entry as it was read; throws `Raced` where somebody else did. */
  append(entry: Entry, record: EntryRecord): Promise<Entry>;
};

/** What the queue must know of the archive. */
type Archived = { load(): Promise<void>; highest(): number; has(number: number): boolean };

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
  readonly gate?: VersionGate;
};

/** Waiting animals a queue takes; nothing is ever evicted for a new one. */
export const mostWaiting = 10_000;

/** Records of a batch that are written at once: most of their time is the disk's. */
const batchLanes = 16;

type Entered = Omit<RecordOf<'entered'>, 'localId'>;

/** What was read of one number. `blocked`: why a record could not be read just now, so its state is not known. */
type Slot = { readonly steps: Map<number, Step>; entry: Entry | undefined; blocked: Error | undefined };

/** Reads nothing before the first `refresh`. */
export function createQueue({ fileSystem, folder, store, archive, imports, newKey, gate }: Options): Queue {
  const files = createRecordFiles(fileSystem, folder, gate);
  const slots = new Map<number, Slot>();
  let highest = 0;
  /** The numbers of the entries that claim a pet id. */
  const claims = new Map<Int64, readonly number[]>();
  /** Those of them with more than one. */
  const contested = new Set<Int64>();
  /** What `entries` returns; undefined after a change. */
  let list: readonly Entry[] | undefined;

  function slotOf(number: number): Slot {
    const slot = slots.get(number) ?? { steps: new Map<number, Step>(), entry: undefined, blocked: undefined };
    slots.set(number, slot);
    highest = Math.max(highest, number);
    return slot;
  }

  /** Reads what a slot lacks up to its last step; a step that is not there was lost, which is damage like any other. */
  async function complete(number: number, slot: Slot, last: number): Promise<void> {
    for (let step = 0; step <= last; step += 1) {
      if (!slot.steps.has(step)) {
        slot.steps.set(step, (await files.read(number, step)) ?? undefined);
      }
    }
  }

  /** Folds what was read of a number; undefined where its first record is no use, which is noted. */
  function fold(number: number, slot: Slot): Entry | undefined {
    const entered = slot.steps.get(0);
    if (slot.blocked) {
      return undefined;
    }

    if (entered === undefined) {
      if (!files.exists(number, 0)) {
        files.note(number, 0, 'the record that says what was entered is missing');
      }

      return undefined;
    }

    const misplaced = reasonMisplaced(entered, number, store);
    if (misplaced !== undefined) {
      files.note(number, 0, misplaced);
      return undefined;
    }

    try {
      const later = Array.from({ length: slot.steps.size - 1 }, (_, index) => slot.steps.get(index + 1));
      return foldEntry(entered as RecordOf<'entered'>, later);
    } catch {
      files.note(number, 0, 'what was entered is no animal');
      return undefined;
    }
  }

  /** The list with one entry replaced; undefined where more changed than that, and it is made anew when asked for. */
  function listWith(before: Entry | undefined, after: Entry | undefined): readonly Entry[] | undefined {
    const index = list && isVisible(before) && isVisible(after) ? list.indexOf(before) : -1;
    return after && index >= 0 ? list?.with(index, after) : undefined;
  }

  /** Takes a number's records in, up to `last`, and folds them. An errno blocks it until the next time. */
  async function take(number: number, last: number): Promise<void> {
    const slot = slotOf(number);
    if (slot.blocked) {
      slot.blocked = undefined;
      files.forgive(number, 0);
    }

    try {
      await complete(number, slot, last);
    } catch (error) {
      if (error instanceof NewerDocument) {
        slot.blocked = error;
        files.note(number, 0, 'it has a record that a newer version of petstore wrote', 'newer_version');
      } else if (isErrno(error)) {
        // Out of handles, no permission: not damage. The entry stands aside until its records can be read.
        slot.blocked = error;
        files.note(number, 0, `it cannot be read just now (${error.code})`, 'not_now');
      } else {
        throw error;
      }
    }

    const before = slot.entry;
    slot.entry = fold(number, slot);
    list = listWith(before, slot.entry);
    claim(number, before?.petId, slot.entry?.petId);
  }

  function claim(number: number, before: Int64 | undefined, after: Int64 | undefined): void {
    if (before !== undefined && before !== after) {
      setClaims(before, claims.get(before)?.filter((other) => other !== number) ?? []);
    }

    if (after !== undefined && before !== after) {
      setClaims(after, [...(claims.get(after) ?? []), number]);
    }
  }

  function setClaims(petId: Int64, numbers: readonly number[]): void {
    claims.set(petId, numbers);
    if (numbers.length > 1) {
      contested.add(petId);
    } else {
      contested.delete(petId);
    }
  }

  /** The last step of a number on disk, looking past a lost one; -1: nothing is there. */
  function lastStep(number: number): number {
    let last = (slots.get(number)?.steps.size ?? 0) - 1;
    for (let step = last + 1; step <= last + 2; step += 1) {
      last = files.exists(number, step) ? step : last;
    }

    return last;
  }

  /** Reads a number from its files again. */
  async function reread(number: number): Promise<Entry | undefined> {
    const last = lastStep(number);
    if (last >= 0) {
      await take(number, last);
    }

    const slot = slots.get(number);
    if (slot?.blocked) {
      throw slot.blocked;
    }

    return slot?.entry;
  }

  /** Their records are gone: another process archived them, whatever this one last knew of their state. */
  async function forget(numbers: readonly number[]): Promise<void> {
    await archive.load();
    for (const number of numbers) {
      claim(number, slots.get(number)?.entry?.petId, undefined);
      slots.delete(number);
    }

    list = undefined;
  }

  function isVisible(entry: Entry | undefined): entry is Entry {
    const entered = entry?.history[0];
    return entry !== undefined && !archive.has(entry.number) && entered?.kind === 'entered' && (entered.batch === undefined || imports.isFinished(entered.batch));
  }

  /** A free number. Throws where a newer version has written here, or too many animals wait. */
  async function chooseNumber(): Promise<number> {
    const number = files.nextNumber(Math.max(highest, archive.highest()));
    if (number > 1) {
      await files.read(number - 1, 0).catch((error: unknown) => {
        // That one file cannot be read just now is no reason to refuse another.
        if (!isErrno(error)) {
          throw error;
        }
      });
    }

    // Fewer numbers than the limit cannot hold more animals than it, so most of the time nothing is counted.
    if (number > mostWaiting) {
      await queue.refresh();
      if (queue.entries().filter(({ state }) => isWaiting(state)).length >= mostWaiting) {
        throw new StorageError({ code: 'queue_full', message: `The animal was not saved: ${mostWaiting} animals wait already. Run \`petstore sync\` where the store can be reached.` });
      }
    }

    return number;
  }

  const toEntered = (pet: NewPet, at: string, batch?: string): Entered => ({ kind: 'entered', at, store, body: serialiseNewPet(pet), key: newKey(), ...(batch === undefined ? {} : { batch }) });

  /** Publishes what was entered under the first number from `choose` that no other process has taken meanwhile. */
  async function enterAt(choose: () => number, entered: Entered, options?: PublishOptions): Promise<Entry> {
    for (;;) {
      const number = choose();
      if (number <= archive.highest()) {
        continue;
      }

      const record: RecordOf<'entered'> = { ...entered, localId: `Q-${number}` };
      try {
        await files.publish(number, 0, record, options);
      } catch (error) {
        if (error instanceof AlreadyPublished) {
          highest = Math.max(highest, number);
          continue;
        }

        throw error;
      }

      // The number may have been free because another process archived it long ago, while this one was asleep.
      await archive.load().catch((error: unknown) => {
        throw new NotDurable(`${files.pathOf(number, 0)} was written, but the archive cannot be read`, { cause: error });
      });
      if (number <= archive.highest()) {
        highest = Math.max(highest, archive.highest());
        await fileSystem.remove(files.pathOf(number, 0)).catch(() => undefined);
        continue;
      }

      const slot = slotOf(number);
      slot.steps.set(0, record);
      const entry = (slot.entry = foldEntry(record, []));
      // Making the whole list anew would cost the more, the more animals wait.
      list = list && isVisible(entry) && number > (list.at(-1)?.number ?? 0) ? [...list, entry] : undefined;
      return entry;
    }
  }

  const queue: Queue = {
    async refresh() {
      const moreFinished = await imports.refresh();
      if (moreFinished) {
        list = undefined;
      }

      const known = [...slots.keys()];
      const present = new Set<number>();
      const news = new Map<number, number>();
      for (const { number, step } of await files.list()) {
        present.add(number);
        if (slots.get(number)?.steps.has(step) !== true && !archive.has(number)) {
          news.set(number, Math.max(step, news.get(number) ?? 0));
        }
      }

      for (const [number, last] of news) {
        await take(number, last);
      }

      const gone = known.filter((number) => !present.has(number));
      if (gone.length > 0) {
        await forget(gone);
      }

      return news.size > 0 || gone.length > 0 || moreFinished;
    },

    entries: () =>
      (list ??= [...slots.entries()]
        .sort(([a], [b]) => a - b)
        .map(([, slot]) => slot.entry)
        .filter(isVisible)),

    owners: (petId) => (claims.get(petId) ?? []).map((number) => slots.get(number)?.entry).filter(isVisible),

    contested: () => [...contested],

    unreadable: () => files.problems(),

    async find(localId) {
      const match = /^Q-([1-9]\d{0,14})$/.exec(localId);
      const entry = match && !archive.has(Number(match[1])) ? await reread(Number(match[1])) : undefined;
      return isVisible(entry) ? entry : undefined;
    },

    async enter(pet, at) {
      let next = await chooseNumber();
      return await enterAt(() => next++, toEntered(pet, at));
    },

    async enterBatch(pets, at, batch, onProgress) {
      let next = await chooseNumber();
      const entries: Entry[] = [];
      await inLanes(pets.entries(), batchLanes, async ([index, pet]) => {
        // The next number is taken in the same breath, so lanes never meet; what another process took is passed over.
        entries[index] = await enterAt(() => next++, toEntered(pet, at, batch), { syncName: false });
        onProgress?.(entries.length);
      });
      await files.syncNames();
      return entries;
    },

    async append(entry, record) {
      const { number } = entry;
      const step = entry.history.length;
      try {
        await files.publish(number, step, record);
      } catch (error) {
        if (error instanceof AlreadyPublished) {
          await reread(number);
          throw new Raced(entry.localId);
        }

        throw error;
      }

      // The step may have been free because another process archived the entry long ago, while this one was asleep. Records
      // are removed from the first one up, so where this step was free for that reason the first one is gone by now.
      if (!files.exists(number, 0)) {
        await fileSystem.remove(files.pathOf(number, step)).catch(() => undefined);
        await forget([number]);
        throw new Raced(entry.localId);
      }

      const slot = slotOf(number);
      slot.steps.set(step, record);
      await take(number, step);
      if (!slot.entry) {
        throw new StorageError({ code: 'storage_error', message: `The records of ${entry.localId} cannot be read any more (${folder}). Run \`petstore doctor\`.` });
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
