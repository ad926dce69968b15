import type { Kysely } from 'kysely';
import { isUnavailable, NotWritable } from './storage-error.js';
import type { Tables } from './tables.js';

/**
 * A write: may run twice, so it does nothing but ask its transaction, and nothing is kept of a first run that failed.
 */
export type Write<T> = (transaction: Kysely<Tables>) => Promise<T>;

type Waiting<W, R> = {
  readonly write: W;
  readonly resolve: (result: R) => void;
  readonly reject: (reason: unknown) => void;
  readonly timer: NodeJS.Timeout | undefined;
};

/** One transaction's worth: long ones would keep everybody who reads waiting. */
const most = 100;

/**
 * Lets writes that arrive together share one transaction, and so one sync to disk, which costs more than all of them:
 * while one group commits, requests pile up, and all that came meanwhile go together next. A write resolves only when
 * it is durable.
 *
 * @param commit writes a group, all of it or nothing, and answers what came of each, in their order
 * @param onGroup told how many were committed together
 * @param patience for how many milliseconds a write waits for its turn before it is refused; without it for as long as
 * it takes
 */
export function groupWrites<W, R>(
  commit: (group: readonly W[]) => Promise<readonly R[]>,
  patience?: number,
  onGroup: (size: number) => void = () => undefined,
): (write: W) => Promise<R> {
  let waiting: Waiting<W, R>[] = [];
  let isBusy = false;

  const commitAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      group.forEach(({ timer }) => clearTimeout(timer));
      onGroup(group.length);
      await commitOrSplit(commit, group);
      // Whatever arrived during the commit is read now, and shares the next one.
      await new Promise(setImmediate);
    }

    isBusy = false;
  };

  return (write) =>
    new Promise<R>((resolve, reject) => {
      const refuse = (): void => {
        waiting = waiting.filter((one) => one !== own);
        reject(new NotWritable('earlier writes are still under way'));
      };
      const own = { write, resolve, reject, timer: patience === undefined ? undefined : setTimeout(refuse, patience) };
      waiting.push(own);
      if (!isBusy) {
        isBusy = true;
        // This runs after everything that this turn of the event loop has read.
        setImmediate(() => void commitAll());
      }
    });
}

/**
 * Groups writes that each ask the transaction themselves, in turn. `check` throws where nothing must be written just
 * now.
 */
export function groupCommits(
  db: Kysely<Tables>,
  check: () => void = () => undefined,
  onGroup?: (size: number) => void,
): <T>(write: Write<T>) => Promise<T> {
  const commit = async (group: readonly Write<unknown>[]): Promise<readonly unknown[]> => {
    check();
    return db.transaction().execute(async (transaction) => {
      const made = [];
      for (const write of group) {
        made.push(await write(transaction));
      }

      return made;
    });
  };
  return groupWrites(commit, undefined, onGroup) as <T>(write: Write<T>) => Promise<T>;
}

async function commitOrSplit<W, R>(
  commit: (group: readonly W[]) => Promise<readonly R[]>,
  group: readonly Waiting<W, R>[],
): Promise<void> {
  try {
    const results = await commit(group.map(({ write }) => write));
    group.forEach(({ resolve }, index) => resolve(results[index] as R));
  } catch (error) {
    if (group.length === 1 || isUnavailable(error)) {
      group.forEach(({ reject }) => reject(error));
      return;
    }

    // One of them is to blame: each is tried again alone and gets its own answer.
    for (const one of group) {
      await commitOrSplit(commit, [one]);
    }
  }
}
