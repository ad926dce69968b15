/**
 * The one state of an engine: the view of the screens, sending, and the knowledge of the service since it was opened,
 * with the ports. What stops all sending, and the trouble of the local store, are in `troubles.ts`.
 *
 * The facts behind "may anything be sent now?" (`domain/connection.ts`) are private. Each change of one has a name, so
 * it can be found, and the answer is right after it.
 */
import type { Entry } from '../domain/entry.ts';
import { type Connection, type ConnectionState, type MaySend, isSameAnswer, maySend } from '../domain/connection.ts';
import type { Int64 } from '../domain/int64.ts';
import { distinctPets, placeOf } from '../domain/pet/compare-pets.ts';
import type { Pet } from '../domain/pet.ts';
import type { Problem } from '../domain/problem.ts';
import type { Sender } from '../domain/record.ts';
import { type Clock, type Present, isoNow } from '../platform/time/clock.ts';
import { createTurns } from '../platform/concurrency/turns.ts';
import { type PatientClient, withPatience } from '../client/patient-reads.ts';
import type { PetClient } from '../client/pet-client.ts';
import { noKnowledge, type StoreKnowledge } from '../local/queue/queue-document.ts';
import type { SavedCopy } from '../local/saved-pets.ts';
import type { SenderLease } from '../local/sender-lease.ts';
import type { LocalFiles } from '../local/local-files.ts';
import { type Snapshot, emptySnapshot } from './api.ts';
import { emptyCopy, savedView } from './list/saved-lists.ts';
import { Questions, createLocalErrors } from './reconcile/troubles.ts';

/** The engine's ports, and the values of the profile and settings. */
export type EngineOptions = {
  readonly local: LocalFiles;
  readonly client: PetClient;
  readonly clock: Clock;
  /** From 0 up to 1, as Math.random. */
  readonly random: () => number;
  /** A digest of the API key, to tell keys apart without holding one. A getter if the key may be replaced. */
  readonly credential: string;
  /** Who enters and sends, for the proof of an animal. A getter if the key may be replaced. Absent: not told. */
  readonly sender?: Sender;
  /** Looks whether there is another key by now; its result replaces the present one. Absent: the key stays. */
  readonly findNewKey?: () => Promise<(() => void) | undefined>;
  readonly idempotency: 'honoured' | 'auto' | 'off';
  /** Identifies this process in attempts, for people who read the files. */
  readonly process: string;
  /** How long after sending a lost answer is first searched for, in milliseconds. */
  readonly settleMs: number;
  /** How often lists are refreshed while the app is open, in milliseconds. */
  readonly refreshMs: number;
  /** A list of no more animals is always read whole; default 500, five pages. */
  readonly shortList?: number;
  /** So many that wait are sent one after the other, in their order, whatever the service honours; default 20. */
  readonly inOrder?: number;
  /** Takes an unexpected error to the log. */
  readonly report?: (error: unknown) => void;
  /** Whether the queue still belongs to this address: another petstore may have moved the profile. Absent: always. */
  readonly isStillThere?: () => Promise<boolean>;
};

/** Begins without readings and requests. Listeners are called after the snapshot was replaced. */
export class EngineState {
  readonly clock: Clock;
  readonly local: LocalFiles;
  readonly client: PatientClient;
  readonly settleMs: number;
  /** Drains of this engine, one at a time: the open app's own, a person's `:sync`. */
  readonly drains = createTurns();
  readonly questions: Questions;
  readonly localErrors: ReturnType<typeof createLocalErrors>;
  /** Waits set before this time (milliseconds since 1970) are over: a person asked, or the machine woke. */
  retryRequestedAt = 0;
  /** The entries that this process is sending right now. */
  readonly inFlight = new Set<string>();
  /** The ids that the store gave to animals of which the queue does not know it yet. */
  readonly #answered = new Set<Int64>();
  /**
   * Unclear answers to sending in a row, and until when no other animal is sent because of them, by `clock.uptime()`.
   */
  unclear = { inRow: 0, until: 0 };
  /** The second queues of a synchronised folder that this process took in. */
  joined: Snapshot['unreadable'] = [];
  /** Whether another process holds the lease while there is an attempt without an outcome. */
  isOtherSending = false;
  /**
   * When the reading of the list that tells most began, by `clock.uptime()`, and how many animals it had; absent: it was
   * not whole.
   */
  listedAt: { readonly uptime: number; readonly rows?: number } | undefined;
  /** When the list was last read to its end, and when its news were, by `clock.uptime()`. */
  readAt = { news: -Infinity, whole: -Infinity };
  /** The store gave an id of before: what is planned is not sent. */
  mustCompare = false;
  /** The animals that it gave one to, and after which its whole list was compared with what is known. */
  readonly compared = new Set<string>();
  /** When look-ups by id end, by the service's `Sunset` header, milliseconds since 1970; undefined: not said. */
  lookUpsEndAt: number | undefined;

