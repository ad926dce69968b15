import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  lstatSync,
  openSync,
  statSync,
  type Stats,
} from 'node:fs';
import path from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { openSqliteSync, sqliteCodeOf } from '../../../platform/concurrency/open-sqlite.ts';
import type { DatabaseEngine } from '../migrations.ts';
import { DatabaseError, diskFullWords, isSqliteBusy, isSqliteDamaged, NotWritable } from '../storage-error.ts';
import { errnoOf, hasCode, waitSync } from '../../../platform/files/errno.ts';
import { makeFolderSync } from '../../../platform/files/make-folder.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { createTurns } from '../../../platform/concurrency/turns.ts';
import type { Ask, Database } from '../database.ts';

/** `autoincrement`: ids never come back. An index holds the row id too. */
export const sqliteEngine: DatabaseEngine = {
  integer: 'integer',
  numbered: 'integer primary key autoincrement',
  random: 'random()',
  lastId: "select seq as id from sqlite_sequence where name = 'pets'",
  options: { table: 'strict', keyed: 'strict, without rowid' },
};

/** A 201 survives a power cut: a write-ahead log, synced at every commit. Throws a DatabaseError. */
export function openSqliteFile(file: string): DatabaseSync {
  try {
    refuseLinks(file);
    makeFolderSync(path.dirname(file));
    if (!existsSync(file)) {
      // Made first by hand because SQLite has no say in the mode; its side files copy it.
      makeFileFor(file, statSync(path.dirname(file)));
    }

    // It is not opened by hand: at the end of that, the kernel drops the locks of all connections of this process. Then
    // another program takes its own for the last one, and removes the log, with all that the service saves.
    accessSync(file, constants.W_OK);
    // For the pragmas alone; `connectSqlite` waits in another way. Made above or there: SQLite would follow a link.
    const database = openSqliteSync(file, 5000, { mayMake: false });
    if (beginLog(database) !== 'wal') {
      database.close();
      throw new DatabaseError(
        `${file} is on a file system that cannot keep a write-ahead log, so animals could be lost. ` +
          'Put the database on a local disk with --database.',
      );
    }

    database.exec(
      'pragma synchronous = full; pragma busy_timeout = 0; pragma cache_size = -8192; ' +
        'pragma journal_size_limit = 67108864;',
    );
    return database;
  } catch (error) {
    throw error instanceof DatabaseError ? error : explainSqlite(file, error);
  }
}

/** Of two that open a new file at once, SQLite refuses one at once, however long it may wait: that one asks again. */
function beginLog(database: DatabaseSync): unknown {
  for (const until = performance.now() + busyLimit; ;) {
    try {
      return database.prepare('pragma journal_mode = wal').get()?.['journal_mode'];
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() > until) {
        throw error;
      }

      waitSync(20);
    }
  }
}

/**
 * The folder of a service belongs to its user, and root acts in it too (`petstore keys`): a link that this user made
 * would have root write wherever it leads. Throws a DatabaseError.
 */
export function refuseLinks(file: string): void {
  for (let at = file; isRoot() && at !== path.dirname(at); at = path.dirname(at)) {
    const stats = lstatSync(at, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() === true && stats.uid !== 0) {
      throw new DatabaseError(
        `${at} is a link that user ${stats.uid} made, which root does not follow. Find out why it is there. ` +
          'Nothing was changed.',
      );
    }
  }
}

/**
 * A new and empty file, readable by its owner alone: where root makes it, the user of `owner`, and with that one's mode
 * if it is a file. It is made through no link, and never over one that is there; another process may be first.
 */
