import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { createTurns } from '../../../platform/concurrency/turns.js';
import type { Ask, Database } from '../database.js';
import { isSqliteBusy } from '../storage-error.js';

/** How long a lock of another process is waited for, in milliseconds. */
const busyLimit = 5000;

/**
 * Asks Node's own SQLite, one transaction or statement after the other; `onError` is told what SQLite refuses,
 * `onQuery` how long each took.
 *
 * - Transactions begin as `immediate`. A deferred one that reads first and writes later fails at once when another
 *   process wrote in between, whatever the time-out.
 * - A lock held by another process is waited for between turns of the event loop. SQLite's own `busy_timeout` would
 *   stop every other request for that long, since the engine runs on the only thread.
 */
export function connectSqlite(
  database: DatabaseSync,
  onError: (error: unknown) => void = () => undefined,
  onQuery?: (seconds: number) => void,
): Database {
  const statements = new Map<string, Prepared>();
  const turns = createTurns();

  const prepare = (sql: string): Prepared => {
    let prepared = statements.get(sql);
    if (prepared === undefined) {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      prepared = { statement, columns: statement.columns().map(({ name }) => name) };
      if (statements.size < 100) {
        statements.set(sql, prepared);
      }
    }

    return prepared;
  };

  const askNow: Ask = async <R>(sql: string, parameters: Parameters<Ask>[1] = []) => {
    // A statement that SQLite refused as busy has had no effect, so asking again is safe.
    for (let waited = 0, pause = 1; ; waited += pause, pause = Math.min(pause * 2, 50)) {
      try {
        const { statement, columns } = prepare(sql);
        const began = performance.now();
        const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as readonly unknown[][];
        onQuery?.((performance.now() - began) / 1000);
        return rows.map((row) => toObject(columns, row) as R);
      } catch (error) {
        if (!isSqliteBusy(error) || waited >= busyLimit) {
          onError(error);
          throw error;
        }

        await delay(pause);
      }
    }
  };

  return {
    ask: (sql, parameters) => turns.take(() => askNow(sql, parameters)),
    transact: (work) =>
      turns.take(async () => {
        await askNow('begin immediate');
        try {
          const result = await work(askNow);
          await askNow('commit');
          return result;
        } catch (error) {
          // SQLite ends one by itself when the disk is full, and a second rollback would then hide the real error.
          if (database.isTransaction) {
            database.exec('rollback');
          }

          throw error;
        }
      }),
    close: () =>
      turns.take(() => {
        statements.clear();
        database.close();
        return Promise.resolve();
      }),
  };
}

type Prepared = { readonly statement: StatementSync; readonly columns: readonly string[] };

/**
 * Rows arrive as arrays and become objects here: Node makes objects a third slower, one property at a time through its
 * C++ side.
 */
function toObject(columns: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    object[column] = row[index];
  }

  return object;
}