  readonly #listeners = new Set<() => void>();
  #seen: readonly Entry[] = [];
  #snapshot: Snapshot;
  #workingOffline = false;
  #network = new AbortController();
  #lease: SenderLease | undefined;
  #saved = emptyCopy;
  #arriving: readonly Pet[] = [];
  #knowledge = noKnowledge;
  #heldKnowledge = noKnowledge;

  readonly options: EngineOptions;

  constructor(options: EngineOptions) {
    this.options = options;
    this.clock = options.clock;
    this.local = options.local;
    this.client = withPatience(options.client, options.clock);
    this.settleMs = options.settleMs;
    const connection: Connection = { state: 'connecting', since: isoNow(options.clock) };
    this.#snapshot = { ...emptySnapshot, connection, sending: { type: 'no', why: 'unreachable', connection } };
    this.localErrors = createLocalErrors(this);
    this.questions = new Questions(this);
  }

  get credential(): string {
    return this.options.credential;
  }

  /** Whether the queue differs from the one that was noted the last time. */
  noteSeen(entries: readonly Entry[]): boolean {
    const isNew = entries !== this.#seen;
    this.#seen = entries;
    return isNew;
  }

  // The view of the screens.

  readonly snapshot = (): Snapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes changes in and tells all listeners, unless it is the same. The connection has ways of its own. */
  show(changes: Partial<Omit<Snapshot, 'connection' | 'sending'>>): void {
    this.#publish(this.#answered.size > 0 ? this.#eachOnce(changes) : changes);
  }

  /** Shows an animal that the store took in together with the queue that has it as that: else it would be there twice. */
  showCreated(id: Int64, saved: Promise<unknown>): void {
    const show = (): void => {
      this.#answered.delete(id);
      this.show({ pets: this.shownPets(), entries: this.shownEntries() });
    };
    this.#answered.add(id);
    saved.then(show, show);
  }

  #eachOnce<T extends Partial<Pick<Snapshot, 'pets' | 'entries'>>>(changes: T): T {
    const { entries, pets = entries && this.shownPets() } = changes;
    for (const { petId } of entries ?? []) {
      if (petId !== undefined) {
        this.#answered.delete(petId);
      }
    }

    const shown = [...(pets ?? [])];
    for (const id of this.#answered) {
      const place = placeOf(shown, id);
      if (shown[place]?.id === id) {
        shown.splice(place, 1);
      }
    }

