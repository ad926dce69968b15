/**
 * Ctrl-Z in the middle of work: what is on the network is aborted, the sender's lock is let go of, and when the process goes on
 * so does the work. All that the engine asks the service for goes through here, so that an abort of ours is never taken for
 * an answer of the service.
 */
import type { Context } from '../context.js';
import { setConnection } from '../health/reachability.js';

/** What suspends, and what goes on through it. */
export type Suspension = {
  /** Aborts what is in flight, waits until the lock is free, does `work` (which stops the process), and lets all go on. */
  suspend(work: () => void | Promise<void>): Promise<void>;
  /**
   * Does work that `signal` and a suspension abort, and after a suspension again, until it was done in one go. Resolves to
   * what each time came to. It must not matter whether it is done once or twice.
   */
  retryAcrossSuspend<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<readonly [...T[], T]>;
  /** The same; resolves to what it came to in the end. */
  untilDone<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
};

/** @param save Writes what would otherwise be written later. */
export function createSuspension(context: Context, save: () => Promise<void>): Suspension {
  let last: Promise<void> | undefined;

  async function suspend(work: () => void | Promise<void>): Promise<void> {
    context.network.abort();
    await context.drains.idle();
    await save();
    await work();
    context.network = new AbortController();
    setConnection(context, 'connecting');
  }

  async function retryAcrossSuspend<T>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<readonly [...T[], T]> {
    const before = last;
    const network = context.network.signal;
    const result = await work(signal ? AbortSignal.any([signal, network]) : network);
    if (last === before || signal?.aborted) {
      return [result];
    }

    await last;
    return [result, ...(await retryAcrossSuspend(signal, work))];
  }

  return {
    suspend: (work) => (last = suspend(work)),
    retryAcrossSuspend,
    async untilDone(signal, work) {
      const results = await retryAcrossSuspend(signal, work);
      return results[results.length - 1] as (typeof results)[0];
    },
  };
}
