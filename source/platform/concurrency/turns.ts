import type { Clock } from '../time/clock.ts';

/** Pieces of work that must not run beside each other, one after the other in the order in which they came. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Does the work when all before it ended, however they ended. */
    take<T>(work: () => Promise<T>): Promise<T> {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
    /** Resolves when all work asked for until now has ended. */
    idle: async (): Promise<void> => {
      await last;
    },
  };
}

/** Does work for each item, a few at a time. Work under way ends before the first failure is thrown. */
export async function inLanes<T>(items: Iterable<T>, lanes: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    for (let next = rest.next(); next.done !== true && failures.length === 0; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (failures.length > 0) {
    throw failures[0];
  }
}

/** How long something is waited for, and how often it is asked for meanwhile, in milliseconds. */
type Patience = { readonly waitMs: number; readonly tryMs: number };

/** Asks again and again for what others may hold. Undefined: it was not released in time. */
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
