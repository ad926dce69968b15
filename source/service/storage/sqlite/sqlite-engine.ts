import { chownSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openSqliteSync, sqliteCodeOf } from '../../../platform/concurrency/kernel-lock.js';
import type { DatabaseEngine } from '../migrations.js';
import { DatabaseError } from '../storage-error.js';
import { hasCode } from '../../../platform/files/errno.js';
import { makeFolderSync } from '../../../platform/files/make-folder.js';

/**
 * `autoincrement` is what makes ids never come back, not even after the newest row is gone. An index holds the row id
 * too.
 */
export const sqliteEngine: DatabaseEngine = {
  integer: 'integer',
  numbered: 'integer primary key autoincrement',
  random: 'random()',
  options: { table: 'strict', keyed: 'strict, without rowid' },
};

/**
 * Opens (or makes) the file so that a 201 survives a power cut: a write-ahead log, synced at every commit.
 *
 * @throws {DatabaseError}
 */
export function openSqliteFile(file: string): DatabaseSync {
  try {
    makeFolderSync(path.dirname(file));
    // Made first by hand because SQLite has no say in the mode; its side files copy it.
    const isNew = !existsSync(file);
    closeSync(openSync(file, 'a', 0o600));
    if (isNew && process.getuid?.() === 0) {
      // Root makes it for the user the service runs as, to whom the folder belongs.
      const { uid, gid } = statSync(path.dirname(file));
      chownSync(file, uid, gid);
    }

    // The time-out serves only until the pragmas are through; see sqlite-connection.ts for waiting afterwards.
    const database = openSqliteSync(file, 5000);
    const mode = database.prepare('pragma journal_mode = wal').get();
    if (mode?.['journal_mode'] !== 'wal') {
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

/** The meaning of a failure to open or set up the file, in words. */
export function explainSqlite(file: string, error: unknown): DatabaseError {
  const { message } = error as Error;
  const words: Readonly<Record<number, string>> = {
    1: `is the database of another program (${message}). Give another file with --database. Nothing was changed.`,
    5: `is locked by another program. Stop that program, or give another file with --database.`,
    26: `is not a petstore database. Give another file with --database.`,
  };
  const unusable =
    `cannot be used as the database (${message}). Check that the folder exists and may be written, ` +
    'or give another file with --database.';
  const what = hasCode(error, 'ENAMETOOLONG')
    ? 'is too long a path for SQLite, or for this system. Give a shorter one with --database.'
    : (words[sqliteCodeOf(error) ?? 0] ?? unusable);
  return new DatabaseError(`${file} ${what}`, { cause: error });
}
