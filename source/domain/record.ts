/**
 * The records an entry consists of.
 *
 * An *entry* is one animal a person entered. It is stored as its history, in which a record stands for each event; its
 * state is a pure fold over them (`local/queue/fold-entry.ts`).
 *
 * - *attempt*: the decision to send, durable before the first byte leaves.
 * - *outcome*: the result of an attempt. An attempt without a deciding outcome leaves the entry *undecided*: the animal
 *   may be on the service.
 * - *search*: one reading of the service's list in search of an undecided animal.
 * - *adopt*: to take an animal found on the service for the one that was entered.
 * - *key*: the Idempotency-Key every attempt of one body carries.
 *
 * A search is `looked`: `not-looked` if it failed, `looked-at-once` for the one right after a lost answer.
 */
import * as z from 'zod/mini';
import { type Int64, isStoredInt64 } from './int64.ts';
import { storedPetSchema } from './contract.ts';

const iso = z.string();
/** Our own documents keep ids as strings; see `int64.ts`. */
export const storedInt64 = z.custom<Int64>(isStoredInt64);

const problem = z.object({
  code: z.string(),
  message: z.string(),
  status: z.optional(z.number()),
  at: z.optional(iso),
});

/** The result of one attempt, by its meaning for the animal. */
const attemptResult = z.lazy(() =>
  z.discriminatedUnion('type', [
    /** 201 with a valid pet of a new id; `differences`: the fields the service changed; `keyEchoed`: it came back. */
    z.object({
      type: z.literal('created'),
      pet: storedPetSchema,
      differences: z.array(z.string()),
      keyEchoed: z.optional(z.boolean()),
    }),
    /** 201 with an id that was there before. */
    z.object({ type: z.literal('conflict'), pet: storedPetSchema, problem }),
    /** 400, 413, 415 or 422: the service refused the data. */
    z.object({ type: z.literal('rejected'), problem }),
    /** No connection, or given up before the first byte: certainly not applied. */
    z.object({ type: z.literal('not-sent'), problem, nextTryAt: iso }),
    /** 425 or 429: not applied, the service asked to wait. */
    z.object({ type: z.literal('deferred'), problem, nextTryAt: iso }),
    /** 401 or 403: not applied; the key was refused. */
    z.object({ type: z.literal('unauthorized'), problem, nextTryAt: iso }),
    /** 404, 405, 410 or a redirect for `POST /pets`: not applied; the address is wrong. */
    z.object({ type: z.literal('misconfigured'), problem, nextTryAt: iso }),
    /** Everything else: it may have been applied. `applied`: it certainly was, but under which id is not known. */
    /** `refusal`: the status of an unsigned 4xx: a box on the way may have said it. */
    z.object({
      type: z.literal('unknown'),
      problem,
      nextTryAt: z.optional(iso),
      applied: z.optional(z.boolean()),
      refusal: z.optional(z.number()),
    }),
  ]),
);
/** The result of an attempt. */
export type AttemptResult = z.infer<typeof attemptResult>;

/**
 * Who entered or sent an animal, for a person who wants proof: the profile, how its API key ends, and its store's address
 * then, as a profile may be moved to another store.
 */
const sender = { profile: z.optional(z.string()), keyEnd: z.optional(z.string()), baseUrl: z.optional(z.string()) };
/** Who enters and sends. */
export type Sender = { readonly [K in keyof typeof sender]?: string | undefined };

/** An answer as whoever runs the store finds it again. `requestId`: its `X-Request-Id`. */
const answerSchema = z.object({ status: z.number(), requestId: z.optional(z.string()) });
/** An answer as whoever runs the store finds it again. */
export type Answered = z.infer<typeof answerSchema>;

/**
 * No sender sends it before then, so that a person can take it back. Absent: it may be sent at once; after an edit, when
 * it could have been without that.
 */
const resting = { restsUntil: z.optional(iso) };

/** A kind of record, and when it was written. */
function record<const Kind extends string, Shape extends z.core.$ZodShape>(kind: Kind, shape: Shape) {
  return z.object({ kind: z.literal(kind), at: iso, ...shape });
}

