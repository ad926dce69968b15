/**
 * The one state of an engine: its ports, its knowledge of the service since it was opened, and the screens' view of
 * that.
 *
 * Its fields are private. Whatever changes one has a name here, so that each change can be found, and the answer to
 * "may anything be sent now?" (`domain/may-send.ts`) is right after each of them.
 */
import type { Connection, ConnectionState } from '../domain/connection.js';
import type { Entry } from '../domain/entry.js';
import type { Pet } from '../domain/pet.js';
import type { Problem } from '../domain/problem.js';
import type { EntryRecord } from '../domain/record.js';
import { type Clock, isoNow, type Present } from '../platform/time/clock.js';
import { createTurns } from '../platform/concurrency/turns.js';
import type { PetClient } from '../client/pet-client.js';
import { type Pulse, watchPulse } from '../client/transport/watch-connection.js';
import { type Credit, noCredit } from '../local/footprints.js';
import type { SavedCopy } from '../local/list-cache.js';
import type { SenderLease } from '../local/sender-lease.js';
import type { LocalFiles } from '../local/local-files.js';
import { emptySnapshot, type Snapshot } from './api.js';
import { emptyCopy, savedView } from './lists/saved-lists.js';
import { isSameAnswer, maySend, type MaySend } from '../domain/may-send.js';
import type { Listing } from './evidence/listing.js';

/** The engine's ports, and the values of the profile and settings. */
export type EngineOptions = {
  readonly local: LocalFiles;
  readonly client: PetClient;
  readonly clock: Clock;
  /** From 0 up to 1, as Math.random. */
  readonly random: () => number;
  /** A digest of the API key, to tell keys apart without holding one. A getter if the key may be replaced. */
  readonly credential: string;
  /** Looks whether there is another key by now; its result replaces the present one. Absent: the key stays. */
  readonly findNewKey?: () => Promise<(() => void) | undefined>;
  readonly idempotency: 'honoured' | 'unknown' | 'off';
  /** Identifies this process in attempts, for people who read the files. */
  readonly process: string;
  /** How long after sending a lost answer is first searched for, in milliseconds. */
  readonly settleMs: number;
  /** How often lists are refreshed while the app is open, in milliseconds. */
  readonly refreshMs: number;
  /** A list of no more animals is always read whole; default 500, five pages. */
  readonly shortList?: number;
  /** Tells whether this process stood still; absent: by timers of its own. */
  readonly watchPulse?: (clock: Clock) => Pulse;
  /** Takes an unexpected error to the log. */
  readonly report?: (error: unknown) => void;
  /**
   * Whether the queue still belongs to the address this engine sends to: another petstore may have moved the profile.
   * Absent: always.
   */
  readonly isStillThere?: () => Promise<boolean>;
};

/**
 * Whether the service honours idempotency keys. `unanswered`: it was asked and the question got lost, so sending now
 * goes as to one that does not.
 */
type KeySupport = 'unknown' | 'honoured' | 'not-honoured' | 'unanswered';

/** What of the snapshot is shown by whoever does the work; the rest follows from the state. */
type Shown = Partial<Omit<Snapshot, 'connection' | 'sending' | 'honoursKeys'>>;

/** The queued animals, and the like ones that the store shows: by local id. */
export type AlreadyThere = ReadonlyMap<string, readonly Pet[]>;

/** The questions about the queue itself, which `health/put-back.ts` asks. */
const copyCodes: readonly string[] = ['folder_copied', 'queue_put_back'];

/** Begins without readings and requests. Listeners are called after the snapshot was replaced. */
export class EngineState {
  readonly local: LocalFiles;
  readonly client: PetClient;
  readonly clock: Clock;
  readonly random: () => number;
  readonly process: string;
  /** The settle time, in milliseconds. */
  readonly settleMs: number;
  readonly refreshMs: number;
  readonly shortList: number;
  /** Drains of this engine, one at a time: the open app's own, a person's `:sync`. */
  readonly drains = createTurns();

