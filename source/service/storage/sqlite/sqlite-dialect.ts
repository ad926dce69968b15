import { setTimeout as delay } from 'node:timers/promises';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { isSqliteBusy } from '../storage-error.js';

/**
 * Kysely on Node's own SQLite; `onError` is told what SQLite refuses. It differs from Kysely's `SqliteDialect` in two
 * ways that a running service needs:
 *
 * - Transactions begin as `immediate`. A deferred one that reads first and writes later fails at once when another
 *   process wrote
 *   in between, whatever the time-out.
 * - A lock held by another process is waited for between turns of the event loop. SQLite's own `busy_timeout` would
 *   stop every
 *   other request for that long, since the engine runs on the only thread.
 */
export function createSqliteDialect(
  database: DatabaseSync,
  onError: (error: unknown) => void = () => undefined,
): Dialect {
  return {
    createDriver: () => new SqliteDriver(new SqliteConnection(database, onError)),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    // Says that there is one connection; Kysely then lets one transaction or query at it at a time.
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** How long a lock of another process is waited for, in milliseconds. */
const busyLimit = 5000;

class SqliteDriver implements Driver {
  readonly #connection: SqliteConnection;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  async init(): Promise<void> {
    // The database was opened before, so that its errors reach the operator and not a request.
  }

  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  rollbackTransaction(): Promise<void> {
    this.#connection.rollback();
    return Promise.resolve();
  }

  async releaseConnection(): Promise<void> {
    // There is only this one connection.
  }

  destroy(): Promise<void> {
    this.#connection.close();
    return Promise.resolve();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync;
  readonly #onError: (error: unknown) => void;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: DatabaseSync, onError: (error: unknown) => void) {
    this.#database = database;
    this.#onError = onError;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // A statement that SQLite refused as busy has done nothing, so asking again is safe.
    for (let waited = 0, pause = 1; ; waited += pause, pause = Math.min(pause * 2, 50)) {
      try {
        const { statement, columns } = this.#prepare(sql);
        const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as readonly unknown[][];
        return { rows: rows.map((row) => toObject(columns, row) as Row) };
      } catch (error) {
        if (!isSqliteBusy(error) || waited >= busyLimit) {
          this.#onError(error);
          throw error;
        }

        await delay(pause);
      }
    }
  }

  streamQuery(): never {
    throw new Error('streaming is not used');
  }

  /**
   * SQLite ends a transaction by itself when the disk is full, and a second rollback would then hide the real error.
   */
  rollback(): void {
    if (this.#database.isTransaction) {
      this.#database.exec('rollback');
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      const statement = this.#database.prepare(sql);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      prepared = { statement, columns: statement.columns().map(({ name }) => name) };
      if (this.#statements.size < 100) {
        this.#statements.set(sql, prepared);
      }
    }

    return prepared;
  }
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