/** Made when the first record is read: most look-ups do without, and building it takes half a millisecond. */
export const recordSchema = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /**
     * The first one. `body` is the exact text that is sent, `batch` names the import it came with, `credential` is a
     * digest of the API key of that moment: another key may show another store. Absent: entered without a key.
     */
    record('entered', {
      localId: z.string(),
      body: z.string(),
      key: z.string(),
      batch: z.optional(z.string()),
      credential: z.optional(z.string()),
      ...resting,
      ...sender,
    }),
    record('attempt', {
      /** Milliseconds since the machine started: the clock of the settle time (see `elapsedAtLeast`). */
      uptime: z.number(),
      /** Names the start of the machine that `uptime` counts from. */
      boot: z.optional(z.string()),
      /** Identifies the sending process; for people reading the file. */
      process: z.string(),
      /** Known pets with its name and category, ours among them; and those with a near name. Absent: not any. */
      alike: z.optional(z.array(storedInt64)),
      nearBefore: z.optional(z.array(storedInt64)),
      /** The last animals of ours that the store took in; absent: not any. */
      known: z.optional(z.array(storedInt64)),
      /** How old the list was that these were known from, in milliseconds. Absent: there was none. */
      listAge: z.optional(z.number()),
      /** How many animals it had. Absent: it was not whole. */
      listRows: z.optional(z.number()),
      /** The highest id that was known, our own animals' among them. Absent: unknown. */
      highest: z.optional(storedInt64),
      /** Whether the service was known to honour idempotency keys when this was sent. */
      honoured: z.boolean(),
      /** A digest of the API key: a key honoured for one credential may not be for another. */
      credential: z.string(),
      ...sender,
    }),
    /**
     * In the place of so many events, after which it was as if it had never been sent (`local/queue/shorten-history.ts`):
     * how often it had been sent by then, and what was to be sent next, with which key.
     */
    record('left-out', { events: z.number(), attempts: z.number(), body: z.string(), key: z.string() }),
    /** `uptime`: when the answer, or the lack of one, was there; the settle time counts from then. No `answer`: none came. */
    record('outcome', {
      /** The place of its attempt among all events, counted from 0; those that are left out count too. */
      attempt: z.number(),
      result: attemptResult,
      uptime: z.optional(z.number()),
      answer: z.optional(answerSchema),
    }),
    /**
     * A whole search. One of `candidates` may be ours; `complete`: the list showed everything, or reached back to
     * before the attempt; `couldSettle`: enough time had passed for it to prove that the animal is not there.
     */
    record('looked', {
      uptime: z.number(),
      boot: z.optional(z.string()),
      complete: z.boolean(),
      candidates: z.array(storedPetSchema),
      /** Newcomers that it may have become. */
      near: z.optional(z.array(storedInt64)),
      couldSettle: z.boolean(),
    }),
    /** What looked like it right after the answer was lost: for a name that others have, later ones may be theirs. */
    record('looked-at-once', { ids: z.array(storedInt64) }),
    /** A search that could not be finished; after five in a row a person is asked. */
    record('not-looked', { problem, nextTryAt: iso }),
    /** Proven absent: queued again under a new key; with `refusal`, proven time and again, and so rejected. */
    record('absent', { key: z.string(), refusal: z.optional(problem) }),
    record('adopted', { pet: storedPetSchema, by: z.enum(['engine', 'person']), evidence: z.string() }),
    /** A person's last answer is taken back: everything is as it was when they gave it. */
    record('reopened', {}),
    /**
     * Whole lists lack the animal that it became: `told` to a person, or `asked` about; `over`: a list shows it again.
     */
    record('gone', { pet: storedPetSchema, is: z.enum(['told', 'asked', 'over']) }),
    /**
     * The queue was copied or restored, and a person goes on from here: it may have been sent from another copy until
     * then. `known`, `alike` and `highest` as those of an attempt; `alike` is empty where nothing tells of then.
     */
    record('copied', {
      uptime: z.number(),
      boot: z.optional(z.string()),
      known: z.array(storedInt64),
      alike: z.array(storedInt64),
      highest: z.optional(storedInt64),
    }),
    record('review', { reason: z.string(), candidates: z.array(storedPetSchema) }),
    record('edited', { body: z.string(), key: z.string(), ...resting }),
    /** `byForm`: by a form that corrects it, and only as long as that is open; else by a person. */
    record('held', { byForm: z.optional(z.boolean()) }),
    record('released', resting),
    record('retried', {}),
    record('discarded', {}),
    record('restored', resting),
    /** A person's verdict: send it once more, although it may make a second one. `key`: as the former one made one. */
    record('sent-again', { key: z.optional(z.string()), ...resting }),
  ]),
);

/** One event in an entry's history. */
export type EntryRecord = z.infer<typeof recordSchema>;
/** The events of one kind. */
export type RecordOf<K extends EntryRecord['kind']> = Extract<EntryRecord, { kind: K }>;

/** An event that somebody may want proof of, without what only the program needs. */
export type ProofStep = { readonly at: string } & (
  | ({ readonly kind: 'entered' } & Sender)
  /** `key`: the Idempotency-Key. */
  | ({ readonly kind: 'attempt'; readonly key: string } & Sender)
  | {
      readonly kind: 'outcome';
      readonly result: AttemptResult['type'];
      readonly status?: number | undefined;
      readonly requestId?: string | undefined;
      /** The animal in the answer, and why it is not ours, or none. */
      readonly petId?: Int64;
      readonly message?: string;
    }
  | {
      readonly kind: 'looked';
      readonly isWhole: boolean;
      readonly ids: readonly Int64[];
      readonly near: readonly Int64[];
    }
  | { readonly kind: 'looked-at-once'; readonly ids: readonly Int64[] }
  | { readonly kind: 'adopted'; readonly by: 'engine' | 'person'; readonly petId: Int64; readonly evidence: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'left-out'; readonly events: number }
  | { readonly kind: 'gone'; readonly petId: Int64; readonly isOver: boolean }
  | { readonly kind: 'review'; readonly message: string }
  | { readonly kind: 'edited'; readonly body: string }
  | { readonly kind: 'copied' | 'reopened' | 'held' | 'released' | 'retried' | 'discarded' | 'restored' | 'sent-again' }
);
