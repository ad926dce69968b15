/** What the parts of the engine share: its ports, its settings, and the little that changes. */
import type { Connection } from '../domain/connection.js';
import type { Entry } from '../domain/entry.js';
import type { Int64 } from '../domain/int64.js';
import type { EntryRecord } from '../domain/record.js';
import type { Clock } from '../platform/time/clock.js';
import type { Turns } from '../platform/concurrency/turns.js';
import type { PetClient } from '../client/pet-client.js';
import type { Pulse } from '../client/transport/watch-pulse.js';
import type { SavedCopy } from '../local/list-cache.js';
import type { SenderLease } from '../local/sender-lease.js';
import type { LocalFiles } from '../local/local-files.js';
import type { Snapshot } from './api.js';

/** The engine's ports, and what the profile and settings say. */
export type EngineOptions = {
  readonly local: LocalFiles;
  readonly client: PetClient;
  readonly clock: Clock;
  /** From 0 up to 1, as Math.random. */
  readonly random: () => number;
  /** A digest of the API key, to tell keys apart without holding one. A getter where the key may be replaced. */
  readonly credential: string;
  /** Looks whether there is another key by now; what it returns puts that in place of the present one. Absent: the key stays. */
  readonly findNewKey?: () => Promise<(() => void) | undefined>;
  readonly idempotency: 'honoured' | 'unknown' | 'off';
  /** Identifies this process in attempts, for people who read the files. */
  readonly process: string;
  /** How long after sending a lost answer is first searched for, in milliseconds. */
  readonly settleMs: number;
  /** How often lists are refreshed while the app is open, in milliseconds. */
  readonly refreshMs: number;
  /** Tells whether this process stood still; absent: by timers of its own. */
  readonly watchPulse?: (clock: Clock) => Pulse;
  /** Takes an error that nobody foresaw to the log. */
  readonly report?: (error: unknown) => void;
  /** Whether the queue still belongs to the address this engine sends to: another petstore may have moved the profile. Absent: always. */
  readonly isStillThere?: () => Promise<boolean>;
};

/** The ids on the service as last listed whole, and those learnt since. */
export type Listing = {
  /** Each with its place in the order in which they were learnt. */
  readonly ids: Map<Int64, number>;
  /** The ids of pets by what identifies an animal for recognition (`matchingKey`). */
  readonly lookalikes: Map<string, readonly Int64[]>;
  listedAt: string;
  /** When its reading began, or it was last extended: a reading of `clock.uptime()`. */
  uptime: number;
  /** A reading of `clock.uptime()`: after it nothing is sent on the ground of it. */
  sendBy: number;
  /** See `Undecided.freshAbove`. */
  freshAbove: Int64 | undefined;
  /** What `base` does not hold yet, but for the animals of our own entries. */
  readonly learnt: Set<Int64>;
  /** The published baseline document of the list itself, once an attempt needed one. */
  base: string | undefined;
  /** The published baseline document with exactly these ids. */
  baseline: string | undefined;
};

/** What the parts of the engine share: the ports, and what was learnt of the service since the start. */
export type Context = EngineOptions & {
  saved: SavedCopy;
  /** The last complete listing, extended by every id learnt since. */
  listing: Listing | undefined;
  /** Whether the service honours keys, once that is known. */
  honours: boolean | undefined;
  /** It was asked and the question got lost, so that `honours` is no more than a careful guess. */
  isUnanswered: boolean;
  /** Sending was refused as a whole and waits for a person, a new key, or the next correct answer. */
  paused: Connection | undefined;
  /** The folder's origin does not match; sending waits until a person confirms. */
  isCopied: boolean;
  workingOffline: boolean;
  /** Aborted, and replaced, to end everything in flight. */
  network: AbortController;
  /** Waits set before this time (milliseconds since 1970) are over. */
  retryRequestedAt: number;
  /** Drains of this engine, one at a time: the open app's own, a person's `:sync`. */
  readonly drains: Turns;
  /** Held while this process is the sender. */
  lease: SenderLease | undefined;
  /** Local ids this process is sending right now. */
  readonly inFlight: Set<string>;
  /** Outcomes that could not be saved (the disk was full): tried again before anything else. */
  readonly unsaved: Map<string, { entry: Entry; record: EntryRecord }>;
  /** When the service's own `Sunset` header says that look-ups by id end, milliseconds since 1970; undefined: it did not say. */
  lookUpsEndAt: number | undefined;
  /** Ids that the service has since denied to hold: somebody removed them, and they belong to nobody. */
  readonly gone: Set<Int64>;
  /** Ids that it holds, and does not list. */
  readonly hidden: Set<Int64>;
  /** What lists lack of what was confirmed a moment ago: how long that was missing, in milliseconds, when last seen. */
  readonly missed: Map<Int64, number>;
  /** Takes in a change of anything the snapshot shows. */
  readonly update: (patch: Partial<Snapshot>) => void;
  /** Reads the queue folder again and shows it. */
  readonly refreshQueue: () => Promise<boolean>;
  readonly snapshot: () => Snapshot;
};
