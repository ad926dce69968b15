/** The state and the operations of the engine: all that the screens and commands know of it. */
import type { Activity } from '../domain/activity.ts';
import type { Connection, MaySend } from '../domain/connection.ts';
import type { AnimalId, Entry } from '../domain/entry.ts';
import type { Int64 } from '../domain/int64.ts';
import type { NewPet, Pet, PetField, PetStatus } from '../domain/pet.ts';
import type { Problem } from '../domain/problem.ts';
import type { ByForm, QueueStep, QueueVerb, Rest } from '../domain/verbs.ts';

/** One saved list: the unfiltered one, or that of a status. */
export type ListKey = 'all' | PetStatus;

/** The source of a list, and how much of it was seen. */
type ListInfo = {
  /** ISO 8601 UTC; undefined: never fetched. */
  readonly fetchedAt: string | undefined;
  /** Since when all added animals are here, ISO 8601 UTC. Absent: no later than `fetchedAt`. */
  readonly heardAt?: string | undefined;
  /** False whenever the service may hold more than was seen; absence is then no proof. */
  readonly complete: boolean;
};

/** A file of the queue that cannot be used; shown with its path, never deleted. `localId`: whose record it is. */
type UnreadableFile = { readonly path: string; readonly localId?: string; readonly problem: Problem };

/** What is told of a long list while it is read: nothing is sent before its end. */
export const readingTheList = 'Reading the list';

/** The engine's state at one moment; a new object after every change, its parts the same if they did not change. */
export type Snapshot = {
  readonly connection: Connection;
  /** Whether anything may be sent now, and why not. */
  readonly sending: MaySend;
  /** Every known pet, ascending by id. The array is a new one whenever its content changed, and only then. */
  readonly pets: readonly Pet[];
  readonly lists: Readonly<Record<ListKey, ListInfo>>;
  /** Pets whose last word is no list's but an answer on them alone, and when; the last one of an id counts. */
  readonly lookedUp: readonly { readonly id: Int64; readonly at: string }[];
  /** Rows of the last list that are no pet, and so are not shown; undefined: no such rows, or no list was read. */
  readonly unreadableRows: { readonly rows: number; readonly why: string } | undefined;
  /** The fault of the next pages of the store's list; undefined: they are right, or were not asked for yet. */
  readonly oddPages: Problem | undefined;
  /** Why the saved list cannot be used; it is read again from the store. Undefined: it can, or there is none. */
  readonly savedTrouble: string | undefined;
  /** False until the saved list has been read; the screens then say that it is being opened. */
  readonly loaded: boolean;
  /** Every entry but those the archive holds, oldest first, in all states. A new array whenever anything changed. */
  readonly entries: readonly Entry[];
  readonly unreadable: readonly UnreadableFile[];
  /** Why the queue could not be read, or not all of it: hidden animals may wait. One damaged file is no reason. */
  readonly queueTrouble: Problem | undefined;
  /** Why no animal was sent just now although the store can be reached. */
  readonly delay: Problem | undefined;
  /** Long work under way, such as `{ what: 'Reading the list', done: 300, total: undefined }`. */
  readonly progress: { readonly what: string; readonly done: number; readonly total: number | undefined } | undefined;
  /** Whether requests are under way for the lists right now. */
  readonly refreshing: boolean;
  /** When the open app asks for news the next time, ISO 8601 UTC; undefined: not known. */
  readonly nextRefreshAt: string | undefined;
  /** Whether the open app asks for news every few seconds, as the store has a change link. */
  readonly isLive: boolean;
  /** Pets that somebody else added a moment ago, while the app was open. */
  readonly newcomers: ReadonlySet<Int64>;
  /** The activities of the store, in order: noticed since this was opened, and read by `loadActivities`. */
  readonly activities: readonly Activity[];
  /** All that the change log holds, in its order; empty until `loadActivities` was asked for it. */
  readonly recorded: readonly Activity[];
  readonly honoursKeys: boolean;
  /** Another process is the sender and sends the queue; this one did not send when it last tried. */
  readonly otherSender: boolean;
  /** The local store cannot be written (read-only, full, newer version): why. Animals cannot be added then. */
  readonly readOnly: Problem | undefined;
  /** The result of the last sending: how many animals were sent, refused, or left to a person, and when. */
  readonly summary:
    | { readonly sent: number; readonly refused: number; readonly undecided: number; readonly at: string }
    | undefined;
};

const neverFetched: ListInfo = { fetchedAt: undefined, complete: false };
const unasked: Connection = { state: 'connecting', since: '1970-01-01T00:00:00.000Z' };

