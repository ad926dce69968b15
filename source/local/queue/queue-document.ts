/**
 * The queue of one store as it stands on disk: `queue.json`, one lowdb document, with `queue.copy.json`, the generation
 * before it. All that a person entered is in it until it is settled and archived.
 *
 *     {"version":14,"checksum":"…","data":{"revision":7,"id":"…","next":4,…,"entries":[…]}}
 *
 * The revision grows with every change and stands within the first bytes, so that whoever has the document in memory
 * learns from them whether it is the present one: times and inodes come again, and network mounts cache them.
 */
import * as z from 'zod/mini';
import type { Entry } from '../../domain/entry.ts';
import type { Pet } from '../../domain/pet.ts';
import { type EntryRecord, type RecordOf, recordSchema, storedInt64 } from '../../domain/record.ts';
import type { Moment } from '../../platform/time/clock.ts';
import type { DocumentKind } from '../documents/document.ts';
import { foldEntry } from './fold-entry.ts';

/** Raise it whenever the form changes, be it by one optional field: an older petstore would drop that. */
const formatVersion = 14;

/** An animal of ours that the store took in, and when it was sent. */
export type Ours = Pet &
  Moment & {
    /** Whether a list ever showed it. */
    readonly isListed?: true;
    /** It was sent without a status, and the store gave it one. */
    readonly isStatusGiven?: true;
  };

// The checksum vouches for the animals.
const animalsOf = <Animal extends Pet>() => z.custom<readonly Animal[]>((value) => Array.isArray(value));

const knowledgeSchema = z.object({
  /** The last animals of ours that the store took in, the oldest first. */
  ours: animalsOf<Ours>(),
  /** Those of ours that were removed there. */
  gone: z.optional(z.array(storedInt64)),
  /** Whether a whole list showed one of ours that was younger than two settle times, and none since lacked one. */
  isPrompt: z.optional(z.boolean()),
  /** The animals of ours that the last whole list lacked, by their ids: since when, and how long the first of these was. */
  missing: z.optional(
    z.record(z.string(), z.object({ boot: z.optional(z.string()), uptime: z.number(), rows: z.number() })),
  ),
  /** How the store gives ids, by its answers to our own animals; see `learnIds`. */
  ids: z.optional(z.object({ above: z.number(), fell: z.optional(z.boolean()) })),
  /** Whether it sends idempotency keys back with its answers; see `learnEcho`. */
  echoes: z.optional(z.number()),
  /** Digests of the API keys of which a person said that they are of this store, the youngest last. */
  apiKeys: z.optional(z.array(z.string())),
});

/** What is known of the store. */
export type StoreKnowledge = Readonly<z.infer<typeof knowledgeSchema>>;
/** The store is not known yet. */
export const noKnowledge: StoreKnowledge = { ours: [] };

/** An animal is stored as its number and what happened to it, oldest first; all else of it is folded from that. */
const entrySchema = z.object({ number: z.number(), history: z.readonly(z.array(recordSchema)) });

const queueSchema = z.lazy(() =>
  z.object({
    /** First, so that it stands within the first bytes. */
    revision: z.number(),
    /** Names it in `queues.json`. */
    id: z.string(),
    /** The normalised address of the store, or `demo`: nothing of it is sent anywhere else. */
    address: z.string(),
    /** The number of the next animal. It only grows. */
    next: z.number(),
    /** How many attempts to send were ever made from here. */
    attempts: z.number(),
    /** The folders that it may be in, by their identities; see `origin.ts`. */
    places: z.readonly(z.array(z.string())),
    /** A person said yes on a file system that cannot tell a folder from its copy: they are asked there once. */
    isAnywhere: z.optional(z.boolean()),
    /** Why it may lack what was sent since, until a person confirmed it: it was read from its copy. */
    behind: z.optional(z.string()),
    /** Since when a person works offline, ISO. */
    offline: z.optional(z.string()),
    /** How often a person confirmed that the store was reset. */
    resets: z.number(),
    /** The highest id of an animal in the archive; absent: there is none. */
    highestArchived: z.optional(storedInt64),
    knowledge: knowledgeSchema,
    /** Since which reading of the uptime the present start of the machine is known here, in milliseconds. */
    boot: z.optional(z.object({ id: z.string(), since: z.number() })),
    entries: z.readonly(z.array(entrySchema)),
  }),
);
/** The queue of one store. Neither it nor an entry is ever changed: each change makes another one. */
export type QueueData = Readonly<Omit<z.infer<typeof queueSchema>, 'entries'>> & {
  /** In the order of their numbers. */
  readonly entries: readonly Entry[];
};

