import type { Clock } from '../time/clock.js';

/** How long something is waited for, and how often it is asked for meanwhile, in milliseconds. */
export type Patience = { readonly waitMs: number; readonly tryMs: number };

/**
 * Asks again and again for what others may hold, such as a lock. Undefined: nobody let go of it in time. What `take`
 * throws is thrown.
 */
export async function takeInTime<T>(
  clock: Clock,
  take: () => T | undefined | Promise<T | undefined>,
  { waitMs, tryMs }: Patience,
): Promise<T | undefined> {
  const deadline = clock.uptime() + waitMs;
  for (;;) {
    const taken = await take();
    if (taken !== undefined || clock.uptime() > deadline) {
      return taken;
    }

    await clock.wait(tryMs);
  }
}
