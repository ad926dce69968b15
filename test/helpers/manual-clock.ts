import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../source/platform/time/clock.ts';

export type ManualClock = Clock & {
  /** Lets time pass up to the next wait that ends, and ends it. False: nobody waits. */
  advanceToNext(): boolean;
  /** Lets this much time pass, ending the waits that fall into it, in order. */
  advance(ms: number): Promise<void>;
  /** Only the calendar clock moves, as when it is set. */
  jump(ms: number): void;
  /** Milliseconds that passed everywhere else: through sleep and restarts, and whatever the calendar is set to. */
  readonly elsewhere: () => number;
  /** As `wait`, on another machine: goes on while this one sleeps. */
  waitElsewhere(ms: number): Promise<void>;
  /** The machine sleeps: both clocks go on, waits do not. */
  sleep(ms: number): void;
  /** The machine starts anew: its uptime begins at 0. Who waited on it should be gone. */
  restart(): void;
};

type Wait = { due: number; readonly end: () => void; readonly isElsewhere: boolean };

/**
 * A clock that stands still until it is told otherwise, so that minutes of waiting cost a test nothing. It ticks in
 * whole milliseconds, as the machine's own does: what is left of a wait is never so little that adding it changes
 * nothing.
 */
export function createManualClock(): ManualClock {
  let now = Date.UTC(2026, 10, 21);
  let uptime = 1_000_000;
  let boots = 1;
  /** What waits are measured with: stands still while the machine sleeps, as the kernel's timers do. */
  let awake = 0;
  let slept = 0;
  const waits = new Set<Wait>();

  const pass = (ms: number): void => {
    now += ms;
    uptime += ms;
    awake += ms;
  };
  const begin = (ms: number, isElsewhere: boolean, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        waits.delete(wait);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const wait: Wait = { due: awake + Math.ceil(Math.max(ms, 0)), end, isElsewhere };
      waits.add(wait);
      if (signal?.aborted === true) {
        end();
      } else {
        signal?.addEventListener('abort', end);
      }
    });
  const earliest = (): Wait | undefined =>
    [...waits].reduce<Wait | undefined>(
      (first, wait) => (first === undefined || wait.due < first.due ? wait : first),
      undefined,
    );
  const endNext = (limit: number): boolean => {
    const next = earliest();
    if (next === undefined || next.due > limit) {
      return false;
    }

    pass(Math.max(next.due - awake, 0));
    next.end();
    return true;
  };

  return {
    now: () => now,
    uptime: () => uptime,
    boot: () => `boot ${boots}`,
    wait: (ms, signal) => begin(ms, false, signal),
    advanceToNext: () => endNext(Number.MAX_VALUE),
    async advance(ms) {
      const limit = awake + Math.ceil(ms);
      await setImmediate();
      while (endNext(limit)) {
        await setImmediate();
      }

      pass(limit - awake);
    },
    jump(ms) {
      now += ms;
    },
    waitElsewhere: (ms) => begin(ms, true),
    elsewhere: () => awake + slept,
    sleep(ms) {
      now += ms;
      slept += ms;
      uptime += ms;
      for (const wait of waits) {
        wait.due -= wait.isElsewhere ? ms : 0;
      }
    },
    restart() {
      uptime = 0;
      boots += 1;
    },
  };
}

/** Lets time pass until work that waits for nothing but this clock is done. Fails where it never ends. */
export async function finish<T>(clock: ManualClock, work: Promise<T>, mostWaits = 100_000): Promise<T> {
  const state = { isDone: false };
  const note = (): void => {
    state.isDone = true;
  };
  work.then(note, note);
  for (let count = 0; count < mostWaits; count += 1) {
    // One turn of the event loop runs every promise that can be run.
    await setImmediate();
    if (state.isDone) {
      return await work;
    }

    clock.advanceToNext();
  }

  throw new Error(`it did not come to an end within ${mostWaits} waits`);
}
