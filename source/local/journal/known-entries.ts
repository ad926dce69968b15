/**
 * The readings of the queue folder: each number's records and the entry they fold to.
 *
 * Reading is forgiving: damage makes an entry unusable or undecided, an errno sets it aside until the next time, and
 * neither is in the way of the others.
 */
import type { Entry } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import type { EntryRecord, RecordOf } from '../../domain/record.js';
import { errnoOf, isErrno } from '../../platform/files/errno.js';
import { NewerDocument } from '../documents/document.js';
import { foldEntry } from './fold-entry.js';
import type { RecordFiles, StoredRecord } from './record-files.js';

/** The readings of one number. `blocked`: why a record cannot be read just now; `entry` is then the last reading. */
type Slot = { readonly steps: Map<number, StoredRecord>; entry: Entry | undefined; blocked: Error | undefined };

/** The readings of all numbers. */
export type KnownEntries = ReturnType<typeof createKnownEntries>;

/** Empty before the first reading. `counts`: neither archived nor part of an unfinished import. */
export function createKnownEntries(files: RecordFiles, store: string, counts: (entry: Entry) => boolean) {
  const slots = new Map<number, Slot>();
  const petOwners = createPetOwners();
  /** The numbers that cannot be read just now: hardly ever any, and asked for before each animal is sent. */
  const blockedNumbers = new Set<number>();
  let highest = 0;
  /** What `all` returns; undefined after a change. */
  let list: readonly Entry[] | undefined;
  const readable = (slot: Slot | undefined): Entry | undefined => (slot?.blocked ? undefined : slot?.entry);
  const isVisible = (entry: Entry | undefined): entry is Entry => entry !== undefined && counts(entry);

  function slotOf(number: number): Slot {
    const slot = slots.get(number) ?? { steps: new Map<number, StoredRecord>(), entry: undefined, blocked: undefined };
    slots.set(number, slot);
    highest = Math.max(highest, number);
    return slot;
  }

  const isComplete = ({ steps }: Slot, last: number): boolean =>
    Array.from({ length: last + 1 }, (_, step) => steps.has(step)).every(Boolean);

  /** Reads the missing steps of a slot up to its last one; one that is not there was lost, which is damage. */
  async function complete(number: number, slot: Slot, last: number): Promise<void> {
    for (let step = 0; step <= last; step += 1) {
      if (!slot.steps.has(step)) {
        slot.steps.set(step, (await files.read(number, step)) ?? undefined);
      }
    }
  }

  /** Folds the readings of a number; undefined where its first record is no use, which is noted. */
  function fold(number: number, slot: Slot): Entry | undefined {
    const entered = slot.steps.get(0);
    if (entered === undefined) {
      if (!files.exists(number, 0)) {
        files.reportProblem(number, 0, 'its first record, which holds the animal, is missing');
      }

      return undefined;
    }

    const misplaced = reasonMisplaced(entered, number, store);
    if (misplaced !== undefined) {
      files.reportProblem(number, 0, misplaced);
      return undefined;
    }

    try {
      const later = Array.from({ length: slot.steps.size - 1 }, (_, index) => slot.steps.get(index + 1));
      return foldEntry(entered as RecordOf<'entered'>, later);
    } catch {
      files.reportProblem(number, 0, 'the entered animal is invalid');
      return undefined;
    }
  }

  /** The entry as it was entered, if that much was read of it. */
  function begin(slot: Slot): Entry | undefined {
    const entered = slot.steps.get(0);
    try {
      return entered?.kind === 'entered' ? foldEntry(entered, []) : undefined;
    } catch {
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
    let blocked: Error | undefined;
    if (slot.blocked) {
      files.clearProblem(number, 0);
    }

    try {
      await complete(number, slot, last);
    } catch (error) {
      if (error instanceof NewerDocument) {
        blocked = error;
        files.reportProblem(number, 0, 'it has a record that a newer version of petstore wrote', 'newer_version');
      } else if (!isErrno(error)) {
        throw error;
      } else if (!isComplete(slot, last)) {
        // Out of handles, no permission: not damage. The entry stands aside until its records can be read. If no record
        // is missing any more, this process published the step meanwhile.
        blocked = error;
        files.reportProblem(number, 0, `it cannot be read just now (${errnoOf(error)})`, 'not_now');
      }
    }

    // Until here it stood aside if it did before: it is not shown, and not planned with, as it was read last.
    const shown = readable(slot);
    slot.blocked = blocked;
    if (blocked) {
      blockedNumbers.add(number);
    } else {
      blockedNumbers.delete(number);
    }

    // An entry aside keeps its known pet.
    const before = slot.entry;
    slot.entry = slot.blocked ? (before ?? begin(slot)) : fold(number, slot);
    list = listWith(shown, readable(slot));
    petOwners.move(number, before?.petId, slot.entry?.petId);
  }

  /** The last step of a number on disk, looking past a lost one; -1: it is not there. */
  function lastStep(number: number): number {
    let last = (slots.get(number)?.steps.size ?? 0) - 1;
    for (let step = last + 1; step <= last + 2; step += 1) {
      last = files.exists(number, step) ? step : last;
    }

    return last;
  }

  /** Reads a number from its files again. Throws if it is there and cannot be read just now. */
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

  return {
    /** Every number anything was read of. */
    numbers: () => [...slots.keys()],
    /** The highest number ever seen. */
    highest: () => highest,
    /** From here on that number is taken. */
    see(number: number) {
      highest = Math.max(highest, number);
    },
    /** Whether a step need not be read; false also where any record of the number could not be read just now. */
    hasStep(number: number, step: number) {
      const slot = slots.get(number);
      return slot?.blocked === undefined && slot?.steps.has(step) === true;
    },
    /** The record of a step as last read; `unreadable`: damaged, or not now; undefined: it is not there. */
    recordAt(number: number, step: number): EntryRecord | 'unreadable' | undefined {
      const slot = slots.get(number);
      if (slot?.blocked) {
        return 'unreadable';
      }

      return slot?.steps.has(step) ? (slot.steps.get(step) ?? 'unreadable') : undefined;
    },
    /** Every readable entry that counts, oldest first; the same array until something changed. */
    all: () =>
      (list ??= [...slots.entries()]
        .sort(([a], [b]) => a - b)
        .map(([, slot]) => readable(slot))
        .filter(isVisible)),
    /** Those that cannot be read just now, as they were read last; otherwise as they were entered. */
    aside: () => [...blockedNumbers].flatMap((number) => slots.get(number)?.entry ?? []),
    /** Every readable entry that does not count. */
    hidden: () =>
      [...slots.values()].map(readable).filter((entry): entry is Entry => entry !== undefined && !counts(entry)),
    owners: (petId: Int64) =>
      petOwners
        .of(petId)
        .map((number) => slots.get(number)?.entry)
        .filter(isVisible),
    conflicts: () => petOwners.conflicts(),
    read: take,
    reread,
    /** Takes in a record that this process has just published; undefined if the entry cannot be read any more. */
    async put(number: number, step: number, record: EntryRecord) {
      slotOf(number).steps.set(step, record);
      await take(number, step);
      return readable(slotOf(number));
    },
    /** The same for a new entry, without looking at the folder. */
    putNew(number: number, record: RecordOf<'entered'>) {
      const slot = slotOf(number);
      slot.steps.set(0, record);
      const entry = (slot.entry = foldEntry(record, []));
      // Making the whole list anew would cost the more, the more animals wait.
      list = list && isVisible(entry) && number > (list.at(-1)?.number ?? 0) ? [...list, entry] : undefined;
      return entry;
    },
    /** Their records are gone: another process archived them, whatever this one last knew of their state. */
    forget(numbers: readonly number[]) {
      for (const number of numbers) {
        // A missing file does no harm.
        for (const step of [0, ...(slots.get(number)?.steps.keys() ?? [])]) {
          files.clearProblem(number, step);
        }

        petOwners.move(number, slots.get(number)?.entry?.petId, undefined);
        slots.delete(number);
        blockedNumbers.delete(number);
      }

      list = undefined;
    },
    /** Which entries count may have changed: an import was finished. */
    recount() {
      list = undefined;
    },
  };
}

function reasonMisplaced(entered: EntryRecord, number: number, store: string): string | undefined {
  if (entered.kind !== 'entered') {
    return 'it does not hold the entered animal';
  }

  if (entered.store !== store) {
    return `it belongs to another store (${entered.store}) and is not sent to this one`;
  }

  return entered.localId === `Q-${number}` ? undefined : `it says that it is ${entered.localId}`;
}

/** Which entries claim which pet id: an index, so that a long queue is not searched for every answer. */
function createPetOwners() {
  const claims = new Map<Int64, readonly number[]>();
  const of = (petId: Int64): readonly number[] => claims.get(petId) ?? [];
  return {
    /** An entry's claim changed; undefined: without a pet. */
    move(number: number, before: Int64 | undefined, after: Int64 | undefined) {
      if (before !== undefined && before !== after) {
        const others = of(before).filter((other) => other !== number);
        claims.set(before, others);
      }

      if (after !== undefined && before !== after) {
        claims.set(after, [...of(after), number]);
      }
    },
    of,
    /** Ids that more than one entry claims. */
    conflicts: () => [...claims].flatMap(([petId, numbers]) => (numbers.length > 1 ? [petId] : [])),
  };
}
