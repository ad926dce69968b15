/** Two queues of one store that were changed apart, as on two machines by way of a synchronised folder. Pure. */
import type { Entry } from '../../domain/entry.ts';
import type { EntryRecord } from '../../domain/record.ts';
import type { Changed } from './changes.ts';
import { type QueueData, withNumber, withRecord } from './queue-document.ts';

/** How two queues become one. */
export type Joining = {
  /** Whether an animal that the queue lacks was settled and archived here. */
  readonly isArchived: (entry: Entry) => boolean;
  /** The event of an animal that may have been sent from the other queue since. */
  readonly toCopied: (entry: Entry) => EntryRecord;
  /** ISO. */
  readonly at: string;
};

const open: ReadonlySet<Entry['state']> = new Set(['queued', 'sending', 'checking', 'rejected']);

/**
 * Takes in what another queue has more: animals under new numbers, and of those that both have, what became of them.
 * Whatever is unsent of it is held, and looked for before it is sent. Results in the local ids of what is held by that.
 */
export function join(queue: QueueData, other: QueueData, { isArchived, toCopied, at }: Joining): Changed<string[]> {
  const toHeld = (entry: Entry): Entry => withRecord(withRecord(entry, { kind: 'held', at }), toCopied(entry));
  const others = new Map(other.entries.map((entry) => [keyOf(entry), entry]));
  const held: string[] = [];
  const entries = queue.entries.map((entry) => {
    const theirs = others.get(keyOf(entry));
    if (!theirs || !knowsMore(theirs, entry) || !(open.has(entry.state) || entry.state === 'held')) {
      return entry;
    }

    held.push(entry.localId);
    return toHeld(entry);
  });

  const own = new Set(queue.entries.map(keyOf));
  const added = other.entries.filter((entry) => !own.has(keyOf(entry)) && !isArchived(entry));
  const first = Math.max(queue.next, other.next);
  const joined = added.map((entry, index) => {
    const renumbered = withNumber(entry, first + index);
    const { state, localId } = renumbered;
    held.push(...(open.has(state) || state === 'held' || state === 'review' ? [localId] : []));
    return open.has(state) || state === 'held' ? toHeld(renumbered) : renumbered;
  });
  return {
    queue:
      held.length === 0 && added.length === 0
        ? queue
        : { ...queue, next: first + added.length, entries: [...entries, ...joined] },
    result: held,
  };
}

/** The key that an animal was entered with is its alone. */
function keyOf({ history: [entered] }: Entry): string {
  return entered?.kind === 'entered' ? entered.key : '';
}

/** Whether one history has an event that the other one lacks. */
function knowsMore(one: Entry, other: Entry): boolean {
  const known = new Set(other.history.map(nameOf));
  return one.history.some((record) => !known.has(nameOf(record)));
}

function nameOf({ kind, at }: EntryRecord): string {
  return `${kind} ${at}`;
}