  readonly #options: EngineOptions;
  readonly #listeners = new Set<() => void>();
  #snapshot: Snapshot;
  #saved = emptyCopy;
  #listing: Listing | undefined;
  #keySupport: KeySupport;
  #paused: Connection | undefined;
  #isCopied = false;
  #alreadyThere: AlreadyThere | undefined;
  #workingOffline = false;
  #isLive = false;
  #isCopyRead = false;
  #network = new AbortController();
  #retryRequestedAt = 0;
  #lease: SenderLease | undefined;
  #isOtherSending = false;
  readonly #inFlight = new Set<string>();
  readonly #unsaved = new Map<string, { readonly entry: Entry; readonly record: EntryRecord }>();
  #lookUpsEndAt: number | undefined;
  #credit = noCredit;
  #heldCredit = noCredit;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.local = options.local;
    this.client = options.client;
    this.clock = options.clock;
    this.random = options.random;
    this.process = options.process;
    this.settleMs = options.settleMs;
    this.refreshMs = options.refreshMs;
    this.shortList = options.shortList ?? 500;
    const told = options.idempotency === 'honoured' ? 'honoured' : 'not-honoured';
    this.#keySupport = options.idempotency === 'unknown' ? 'unknown' : told;
    const connection: Connection = { state: 'connecting', since: isoNow(options.clock) };
    this.#snapshot = {
      ...emptySnapshot,
      connection,
      sending: { type: 'no', why: 'unreachable', connection },
      honoursKeys: options.idempotency === 'honoured',
    };
  }

  // The ports that may be replaced, or be absent.

  get credential(): string {
    return this.#options.credential;
  }

  /** Takes an error that nobody foresaw to the log. */
  report(error: unknown): void {
    this.#options.report?.(error);
  }

  /** See `EngineOptions`. */
  async findNewKey(): Promise<(() => void) | undefined> {
    return await this.#options.findNewKey?.();
  }

  /** See `EngineOptions`. */
  async isStillThere(): Promise<boolean> {
    return (await this.#options.isStillThere?.()) !== false;
  }

  /** Tells whether this process stood still. */
  watchPulse(): Pulse {
    return (this.#options.watchPulse ?? watchPulse)(this.clock);
  }

  // The view of the screens.

  readonly snapshot = (): Snapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Takes changes in and tells all listeners, unless it is the same. */
  show(changes: Shown): void {
    this.#publish(changes);
  }

  /** Shows the entries as they were last read. */
  showEntries(): void {
    this.#publish({ entries: this.local.journal.entries() });
  }

  /** Shows the knowledge from the lists. */
  showSaved(): void {
    this.#publish(savedView(this.#saved));
  }

  // Sending: the permission, and the stops.

  /** Whether anything may be sent now, and why not: the one answer that sender, screens and commands go by. */
  maySend(): MaySend {
    return maySend({
      isNewer: this.local.newer() !== undefined,
      workingOffline: this.#workingOffline,
      isDoubted: this.#credit.doubt !== undefined && !this.#credit.doubt.isSure,
      paused: this.#paused,
      connection: this.#snapshot.connection,
    });
  }

  /** Sending was refused as a whole and waits for a person, a new key, or the next correct answer. */
  get paused(): Connection | undefined {
    return this.#paused;
  }

  /**
   * Stops sending to the service as a whole; the queue is kept. While a person is asked about the queue itself, a
   * question about the store waits: whoever answers that one has not said that the queue is no copy.
   */
  pause(state: 'unauthorized' | 'misconfigured' | 'changed' | 'error', problem: Problem): void {
    if (this.isAskedAboutQueue && (state === 'changed' || state === 'error') && !copyCodes.includes(problem.code)) {
      return;
    }

    this.#paused = { state, since: isoNow(this.clock), problem };
    this.setConnection(state, problem);
    this.#publish({});
  }

  /**
   * Ends a pause: a person confirmed, or its evidence is gone. `codes`: only one for such a reason. Returns whether it
   * did.
   */
  resume(...codes: readonly string[]): boolean {
    const isMeant =
      this.#paused !== undefined && (codes.length === 0 || codes.includes(this.#paused.problem?.code ?? ''));
    if (isMeant) {
      this.#paused = undefined;
      this.#publish({});
    }

    return isMeant;
  }

  /**
   * Ends a pause that no evidence and no question stands behind. `changed` outlasts this, and so does the doubt before
   * it.
   */
  endPause(): void {
    if (this.#paused?.state !== 'changed' && !(this.#credit.doubt && this.#paused?.state === 'error')) {
      this.resume();
    }
  }

  /** The folder is not where its origin says; sending waits until a person confirms. */
  get isCopied(): boolean {
    return this.#isCopied;
  }

  /** Whether a person is asked about the queue itself just now: whether it is a copy, or was put back. */
  get isAskedAboutQueue(): boolean {
    return copyCodes.includes(this.#paused?.problem?.code ?? '');
  }

  /** The queued animals that the store shows already, as far as it was asked since; undefined: it was not. */
  get alreadyThere(): AlreadyThere | undefined {
    return this.#alreadyThere;
  }

  noteAlreadyThere(alreadyThere: AlreadyThere | undefined): void {
    this.#alreadyThere = alreadyThere;
  }

  /** If it turns out that it is no copy, sending goes on, unless it is paused for another reason. */
  setCopied(isCopied: boolean): void {
    const wasCopied = this.#isCopied;
    this.#isCopied = isCopied;
    if (wasCopied && !isCopied && this.resume(...copyCodes)) {
      this.setConnection('connecting');
    }
  }

  /** Waits set before this time (milliseconds since 1970) are over. */
  get retryRequestedAt(): number {
    return this.#retryRequestedAt;
  }

  /** A person asked, or the machine woke: waiting ends now. */
  requestRetry(): void {
    this.#retryRequestedAt = this.clock.now();
  }

  /** Whether a person said it, so that the service is not asked. */
  get isKeySupportGiven(): boolean {
    return this.#options.idempotency !== 'unknown';
  }

  get keySupport(): KeySupport {
    return this.#keySupport;
  }

  learnKeySupport(support: Exclude<KeySupport, 'unknown'>): void {
    this.#keySupport = support;
    this.#publish({ honoursKeys: support === 'honoured' });
  }

  /** The question got lost; it is asked again before anything is planned. */
  askKeySupportAgain(): void {
    this.#keySupport = 'unknown';
  }

  // The connection.

  /** Shows a state; `since` stays while the state does. */
  setConnection(state: ConnectionState, problem?: Problem, nextTryAt?: string): void {
    const shown = this.#workingOffline ? 'working-offline' : state;
    const before = this.#snapshot.connection;
    const isSame = before.state === shown;
    if (isSame && before.problem?.message === problem?.message && before.nextTryAt === nextTryAt) {
      return;
    }

    const connection: Connection = {
      state: shown,
      since: isSame ? before.since : isoNow(this.clock),
      ...(problem && !this.#workingOffline ? { problem } : {}),
      ...(nextTryAt === undefined || this.#workingOffline ? {} : { nextTryAt }),
    };
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

  /** Whether a stream of the service is open that tells of changes. */
  get isLive(): boolean {
    return this.#isLive;
  }

  setLive(isLive: boolean): void {
    this.#isLive = isLive;
    this.#publish({ isLive });
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

  // The sender's work.

  /** Held while this process is the sender. */
  get lease(): SenderLease | undefined {
    return this.#lease;
  }

  /** This process is the sender from here on. Undefined: another one is. */
  holdLease(lease: SenderLease | undefined): void {
    this.#lease = lease;
    this.#publish({ otherSender: lease === undefined });
  }

  releaseLease(): void {
    this.#lease?.release();
    this.#lease = undefined;
  }

  /** Whether this process is sending an entry right now; without a name: any. */
  isInFlight(localId?: string): boolean {
    return localId === undefined ? this.#inFlight.size > 0 : this.#inFlight.has(localId);
  }

  beginAttempt(localId: string): void {
    this.#inFlight.add(localId);
  }

  endAttempt(localId: string): void {
    this.#inFlight.delete(localId);
  }

  /** Outcomes that could not be saved (the disk was full): tried again before anything else. */
  get unsaved(): ReadonlyMap<string, { readonly entry: Entry; readonly record: EntryRecord }> {
    return this.#unsaved;
  }

  keepUnsaved(entry: Entry, record: EntryRecord): void {
    this.#unsaved.set(entry.localId, { entry, record });
  }

  forgetUnsaved(localId: string): void {
    this.#unsaved.delete(localId);
  }

  /** Whether another process holds the lease while there is an attempt without an outcome. */
  get isOtherSending(): boolean {
    return this.#isOtherSending;
  }

  setOtherSending(isOtherSending: boolean): void {
    this.#isOtherSending = isOtherSending;
  }

  // The knowledge of the service.

  /** The readings, as the list cache keeps them. */
  get saved(): SavedCopy {
    return this.#saved;
  }

  /** Whether its pets were read; until then only the facts of the lists are there, and saving waits. */
  get isCopyRead(): boolean {
    return this.#isCopyRead;
  }

  noteCopyRead(): void {
    this.#isCopyRead = true;
  }

  /** Every change of the saved copy. It is shown only after `showSaved`. */
  setSaved(saved: SavedCopy): void {
    this.#saved = saved;
    this.#publish({});
  }

  /** The last list that was read to be searched against, extended by every id learnt since. */
  get listing(): Listing | undefined {
    return this.#listing;
  }

  holdListing(listing: Listing): void {
    this.#listing = listing;
  }

  /** Adds later knowledge to the listing. `isOurs`: it belongs to an entry whose record is about to say so. */
  extendListing(pets: Iterable<Pet>, { isOurs = false } = {}): void {
    this.#listing?.extend(pets, (id) => isOurs || this.local.journal.owners(id).length > 0);
  }

  dropListing(): void {
    this.#listing = undefined;
  }

  /**
   * When the service's own `Sunset` header says that look-ups by id end, milliseconds since 1970; undefined: it did not
   * say.
   */
  get lookUpsEndAt(): number | undefined {
    return this.#lookUpsEndAt;
  }

  learnEndOfLookUps(sunset: Date | undefined): void {
    this.#lookUpsEndAt = sunset?.getTime() ?? this.#lookUpsEndAt;
  }

  /** What sending knows of the store under the present key. */
  get credit(): Credit {
    return this.#credit;
  }

  /** Whether it differs from the disk. */
  get isCreditNew(): boolean {
    return this.#credit !== this.#heldCredit;
  }

  learnCredit(credit: Credit): void {
    this.#credit = credit;
  }

  /** The disk has this: other processes may have written it. Knowledge that is newer here stays. */
  holdCredit(onDisk: Credit): void {
    const [before, here] = [this.#heldCredit, this.#credit];
    const newer = <Key extends keyof Credit>(key: Key): Credit[Key] => (here[key] === before[key] ? onDisk : here)[key];
    this.#heldCredit = onDisk;
    this.#credit =
      here === before ? onDisk : { witnesses: newer('witnesses'), ids: newer('ids'), doubt: newer('doubt') };
  }

  /** Now, by the machine's own clock. */
  present(): Present & { readonly boot: string } {
    const { clock, local } = this;
    const [boot, uptime] = [clock.boot(), clock.uptime()];
    return { boot, uptime, since: local.footprints.since(boot) ?? uptime };
  }

  /** The knowledge of the service's ids holds no longer: it was reset, or shows another tenant's animals. */
  forgetIds(): void {
    this.#listing = undefined;
    this.learnCredit(noCredit);
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
}
