/** Ctrl-Z in the middle of work: it is aborted, the sender's lock is let go of, and it goes on when the process does. */
import type { Context } from './context.js';
import { observe } from './observe.js';

/** What suspends, and what goes on through it. */
export type Suspension = {
  /** Aborts what is in flight, waits until the lock is free, does `work` (which stops the process), and lets all go on. */
  during(work: () => void): Promise<void>;
  /** Does work that a suspension aborts, and again after it until it was done in one go. Resolves to what each time came to. */
  through<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<readonly [...T[], T]>;
};

/** @param save Writes what would otherwise be written later. */
export function createSuspension(context: Context, save: () => Promise<void>): Suspension {
  let last: Promise<void> | undefined;

  async function suspend(work: () => void): Promise<void> {
    context.network.abort();
    await context.drains.idle();
    await save();
    work();
    context.network = new AbortController();
    observe(context, 'connecting');
  }

  async function through<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<readonly [...T[], T]> {
    const before = last;
    const result = await work();
    if (last === before || signal?.aborted) {
      return [result];
    }

    await last;
    return [result, ...(await through(signal, work))];
  }

  return { during: (work) => (last = suspend(work)), through };
}
