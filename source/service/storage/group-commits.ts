import type { Kysely } from 'kysely';
import { isUnavailable } from './storage-error.js';
import type { Tables } from './tables.js';

/** A write: may run twice, so it does nothing but ask its transaction, and nothing is kept of a first run that failed. */
export type Write<T> = (transaction: Kysely<Tables>) => Promise<T>;

type Waiting = { readonly write: Write<unknown>; readonly resolve: (value: unknown) => void; readonly reject: (reason: unknown) => void };

/** One transaction's worth: long ones would keep everybody who reads waiting. */
const most = 100;

/**
 * Lets writes that arrive together share one transaction, and so one sync to disk, which costs more than all of them: while the disk
 * syncs, requests pile up, and all that came meanwhile go together next. A write resolves only when the transaction is durable.
 *
 * @param check throws where nothing must be written just now; asked before each transaction
 */
export function groupCommits(db: Kysely<Tables>, check: () => void = () => undefined): <T>(write: Write<T>) => Promise<T> {
  let waiting: Waiting[] = [];
  let isBusy = false;

  const commitAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const group = waiting.slice(0, most);
      waiting = waiting.slice(most);
      await commitGroup(db, group, check);
      // Whatever arrived during the commit is read now, and shares the next one.
      await new Promise(setImmediate);
    }

    isBusy = false;
  };

  return <T>(write: Write<T>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ write, resolve: resolve as (value: unknown) => void, reject });
      if (!isBusy) {
        isBusy = true;
        // After everything that this turn of the event loop has read.
        setImmediate(() => void commitAll());
      }
    });
}

async function commitGroup(db: Kysely<Tables>, group: readonly Waiting[], check: () => void): Promise<void> {
  try {
    check();
    const results = await db.transaction().execute(async (transaction) => {
      const made = [];
      for (const { write } of group) {
        made.push(await write(transaction));
      }

      return made;
    });
    group.forEach(({ resolve }, index) => resolve(results[index]));
  } catch (error) {
    if (group.length === 1 || isUnavailable(error)) {
      group.forEach(({ reject }) => reject(error));
      return;
    }

    // One of them is to blame; alone, each gets what it deserves.
    for (const one of group) {
      await commitGroup(db, [one], check);
    }
  }
}
