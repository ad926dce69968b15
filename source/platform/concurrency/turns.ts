/**
 * Pieces of work that must not run beside each other, one after the other in the order in which they were asked for.
 */
export type Turns = {
  /** Does the work when all before it ended, however they ended. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when nothing asked for until now is under way. */
  idle(): Promise<void>;
};

/** At first nobody waits for it. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take(work) {
      const mine = last.then(work);
      last = mine.catch(() => undefined);
      return mine;
    },
    idle: async () => {
      await last;
    },
  };
}