/** A queue to which nothing was ever added. */
export function emptyQueue(address: string): QueueData {
  return {
    revision: 0,
    id: '',
    address,
    next: 1,
    attempts: 0,
    places: [],
    resets: 0,
    knowledge: noKnowledge,
    entries: [],
  };
}

/** An animal is written down once for each of its states: a change costs what it changes. */
const written = new WeakMap<Entry, string>();

/** An animal that is entered now. */
export function enteredAs(record: RecordOf<'entered'>): Entry {
  return foldEntry(record, []);
}

type Happened = Pick<Entry, 'history'>;

/** With one more event. */
export function withRecord({ history: [entered, ...later] }: Happened, record: EntryRecord): Entry {
  return foldEntry(entered as RecordOf<'entered'>, [...later, record]);
}

/** With another number. */
export function withNumber({ history: [entered, ...later] }: Entry, number: number): Entry {
  return foldEntry({ ...(entered as RecordOf<'entered'>), localId: `Q-${number}` }, later);
}

/** An animal as its history tells. Throws if what was entered is no pet. */
function toEntry({ number, history: [entered, ...later] }: z.infer<typeof entrySchema>): Entry {
  if (entered?.kind !== 'entered' || entered.localId !== `Q-${number}`) {
    throw new Error(`the history of Q-${number} does not begin with its animal`);
  }

  return foldEntry(entered, later);
}

function stringifyEntry(entry: Entry): string {
  const known = written.get(entry);
  if (known !== undefined) {
    return known;
  }

  const { number, history } = entry;
  const text = JSON.stringify({ number, history });
  written.set(entry, text);
  return text;
}

/** How the document of a store is read: one of another store is damaged, as nothing of it may be sent to this one. */
export function queueKind(address: string): DocumentKind<QueueData> {
  return {
    version: formatVersion,
    parse(data) {
      const queue = queueSchema.parse(data);
      if (queue.address !== address) {
        throw new Error(`it belongs to another store, ${queue.address}, and is not sent to this one`);
      }

      return { ...queue, entries: queue.entries.map(toEntry) };
    },
    stringify({ entries, ...rest }) {
      return `${JSON.stringify(rest).slice(0, -1)},"entries":[${entries.map(stringifyEntry).join(',')}]}`;
    },
  };
}

/** The entries of a later reading, each that did not change being the very one of before. */
export function reuse(before: readonly Entry[], after: readonly Entry[]): readonly Entry[] {
  const known = new Map(before.map((entry) => [entry.number, entry]));
  const joined = after.map((entry) => {
    const same = known.get(entry.number);
    return same && isSameHistory(same, entry) ? same : entry;
  });
  return joined.length === before.length && joined.every((entry, place) => entry === before[place]) ? before : joined;
}

/** Events are only ever added at the end, so the first and the last tell. */
export function isSameHistory({ history: a }: Happened, { history: b }: Happened): boolean {
  return (
    a === b ||
    (a.length === b.length &&
      JSON.stringify(a[0]) === JSON.stringify(b[0]) &&
      JSON.stringify(a.at(-1)) === JSON.stringify(b.at(-1)))
  );
}
