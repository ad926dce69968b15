/** What is done to a queue, as pure functions: each makes another queue of it. */
import { randomUUID } from 'node:crypto';
import { type Entry, isWaiting } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import type { NewPet } from '../../domain/pet.js';
import { bisect } from '../../domain/pet/compare-pets.js';
import type { EntryRecord, Sender } from '../../domain/record.js';
import { serialiseNewPet } from '../../platform/json/json.js';
import { StorageError } from '../documents/storage-error.js';
import {
  enteredAs,
  entryOf,
  type ImportedRows,
  type QueueData,
  type StoredEntry,
  withRecord,
} from './queue-document.js';

/** Another process changed the entry first; it has been read again. */
export class Raced extends Error {
  override readonly name = 'Raced';
}

/** Waiting animals a queue takes; old ones are never evicted for a new one. */
export const mostWaiting = 10_000;

/** The result of a change, and the queue that it leaves: the same one if there is nothing to write. */
export type Changed<T> = { readonly queue: QueueData; readonly result: T };

/**
 * How animals are entered: `credential`, a digest of the API key; `imported`, the rows of the import that they are;
 * `restsUntil`: when they may be sent first, ISO; `held`: not before a person releases them.
 */
export type EnterOptions = {
  readonly restsUntil?: string | undefined;
  readonly held?: boolean | undefined;
  readonly credential?: string | undefined;
  readonly sender?: Sender | undefined;
  readonly imported?: ImportedRows | undefined;
};

/** Enters animals under new numbers, all or none. Throws a `StorageError` if too many wait. */
export function enter(
  queue: QueueData,
  pets: readonly NewPet[],
  at: string,
  { credential, sender, imported, restsUntil, held = false }: EnterOptions,
): Changed<readonly Entry[]> {
  const waiting = queue.entries.filter((stored) => isWaiting(entryOf(stored).state)).length;
  if (waiting + pets.length > mostWaiting) {
    throw new StorageError({ code: 'queue_full', message: tellFull(waiting, imported !== undefined) });
  }

  const batch = imported && randomUUID();
  const entered = pets.map((pet, index) => {
    const number = queue.next + index;
    const localId = `Q-${number}`;
    const body = serialiseNewPet(pet);
    const key = randomUUID();
    const record = { kind: 'entered', at, localId, body, key, batch, credential, ...sender, restsUntil } as const;
    const stored = enteredAs(record, number);
    return held ? withRecord(stored, { kind: 'held', at }) : stored;
  });
  return {
    queue: {
      ...queue,
      next: queue.next + pets.length,
      imports: imported ? [...queue.imports, imported] : queue.imports,
      entries: [...queue.entries, ...entered],
    },
    result: entered.map(entryOf),
  };
}

function tellFull(waiting: number, isImport: boolean): string {
  return isImport
    ? `Nothing was imported: ${waiting} animals wait already, and at most ${mostWaiting} can. Run ` +
        `\`petstore sync\` first, or import in parts.`
    : `The animal was not saved: ${mostWaiting} animals wait already. Run \`petstore sync\` when the store can be ` +
        'reached.';
}

/**
 * Adds an event to the entry as it was seen: no attempt while a person works offline. A pet is one animal: nobody adopts
 * one that another entry has, and the store's own answer takes it from an entry that it was found for, which goes to a
 * person. Throws `Raced`.
 */
export function append(queue: QueueData, entry: Entry, record: EntryRecord): Changed<Entry> {
  const place = placeOf(queue.entries, entry.localId);
  const stored = place === undefined ? undefined : queue.entries[place];
  const mayBe = record.kind !== 'attempt' || queue.offline === undefined;
  const isSame = mayBe && stored?.history.length === entry.history.length;
  const claimed = claimedBy(record);
  const claimants = queue.entries.flatMap((each, index) =>
    claimed !== undefined && index !== place && entryOf(each).petId === claimed ? index : [],
  );
  if (place === undefined || !stored || !isSame || (record.kind === 'adopted' && claimants.length > 0)) {
    throw new Raced(entry.localId);
  }

  const changed = withRecord(stored, record);
  const entries = queue.entries.with(place, changed);
  const reason = `#${claimed} turned out to belong to ${entry.localId}, so it is not known whether this animal arrived.`;
  for (const index of claimants) {
    const other = entries[index] as StoredEntry;
    if (entryOf(other).adopted) {
      entries[index] = withRecord(other, { kind: 'review', at: record.at, reason, candidates: [] });
    }
  }

  const attempts = queue.attempts + (record.kind === 'attempt' ? 1 : 0);
  return { queue: { ...queue, attempts, entries }, result: entryOf(changed) };
}

/** The pet that an event gives to an animal. */
function claimedBy(record: EntryRecord): Int64 | undefined {
  const { pet } = record.kind === 'outcome' && record.result.type === 'created' ? record.result : { pet: undefined };
  return record.kind === 'adopted' ? record.pet.id : pet?.id;
}

/** Adds an event to each of these entries that `decide` makes of the present one (undefined: it is not there). */
export function update<Step extends { readonly localId: string }>(
  queue: QueueData,
  steps: readonly Step[],
  decide: (entry: Entry | undefined, step: Step, others: readonly Entry[]) => EntryRecord,
): Changed<readonly (Entry | Error)[]> {
  const entries = [...queue.entries];
  const others = queue.entries.map(entryOf);
  const result = steps.map((step) => {
    const place = placeOf(entries, step.localId);
    const stored = place === undefined ? undefined : entries[place];
    try {
      const record = decide(stored && entryOf(stored), step, others);
      if (place === undefined || !stored) {
        throw new Raced(step.localId);
      }

      const changed = withRecord(stored, record);
      entries[place] = changed;
      return entryOf(changed);
    } catch (error) {
      if (!(error instanceof Error)) {
        throw error;
      }

      return error;
    }
  });
  const isChanged = result.some((each) => !(each instanceof Error));
  return { queue: isChanged ? { ...queue, entries } : queue, result };
}

/** Takes entries out, but those that were changed since they were seen. */
export function remove(queue: QueueData, entries: readonly Entry[]): QueueData {
  const gone = new Map(entries.map(({ number, history }) => [number, history.length]));
  return { ...queue, entries: queue.entries.filter(({ number, history }) => gone.get(number) !== history.length) };
}

/** Entries stand in the order of their numbers. */
export function placeOf(entries: readonly StoredEntry[], localId: string): number | undefined {
  const number = Number(/^Q-([1-9]\d{0,14})$/u.exec(localId)?.[1]);
  const place = bisect(entries.length, (each) => (entries[each] as StoredEntry).number < number);
  return entries[place]?.number === number ? place : undefined;
}
