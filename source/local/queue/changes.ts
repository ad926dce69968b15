/** What is done to a queue, as pure functions: each makes another queue of it. */
import { randomUUID } from 'node:crypto';
import { type Entry, isWaiting, placeOfEntry } from '../../domain/entry.ts';
import type { Int64 } from '../../domain/int64.ts';
import type { NewPet } from '../../domain/pet.ts';
import type { EntryRecord, Sender } from '../../domain/record.ts';
import { serialiseNewPet } from '../../platform/json/json.ts';
import { StorageError } from '../documents/storage-error.ts';
import { enteredAs, isSameHistory, type QueueData, withRecord } from './queue-document.ts';
import { shortenHistory } from './shorten-history.ts';

/** Another process changed the entry first; it has been read again. */
export class Raced extends Error {
  override readonly name = 'Raced';
}

/** Waiting animals a queue takes; old ones are never evicted for a new one. */
export const mostWaiting = 10_000;

/** The result of a change, and the queue that it leaves: the same one if there is nothing to write. */
export type Changed<T> = { readonly queue: QueueData; readonly result: T };

/**
 * How animals are entered: `credential`, a digest of the API key; `restsUntil`: when they may be sent first, ISO;
 * `held`: not before a person releases them.
 */
export type EnterOptions = {
  readonly restsUntil?: string | undefined;
  readonly held?: boolean | undefined;
  readonly credential?: string | undefined;
  readonly sender?: Sender | undefined;
};

/** Enters animals under new numbers, all or none. `batch`: of an import. Throws a `StorageError` if too many wait. */
export function enter(
  queue: QueueData,
  pets: readonly NewPet[],
  at: string,
  { credential, sender, restsUntil, held = false }: EnterOptions,
  batch?: string,
): Changed<readonly Entry[]> {
  const waiting = queue.entries.filter(({ state }) => isWaiting(state)).length;
  if (waiting + pets.length > mostWaiting) {
    throw new StorageError({ code: 'queue_full', message: tellFull(waiting, batch !== undefined) });
  }

  const entered = pets.map((pet, index) => {
    const localId = `Q-${queue.next + index}`;
    const body = serialiseNewPet(pet);
    const key = randomUUID();
    const record = { kind: 'entered', at, localId, body, key, batch, credential, ...sender, restsUntil } as const;
    const entry = enteredAs(record);
    return held ? withRecord(entry, { kind: 'held', at }) : entry;
  });
  return {
    queue: {
      ...queue,
      next: queue.next + pets.length,
      entries: [...queue.entries, ...entered],
    },
    result: entered,
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
  const place = placeOfEntry(queue.entries, entry.localId);
  const present = queue.entries[place];
  const mayBe = record.kind !== 'attempt' || queue.offline === undefined;
  const isSame = mayBe && present !== undefined && isSameHistory(present, entry);
  const claimed = claimedBy(record);
  const claimants =
    claimed === undefined ? [] : queue.entries.flatMap(({ petId }, index) => (petId === claimed ? index : []));
  const others = claimants.filter((index) => index !== place);
  if (!isSame || (record.kind === 'adopted' && others.length > 0)) {
    throw new Raced(entry.localId);
  }

  const isNewTry = record.kind === 'attempt' && present.undecided === undefined;
  const changed = withRecord(isNewTry ? { history: shortenHistory(present.history) } : present, record);
  const entries = queue.entries.with(place, changed);
  const reason = `#${claimed} turned out to belong to ${entry.localId}, so it is not known whether this animal arrived.`;
  for (const index of others) {
    const other = entries[index] as Entry;
    if (other.adopted) {
      entries[index] = withRecord(other, { kind: 'review', at: record.at, reason, candidates: [] });
    }
  }

  const attempts = queue.attempts + (record.kind === 'attempt' ? 1 : 0);
  return { queue: { ...queue, attempts, entries }, result: changed };
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
  const result = steps.map((step) => {
    const place = placeOfEntry(entries, step.localId);
    const present = entries[place];
    try {
      const record = decide(present, step, queue.entries);
      if (!present) {
        throw new Raced(step.localId);
      }

      const changed = withRecord(present, record);
      entries[place] = changed;
      return changed;
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
  const gone = new Map(entries.map((entry) => [entry.number, entry]));
  const isAsSeen = (entry: Entry, seen = gone.get(entry.number)): boolean =>
    seen !== undefined && isSameHistory(entry, seen);
  return { ...queue, entries: queue.entries.filter((entry) => !isAsSeen(entry)) };
}
