import type { StorageWatch } from './database.ts';
import { isUnavailable, NotWritable } from './storage-error.ts';

type Waiting<W, R> = {
  readonly write: W;
  readonly resolve: (result: R) => void;
  readonly reject: (reason: unknown) => void;
  readonly timer: NodeJS.Timeout | undefined;
};

/** How many writes a transaction takes and how many wait for it, and how they are counted. */
export type Grouping = {
  readonly most: number;
  readonly mostWaiting?: number;
  /** The milliseconds after which a waiting write is refused; without it, it waits as long as it takes. */
  readonly patience?: number;
  /** Told how many writes were committed together, and how many seconds each waited until it was, or failed. */
  readonly watch?: StorageWatch | undefined;
};

/** About a second's worth of one process: who comes after that does better to come again. */
const usuallyWaiting = 5000;

/**
 * Writes that come while a group commits share the next transaction, and so one sync, which costs more than all of
 * them. A write resolves only when it is durable. `commit` writes a group as a whole, and answers in its order; it may
 * be given a write again.
 */
export function groupWrites<W, R>(
  commit: (group: readonly W[]) => Promise<readonly R[]>,
  { most, mostWaiting = usuallyWaiting, patience, watch }: Grouping,
): (write: W) => Promise<R> {
  const waiting = new Set<Waiting<W, R>>();
  let isBusy = false;

  const commitOrSplit = async (group: readonly Waiting<W, R>[]): Promise<void> => {
    try {
      const results = await commit(group.map(({ write }) => write));
      group.forEach(({ resolve }, index) => resolve(results[index] as R));
    } catch (error) {
      if (group.length === 1 || isUnavailable(error)) {
        group.forEach(({ reject }) => reject(error));
        return;
      }

      // One of them is to blame, and gets an answer of its own.
      for (const one of group) {
        await commitOrSplit([one]);
      }
    }
  };

  const commitAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      const group = waiting.values().take(most).toArray();
      for (const one of group) {
        waiting.delete(one);
        clearTimeout(one.timer);
      }

      watch?.committed?.(group.length);
      await commitOrSplit(group);
      // Whatever arrived during the commit is read now, and shares the next one.
      await new Promise(setImmediate);
    }

    isBusy = false;
  };

  const take = async (write: W): Promise<R> =>
    new Promise((resolve, reject) => {
      if (waiting.size >= mostWaiting) {
        throw new NotWritable('too many writes wait already');
      }

      const refuse = (): void => {
        waiting.delete(own);
        reject(new NotWritable('earlier writes are still under way'));
      };
      const own = { write, resolve, reject, timer: patience === undefined ? undefined : setTimeout(refuse, patience) };
      waiting.add(own);
      if (!isBusy) {
        isBusy = true;
        // This runs after everything that this turn of the event loop has read.
        setImmediate(() => void commitAll());
      }
    });

  return (write) => {
    const began = performance.now();
    return take(write).finally(() => watch?.created?.((performance.now() - began) / 1000));
  };
}
