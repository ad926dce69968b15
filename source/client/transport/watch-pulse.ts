import type { Clock } from '../../platform/time/clock.js';

/** How often it is seen that the process runs, and after which silence it did not, in milliseconds. */
const pulseMs = 250;
const suspendedMs = 1500;

/** A watch over one request. */
export type Pulse = {
  /** A reading of `clock.uptime()`. */
  readonly startedAt: number;
  wasSuspended(): boolean;
  stop(): void;
};

/** Tells whether this process, or the whole machine, stood still since then: Ctrl-Z, a closed lid. */
export function watchPulse(clock: Clock): Pulse {
  const startedAt = clock.uptime();
  let seenAt = startedAt;
  let longest = 0;
  const beat = (): void => {
    const now = clock.uptime();
    longest = Math.max(longest, now - seenAt);
    seenAt = now;
  };
  const timer = setInterval(beat, pulseMs);
  // The connection, or the disk, keeps the process going for as long as it is needed.
  timer.unref();
  return {
    startedAt,
    wasSuspended: () => {
      beat();
      return longest > suspendedMs;
    },
    stop: () => clearInterval(timer),
  };
}