export function makeFileFor(file: string, owner?: Stats): void {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'wx', 0o600);
    if (owner && isRoot()) {
      fchownSync(handle, owner.uid, owner.gid);
    }

    if (owner?.isFile() === true) {
      fchmodSync(handle, owner.mode & 0o777);
    }
  } catch (error) {
    if (!hasCode(error, 'EEXIST') || !existsSync(file)) {
      throw error;
    }
  } finally {
    if (handle !== undefined) {
      closeSync(handle);
    }
  }
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** The meaning of a failure to open, set up or change the file, in words. */
export function explainSqlite(file: string, error: unknown): DatabaseError {
  const { message } = error as Error;
  const words: Readonly<Record<number, string>> = {
    1: `is the database of another program (${message}). Give another file with --database. Nothing was changed.`,
    5: `is locked by another program. Stop that program, or give another file with --database.`,
    10:
      `cannot be read or written (${message}). Check that its disk has room and no faults, ` +
      'or give another file with --database.',
    11: `is damaged (${message}). Put a whole backup in its place: \`petstore service restore FILE\`.`,
    13: diskFullWords,
    26: `is not a petstore database. Nothing was changed; name another file.`,
  };
  const unusable =
    `cannot be used as the database (${message}). Check that the folder exists and may be written, ` +
    'or give another file with --database.';
  const ofFile: Readonly<Record<string, string>> = {
    ENAMETOOLONG: 'is too long a path for SQLite, or for this system. Give a shorter one with --database.',
    EEXIST: 'is a link that leads nowhere. Give the file itself with --database.',
  };
  const what = ofFile[errnoOf(error) ?? ''] ?? words[sqliteCodeOf(error) ?? 0] ?? unusable;
  return new DatabaseError(`${file} ${what}`, { cause: error });
}

/** How long a lock of another process is waited for, in milliseconds. */
const busyLimit = 5000;

/**
 * One transaction or statement after the other. Transactions begin as `immediate`: a deferred one that reads first
 * fails at once if another process wrote in between. A lock is waited for between turns of the event loop: SQLite's own
 * `busy_timeout` would stop every other request for that long.
 */
export function connectSqlite(
  database: DatabaseSync,
  onError: (error: unknown) => void = () => undefined,
  onQuery?: (seconds: number) => void,
): Database {
  const statements = new Map<string, StatementSync>();
  const turns = createTurns();

  const prepare = (sql: string): StatementSync => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = database.prepare(sql);
      statement.setReadBigInts(true);
      if (statements.size < 100) {
        statements.set(sql, statement);
      }
    }

    return statement;
  };

  const askNow: Ask = async <R>(sql: string, parameters: Parameters<Ask>[1] = []) => {
    // A statement that SQLite refused as busy has had no effect, so asking again is safe.
    for (let waited = 0, pause = 1; ; waited += pause, pause = Math.min(pause * 2, 50)) {
      try {
        const statement = prepare(sql);
        const began = performance.now();
        const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as readonly R[];
        onQuery?.((performance.now() - began) / 1000);
        return rows;
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

type FileHealthPorts = {
  readonly identify: () => string;
  readonly probe: () => Promise<void>;
  readonly findRoom: () => number;
};

/** READONLY, IOERR, FULL, CANTOPEN: may be over by the next time. */
const obstacles = new Set([8, 10, 13, 14]);

/** The room for a group of animals, with much to spare: a probe is one page, which may fit if they do not. */
const roomNeeded = 4_194_304;

/** Only a write tells a full disk, only a read a damaged page. A probe costs a sync, so it comes after a failure. */
export function createFileHealth({ identify, probe, findRoom }: FileHealthPorts) {
  const own = identify();
  let isDamaged = false;
  let isObstructed = false;

  /** Throws if the file or its log was removed or replaced: writes to the open one would be lost. */
  const checkPlace = (): void => {
    if (identify() !== own) {
      throw new NotWritable(
        'the database file, or its -wal, was removed or replaced while the service ran; put it back, or restart the ' +
          'service on what is there',
      );
    }
  };
  return {
    checkPlace,
    note: (error: unknown): void => {
      isDamaged ||= isSqliteDamaged(error);
      isObstructed ||= obstacles.has(sqliteCodeOf(error) ?? 0);
    },
    checkWritable: async (): Promise<void> => {
      checkPlace();
      if (isDamaged) {
        throw new NotWritable('the database file is damaged; restore a backup');
      }

      if (isObstructed) {
        await probe().catch((error: unknown) => {
          throw Object.assign(new NotWritable('the database file cannot be written'), { cause: error });
        });
        if (findRoom() < roomNeeded) {
          throw new NotWritable('the disk of the database is full');
        }

        isObstructed = false;
      }
    },
  };
}