/** The snapshot of an engine that has not read or asked yet. */
export const emptySnapshot: Snapshot = {
  connection: unasked,
  sending: { type: 'no', why: 'unreachable', connection: unasked },
  pets: [],
  lists: { all: neverFetched, available: neverFetched, pending: neverFetched, sold: neverFetched },
  lookedUp: [],
  unreadableRows: undefined,
  oddPages: undefined,
  savedTrouble: undefined,
  loaded: false,
  entries: [],
  unreadable: [],
  queueTrouble: undefined,
  delay: undefined,
  progress: undefined,
  refreshing: false,
  nextRefreshAt: undefined,
  isLive: false,
  newcomers: new Set(),
  activities: [],
  recorded: [],
  honoursKeys: false,
  otherSender: false,
  readOnly: undefined,
  summary: undefined,
};

/** An entry that a sync brought forward, with its pet id if it has one. */
type SyncedEntry = { readonly localId: string; readonly id?: Int64 };

/** The result of one `sync`. */
export type SyncReport = {
  readonly connection: Connection;
  readonly created: readonly SyncedEntry[];
  readonly adopted: readonly SyncedEntry[];
  readonly rejected: readonly SyncedEntry[];
  readonly review: readonly SyncedEntry[];
  /** How many animals still wait, in any state but `created` and `discarded`. */
  readonly waiting: number;
  readonly refreshed: boolean;
};

/** The entry with a local id. */
export type FoundEntry =
  /** It waits, needs a person, or was sent or discarded lately. */
  | { readonly type: 'queued'; readonly entry: Entry }
  /** It was sent or discarded long ago. */
  | { readonly type: 'archived'; readonly entry: Entry }
  /** Its pet id is that of a store that was reset since; `stranger`: the animal that has it now, if that is known. */
  | { readonly type: 'former'; readonly entry: Entry; readonly stranger?: Pet }
  /** It is there, or may be, and cannot be read. */
  | { readonly type: 'unreadable'; readonly localId: string; readonly problem: Problem }
  | { readonly type: 'no-entry'; readonly localId: string };

/** The animal with an id of the store. `localId`: the asked name, if it is the animal that became it. */
export type FoundById = { readonly localId?: string } & (
  | { readonly type: 'pet'; readonly pet: Pet; readonly source: 'service' | 'cache'; readonly fetchedAt: string }
  /** It does not exist: by the store's word or a list that was just read, or (`savedAt`) by the saved copy. */
  | {
      readonly type: 'no-pet';
      readonly petId: Int64;
      readonly savedAt?: string | undefined;
      readonly connection: Connection;
    }
  /** It could not be found out; `connection` says why. `savedAt`: how old the copy is that has no such animal. */
  | {
      readonly type: 'unknown-pet';
      readonly petId: Int64;
      readonly savedAt?: string | undefined;
      readonly connection: Connection;
    }
);

/** The target of an id. */
export type Found = FoundEntry | FoundById;

