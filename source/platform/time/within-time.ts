import type { Clock } from './clock.js';

/**
 * Does work that is aborted by its own signal after `ms`, or sooner where `signal` fires. What it comes to then is its
 * own matter.
 */
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
    // Also where it fails: the time-out would keep the program open for the rest of it.
    ended.abort();
  }
}
