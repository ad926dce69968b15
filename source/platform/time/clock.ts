import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Time as the program sees it; tests give a manual one. */
export type Clock = {
  /** Milliseconds since 1970: for people and for other machines. May jump. */
  now(): number;
  /** Since the machine started, sleep included. Smaller by more than `steppedMs` only after a restart. */
  uptime(): number;
  /** Names the present start of the machine: `uptime` does not compare with readings of another start. */
  boot(): string;
  /** Resolves after `ms`, or at once when the signal fires; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
};

// setTimeout fires at once for more than 2^31 - 1 ms.
const longestWait = 2 ** 31 - 1;

/** By how much the calendar may be set without one start looking like two, in milliseconds. */
const startToleranceMs = 10 * 60_000;
let boot: string | undefined;

/** Linux names each start. Elsewhere the time of the start does, corrected by changes of the calendar. */
function findBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return `${hostname()} ${Math.round((Date.now() - uptime() * 1000) / startToleranceMs)}`;
  }
}

/** The machine's own. */
export const systemClock: Clock = {
  now: () => Date.now(),
  uptime: () => Math.round(uptime() * 1000),
  boot: () => (boot ??= findBoot()),
  wait: (ms, signal) =>
    sleep(Math.min(Math.max(ms, 0), longestWait), undefined, signal ? { signal } : {}).catch(() => undefined),
};

/** A clock's present time as ISO 8601 UTC. */
export function isoNow(clock: Clock): string {
  return new Date(clock.now()).toISOString();
}

/** `09`. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A time in lines that are kept and read later, in the machine's own zone: `2026-11-21 09:05`. */
export function dateTimeText(iso: string): string {
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
  return `${day} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** How far `uptime` may go back without a restart, in ms: macOS corrects the machine's start now and then. */
const steppedMs = 2000;

/**
 * A lower bound of the time between two readings of `uptime`, whatever the calendar clock did. It is right also if the
 * machine was restarted in between: the later reading is then the smaller one, and at least that much has passed. If
 * the readings are whole seconds it is right but for two of them.
 */
export function elapsedAtLeast(since: number, uptimeNow: number): number {
  return uptimeNow > since - steppedMs ? Math.max(0, uptimeNow - since) : uptimeNow;
}

/** A moment by the machine's own clock. `boot`: of which start; absent: unknown. */
export type Moment = { readonly boot?: string | undefined; readonly uptime: number };

/** Now, and `since` when at the latest the present start of the machine was known here: all else was before that. */
export type Present = Moment & { readonly since: number };

/** A lower bound of the time that passed since a moment, whichever machine it was read on, over restarts too. */
export function passedSince(moment: Moment, present: Present): number {
  return moment.boot === present.boot
    ? elapsedAtLeast(moment.uptime, present.uptime)
    : Math.max(0, present.uptime - present.since);
}

/** Does work that is aborted by its own signal after `ms`, or sooner if `signal` fires. Its result is up to it. */
export async function withinTime<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeOut = new AbortController();
  const ended = new AbortController();
  void clock.wait(ms, ended.signal).then(() => timeOut.abort());
  try {
    return await work(AbortSignal.any([signal, timeOut.signal]));
  } finally {
    // Also if it fails: the time-out would keep the program open. The usual reason would write down its stack.
    ended.abort('ended');
  }
}