/** An action on an entry that its present state does not allow, or an entry that does not exist. */
export class ActionError extends Error {
  override readonly name = 'ActionError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The arguments of a verb beside the animal. */
type GivenTo = {
  /** `from`: see `Edit`. Refused as `changed_meanwhile` if somebody else changed the same field since. */
  readonly edit: [pet: NewPet, from?: NewPet];
  readonly restore: [options?: Rest];
  readonly hold: [options?: ByForm];
  readonly release: [options?: Rest & ByForm];
  readonly sendAgain: [options?: Rest];
  readonly adopt: [petId: Int64];
};

/** The verbs of `domain/verbs.ts`; each publishes one record and returns the entry, or throws an `ActionError`. */
export type QueueActions = {
  [V in QueueVerb]: (localId: string, ...given: V extends keyof GivenTo ? GivenTo[V] : []) => Promise<Entry>;
};

/** The result of many steps: the animals that were changed, as they are since, and why the others were not. */
export type StepsReport = {
  readonly changed: readonly Entry[];
  readonly skipped: readonly { readonly localId: string; readonly problem: Problem }[];
};

/** What tells an import from another one. */
type ImportOptions = {
  /** All of it, whatever was imported before. */
  readonly again: boolean;
  /** Without the rows that were imported before, and without corrections of one. */
  readonly onlyNew?: boolean;
  /** For so long no sender sends any of them, in milliseconds, up to a minute. */
  readonly restMs?: number;
  /** Not one is sent before a person releases it. */
  readonly held?: boolean;
  /** Gives it up without a trace, unless all was entered by then. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
};

/** Rows to import, by their places from 0, against those of earlier imports (`send/imported-rows.ts`). */
export type ImportComparison = {
  /** Those that were imported before. */
  readonly known: readonly number[];
  /** Those at the place of a row of before that differ from it in this one field. */
  readonly corrections: readonly { readonly row: number; readonly field: PetField }[];
  /** The time of the last import that had some of them, ISO; undefined: they are all new. */
  readonly at: string | undefined;
};

type ImportReport =
  | { readonly type: 'queued'; readonly localIds: readonly string[]; readonly comparison: ImportComparison }
  /** It stopped: some rows were imported before, or with `onlyNew` all. */
  | { readonly type: 'imported-before'; readonly comparison: ImportComparison };

/** The engine's whole public face: everything the app and the commands do with a store. */
export type Engine = QueueActions & {
  /** The present state; the same object until something changes. */
  readonly snapshot: () => Snapshot;
  /** Calls back after every change; returns the way to stop. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads the saved list and the queue, once; every other operation does so too, and waits for it. */
  load(): Promise<void>;
  /** Keeps the store in step until `stop`: probes, checks, sends, refreshes. For the app; commands do one thing. */
  start(): void;
  /** A person is at the keyboard: for two minutes the open app asks a store with a change link more often. */
  attend(): void;
  /** Aborts requests, releases the sender's lock, writes the cache. Never waits for the network. `start` goes on. */
  stop(): Promise<void>;
  /** For Ctrl-Z: aborts requests and releases the sender's lock, does that work, and goes on. */
  suspendDuring(work: () => void | Promise<void>): Promise<void>;
  /**
   * Saves durably, and returns the queued entry; sending is another matter, and not done by any program for `restMs`
   * milliseconds, up to a minute. Throws a StorageError.
   */
  add(pet: NewPet, options?: { readonly restMs?: number }): Promise<Entry>;
  /**
   * Saves many animals, all of them or not one, also when the program is killed half-way. It stops if rows were
   * imported before, without `again` or `onlyNew`. Throws a StorageError if they cannot be saved.
   */
  importPets(pets: readonly NewPet[], options: ImportOptions): Promise<ImportReport>;
  /** Which of these rows were imported before. */
  compareImport(pets: readonly NewPet[]): Promise<ImportComparison>;
  /**
   * Takes many steps, each on another animal. Animals whose state does not allow it are skipped, and the others are
   * changed all the same. Durable as a whole when it resolves; throws a `StorageError` if that failed half-way.
   */
  changeMany(
    steps: readonly QueueStep<Exclude<QueueVerb, 'adopt'>>[],
    options?: { readonly onProgress?: (done: number, total: number) => void },
  ): Promise<StepsReport>;
  /** The target of a typed id. Without `look` the store is not asked: the entries are told as they are. */
  find(id: AnimalId, look?: { readonly offline: boolean; readonly signal?: AbortSignal }): Promise<Found>;
  /** One entry by its local id, from the archive too. Throws a `StorageError` if it may be there, unreadable. */
  findEntry(localId: string): Promise<Entry | undefined>;
  /** Every entry that the archive holds, oldest first: those that the snapshot leaves out. */
  archived(): Promise<readonly Entry[]>;
  /** When the store is asked next for an animal whose answer was lost, ISO; undefined: it is not looked for. */
  nextLookAt(localId: string): string | undefined;
  /** Sends one entry until it has an outcome, `signal` fires, or a wait is longer than `patienceMs`; returns it. */
  send(localId: string, signal: AbortSignal, patienceMs?: number): Promise<Entry>;
  /** Checks lost answers, sends the queue, refreshes the lists, until only a person or more time can help. */
  sync(options: {
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
    readonly onProgress?: (done: number, total: number) => void;
  }): Promise<SyncReport>;
  /**
   * Brings one list up to date, as a person wants to see it (`whole`) or for its news (`news`), by the cheapest way
   * that serves; resolves when done or failed (see `snapshot().connection`).
   */
  refresh(list: ListKey, scope: 'whole' | 'news', signal?: AbortSignal): Promise<boolean>;
  /** Shows the activities that programs noticed after a moment, ISO; `all`: the earlier ones too. Never fails. */
  loadActivities(since: string, options?: { readonly all: boolean }): Promise<void>;
  /** One request for the first page, which tells the connection's state; `changed`, too, if the queue is a copy. */
  probe(signal?: AbortSignal): Promise<Connection>;
  /**
   * A person's choice, which binds every program on this store until it is ended, over restarts: requests in flight
   * here are aborted, and the store is neither asked nor sent to. The connection is `working-offline` since then.
   * Resolves to false where another program is still in the middle of sending, and stops after the animal it is at.
   * Throws a `StorageError` if the choice cannot be kept; then it is as before.
   */
  setWorkingOffline(offline: boolean): Promise<boolean>;
  /** A person says that sending may go on, although the store or the queue looks `changed`, or it was paused. */
  resume(): Promise<void>;
};
