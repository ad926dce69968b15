import { existsSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createFileHealth, connectSqlite, explainSqlite, openSqliteFile, sqliteEngine } from './sqlite/sqlite-file.ts';
import {
  type Ask,
  createReads,
  createRow,
  type Database,
  type NewRow,
  type PetRange,
  type Reads,
  type StorageWatch,
} from './database.ts';
import { groupWrites } from './group-commits.ts';
import { alone, migrate } from './migrations.ts';
import { hidePassword, explainPostgres, postgresEngine } from './postgres/postgres-engine.ts';
import { createRows, createPostgresReads } from './postgres/postgres-statements.ts';
import { isConflict, isDiskFull, NotWritable, DatabaseError } from './storage-error.ts';

/** An open database with the current schema. Everything above it is the same for both engines. */
export type Storage = Awaited<ReturnType<typeof openStorage>>;

type Opened = {
  readonly db: Database;
  /** In SQLite a connection of its own: reading goes on while a write waits for its turn. */
  readonly reads: Database;
  /** Of one request. `foresee`: the animals it will read; not asked if that would not save a round trip. */
  openReads(foresee?: () => PetRange | undefined): Reads;
  /**
   * Durable when it resolves; others that arrive at the same time may share the transaction. Ids ascend in the order in
   * which animals become visible, and never twice. Undefined: the key came before.
   */
  create(row: NewRow): Promise<string | undefined>;
  /** Changes with every write of any process; undefined if the engine cannot tell. */
  version(): bigint | undefined;
  readonly checkWritable: () => Promise<void>;
  /** In bytes; undefined: the database is on a server, whose disk is not seen from here. */
  readonly diskFree: () => number | undefined;
};

/** A SQLite file or a `postgres:` address. Throws a DatabaseError. `mayMake`: a missing store is made. */
export async function openStorage(
  database: string,
  onLostConnection: (error: Error) => void,
  observer?: StorageWatch,
  mayMake = true,
) {
  const checkMayMake = (): void => {
    if (!mayMake) {
      throw new DatabaseError(
        `There is no store at ${hidePassword(database)}. Give its place with --database; ` +
          '`petstore serve` makes one. Nothing was changed.',
      );
    }
  };
  if (!isPostgres(database) && !existsSync(database)) {
    checkMayMake();
  }

  const opened = isPostgres(database)
    ? await connectPostgres(database, onLostConnection, observer)
    : openFile(database, observer);
  const { db, reads } = opened;
  const [engine, explainIn] = isPostgres(database)
    ? ([postgresEngine, explainPostgres] as const)
    : ([sqliteEngine, explainSqlite] as const);
  const explain = (error: unknown): DatabaseError => explainIn(database, error);
  const close = async (): Promise<void> => void (await Promise.all([db.close(), reads.close()]));
  const isNew = await migrate(db, engine, checkMayMake).catch(async (error: unknown) => {
    await close();
    throw error instanceof DatabaseError ? error : explain(error);
  });
  return {
    ...opened,
    engine,
    isNew,
    explain,
    close,
    alone: <T>(work: (ask: Ask) => Promise<T>): Promise<T> => alone(db, engine, work),
    ping: async (): Promise<void> => {
      // A table of its own, so that a database that is there but not ours any more is not called ready.
      await reads.ask('select version from schema_version');
      await opened.checkWritable();
    },
  };
}

/** Whether `--database` names a PostgreSQL server and not a file. */
export function isPostgres(database: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(database);
}

function openFile(file: string, observer: StorageWatch | undefined): Opened {
  const [writer, reader] = [openSqliteFile(file), openSqliteFile(file)];
  // Moves with the commits of all other connections, and this one never commits
  // (sqlite.org/pragma.html#pragma_data_version).
  const dataVersion = reader.prepare('pragma data_version');
  dataVersion.setReadBigInts(true);
  const diskFree = (): number => {
    const { bavail, bsize } = statfsSync(path.dirname(file));
    return bavail * bsize;
  };
  const health = createFileHealth({
    // Others under the same names do not share these. The log is there as long as a connection is.
    identify: () =>
      ['', '-wal']
        .map((part) => statSync(file + part, { bigint: true, throwIfNoEntry: false }))
        .map((stats) => stats && `${stats.dev} ${stats.ino}`)
        .join(),
    findRoom: diskFree,
    probe: async () => void (await db.ask('update schema_version set version = version')),
  });
  const db = connectSqlite(writer, health.note, observer?.queried);
  const reads = connectSqlite(reader, health.note, observer?.queried);
  const commit = async (group: readonly NewRow[]): Promise<readonly (string | undefined)[]> => {
    health.checkPlace();
    return await db.transact((ask) => Array.fromAsync(group, (row) => createRow(ask, row)));
  };
  const plainReads = createReads(reads.ask);
  return {
    db,
    reads,
    openReads: () => plainReads,
    // It runs on the only thread: a longer transaction would keep everybody who reads waiting.
    create: groupWrites(commit, { most: 100, watch: observer }),
    version: () => dataVersion.get()?.['data_version'] as bigint,
    checkWritable: health.checkWritable,
    diskFree,
  };
}

/** Loaded only when asked for: most stores never need the PostgreSQL client. */
async function connectPostgres(
  address: string,
  onLostConnection: (error: Error) => void,
  observer: StorageWatch | undefined,
): Promise<Opened> {
  const { openPostgresPools, patience } = await import('./postgres/postgres-pools.ts');
  const pools = openPostgresPools(address, onLostConnection, observer?.queried);
  const { writes: db, reads } = pools;
  const open = createPostgresReads(reads);
  /** Whether a write met a full disk, and no later one has shown that there is room again. */
  let isFull = false;
  return {
    db,
    reads,
    openReads: (foresee) => open(foresee?.()),
    create: groupWrites(
      (group: readonly NewRow[]) =>
        untilNoConflict(() => createRows(db.ask, group)).catch((error: unknown) => {
          isFull ||= isDiskFull(error);
          throw error;
        }),
      { most: 1000, patience, watch: observer },
    ),
    version: () => undefined,
    diskFree: () => undefined,
    async checkWritable() {
      const [state] = await reads.ask<{ readonly fixed: boolean }>(
        "select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as fixed",
      );
      if (state?.fixed === true) {
        pools.renew();
        throw new NotWritable('the database takes no writes: it is a standby, or set to read only');
      }

      // A create may find room in a page that is there already, so that only a table of some size tells.
      if (isFull) {
        await db.transact(async (ask) => {
          await ask("set local temp_tablespaces = ''");
          await ask(
            "create temporary table room on commit drop as select repeat('x', 1000) from generate_series(1, 4200)",
          );
        });
        isFull = false;
      }
    },
  };
}

/** Serialisable transactions and deadlocks are undone for the sake of others. */
async function untilNoConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || attempt === 5) {
        throw error;
      }

      await delay(attempt * attempt * 5);
    }
  }
}