    return pets ? { ...changes, pets: shown } : changes;
  }

  /** Shows a state, unless a person works offline; `since` stays while the state does. */
  setConnection(state: ConnectionState, problem?: Problem, nextTryAt?: string): void {
    const before = this.#snapshot.connection;
    const isSame = before.state === state;
    const isTold = isSame && before.problem?.message === problem?.message && before.nextTryAt === nextTryAt;
    if (isTold || this.#workingOffline) {
      return;
    }

    const since = isSame ? before.since : isoNow(this.clock);
    const connection = { state, since, ...(problem && { problem }), ...(nextTryAt !== undefined && { nextTryAt }) };
    this.#publish({ connection });
  }

  get workingOffline(): boolean {
    return this.#workingOffline;
  }

  /** Follows the choice: `since`, ISO; undefined: not offline. Whatever is in flight ends, and is checked later. */
  setWorkingOffline(since: string | undefined): void {
    if ((since !== undefined) === this.#workingOffline) {
      return;
    }

    this.#workingOffline = since !== undefined;
    this.abortNetwork();
    this.renewNetwork();
    if (since === undefined) {
      this.setConnection('connecting');
    } else {
      this.#publish({ connection: { state: 'working-offline', since } });
    }
  }

  /** Fires when everything in flight is to end. */
  get network(): AbortSignal {
    return this.#network.signal;
  }

  abortNetwork(): void {
    this.#network.abort();
  }

  /** Requests from here on are not ended by earlier events. */
  renewNetwork(): void {
    if (this.#network.signal.aborted) {
      this.#network = new AbortController();
    }
  }

  #publish(changes: Partial<Snapshot>): void {
    const keys = Object.keys(changes) as (keyof Snapshot)[];
    const isChanged = keys.some((key) => this.#snapshot[key] !== changes[key]);
    const before = this.#snapshot;
    this.#snapshot = isChanged ? { ...before, ...changes } : before;
    const sending = this.maySend();
    if (!isSameAnswer(sending, before.sending)) {
      this.#snapshot = { ...this.#snapshot, sending };
    }

    if (this.#snapshot !== before) {
      for (const listener of this.#listeners) {
        listener();
      }
    }
  }

  // Sending.

  /** Whether anything may be sent now, and why not: the one answer that sender, screens and commands go by. */
  maySend(): MaySend {
    return maySend({
      isNewer: this.local.newer() !== undefined,
      workingOffline: this.workingOffline,
      paused: this.questions.open,
      connection: this.#snapshot.connection,
    });
  }

  showEntries(): void {
    this.show({ entries: this.shownEntries() });
  }

  /** The queue as it is to be shown. */
  shownEntries(): readonly Entry[] {
    const entries = this.local.queue.entries();
    return entries.some((entry) => this.#isOrphaned(entry)) ? entries.map((entry) => this.asShown(entry)) : entries;
  }

  /** An entry as it is to be shown: of an orphaned one it must be found out whether it arrived. */
  asShown(entry: Entry): Entry {
    return this.#isOrphaned(entry) ? { ...entry, state: 'checking' } : entry;
  }

  /**
   * Whether an attempt has no outcome, and will get none: its process died, or could not save it. It has one yet while a
   * sender lives: this process, or another that holds the lease.
   */
  #isOrphaned({ state, localId }: Entry): boolean {
    return state === 'sending' && !this.inFlight.has(localId) && (this.#lease !== undefined || !this.isOtherSending);
  }

  /** Held while this process is the sender. */
  get lease(): SenderLease | undefined {
    return this.#lease;
  }

  /** This process is the sender from here on. Undefined: another one is. */
  holdLease(lease: SenderLease | undefined): void {
    this.#lease = lease;
    this.show({ otherSender: lease === undefined });
  }

  releaseLease(): void {
    this.#lease?.release();
    this.#lease = undefined;
  }

  // The knowledge of the service.

  /** The readings, as the list cache keeps them. */
  get saved(): SavedCopy {
    return this.#saved;
  }

  /** Every change of the saved copy. It is shown only after `showSaved`. */
  setSaved(saved: SavedCopy): void {
    this.#saved = saved;
    this.show({});
  }

  showSaved(): void {
    this.show({ ...savedView(this.#saved), pets: this.shownPets() });
  }

  /** Shows the rows of the very first list as its pages arrive: what else changes meanwhile takes none away. */
  showArriving(pets: readonly Pet[]): void {
    this.#arriving = pets;
    this.show({ pets: this.shownPets() });
  }

  /** All of them are accounted for, or none will be. */
  endArriving(): void {
    this.#arriving = [];
  }

  /** The animals that are saved, and those that arrive. */
  shownPets(): readonly Pet[] {
    const { pets } = this.#saved;
    return this.#arriving.length === 0 ? pets : distinctPets([...this.#arriving, ...pets]);
  }

  /** What is known of the store. */
  get knowledge(): StoreKnowledge {
    return this.#knowledge;
  }

  /** Whether it differs from the disk. */
  get isKnowledgeNew(): boolean {
    return this.#knowledge !== this.#heldKnowledge;
  }

  learn(knowledge: StoreKnowledge): void {
    this.#knowledge = knowledge;
    this.show({ honoursKeys: this.areKeysHonoured() });
  }

  /** Whether the same bytes may be sent again under the same key: a person says so, or the store's answers do. */
  areKeysHonoured(): boolean {
    const { idempotency } = this.options;
    return idempotency === 'honoured' || (idempotency === 'auto' && (this.#knowledge.echoes ?? 0) > 0);
  }

  /** The disk has this: other processes may have written it. What is newer here stays. */
  takeKnowledge(onDisk: StoreKnowledge): void {
    const knowledge = this.joinKnowledge(onDisk);
    this.#heldKnowledge = onDisk;
    this.learn(JSON.stringify(knowledge) === JSON.stringify(onDisk) ? onDisk : knowledge);
  }

  /** What is known, where the disk has this. */
  joinKnowledge(onDisk: StoreKnowledge): StoreKnowledge {
    const [before, here] = [this.#heldKnowledge, this.#knowledge];
    const newer = <Key extends keyof StoreKnowledge>(key: Key): StoreKnowledge[Key] =>
      (here[key] === before[key] ? onDisk : here)[key];
    return here === before
      ? onDisk
      : {
          ours: newer('ours'),
          gone: newer('gone'),
          missing: newer('missing'),
          isPrompt: newer('isPrompt'),
          ids: newer('ids'),
          echoes: newer('echoes'),
          apiKeys: onDisk.apiKeys,
        };
  }

  present(): Present & { readonly boot: string } {
    const { clock, local } = this;
    const [boot, uptime] = [clock.boot(), clock.uptime()];
    return { boot, uptime, since: local.knowledge.since(boot) ?? uptime };
  }

  /** What was known of the store holds no longer: it is another one, or was reset. The disk has `knowledge`. */
  forgetStore(resets: number, knowledge: StoreKnowledge): void {
    this.endArriving();
    this.setSaved({ ...emptyCopy, resets });
    this.listedAt = undefined;
    this.readAt = { news: -Infinity, whole: -Infinity };
    this.mustCompare = false;
    this.#heldKnowledge = knowledge;
    this.learn(knowledge);
  }
}

/** What a function needs of the state: one that only reads the queue cannot send, and its type says so. */
export type Part<Needed extends keyof EngineState> = Pick<EngineState, Needed>;
