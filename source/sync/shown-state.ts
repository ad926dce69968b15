/** The view of the screens: the snapshot, the connection as it is shown, and the requests that working offline ends. */
import type { Connection, ConnectionState } from '../domain/connection.js';
import { isSameAnswer, type MaySend } from '../domain/may-send.js';
import type { Problem } from '../domain/problem.js';
import { type Clock, isoNow } from '../platform/time/clock.js';
import { emptySnapshot, type Snapshot } from './api.js';

/** The lower part of `EngineState`. Listeners are called after the snapshot was replaced. */
export abstract class ShownState {
  readonly #listeners = new Set<() => void>();
  #snapshot: Snapshot;
  #workingOffline = false;
  #network = new AbortController();

  constructor(readonly clock: Clock) {
    const connection: Connection = { state: 'connecting', since: isoNow(clock) };
    this.#snapshot = { ...emptySnapshot, connection, sending: { type: 'no', why: 'unreachable', connection } };
  }

  readonly snapshot = (): Snapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Whether anything may be sent now, and why not: the one answer that sender, screens and commands go by. */
  abstract maySend(): MaySend;

  /** Takes changes in and tells all listeners, unless it is the same. The connection has ways of its own. */
  show(changes: Partial<Omit<Snapshot, 'connection' | 'sending'>>): void {
    this.#publish(changes);
  }

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
}
