import { chownSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openSqliteSync, sqliteCodeOf } from '../../../platform/concurrency/sqlite.js';
import type { DatabaseEngine } from '../migrations.js';
import { DatabaseError } from '../storage-error.js';
import { hasCode } from '../../../platform/files/errno.js';
import { makeFolderSync } from '../../../platform/files/make-folder.js';

/**
 * `autoincrement` is what makes ids never come back, not even after the newest row is gone. The index on status holds
 * the row id too, so a filtered page is one walk along it.
 */
export const sqliteEngine: DatabaseEngine = {
  name: 'sqlite',
  integer: 'integer',
  schema: [
    `create table pets (id integer primary key autoincrement, name text not null, category_id integer not null, status text,
      nonce integer not null default (random())) strict`,
    'create index pets_by_status on pets (status, id)',
    `create table api_keys (id integer primary key autoincrement, label text not null, digest text not null unique, last4 text not null,
      created_at integer not null, last_used_at integer, revoked_at integer, expires_at integer, read_only integer not null default 0,
      note text not null default '', family integer) strict`,
    `create table key_events (id integer primary key autoincrement, at integer not null, api_key_id integer not null, action text not null,
      actor text not null, detail text not null) strict`,
    `create table idempotency_keys (api_key_id integer not null, key text not null, fingerprint text not null, pet_id integer,
      created_at integer not null, primary key (api_key_id, key)) strict, without rowid`,
    'create index idempotency_keys_by_age on idempotency_keys (created_at)',
  ],
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

    // The time-out serves only until the pragmas are through; see sqlite-dialect.ts for waiting afterwards.
    const database = openSqliteSync(file, 5000);
    const mode = database.prepare('pragma journal_mode = wal').get();
    if (mode?.['journal_mode'] !== 'wal') {
      database.close();
      throw new DatabaseError(
        `${file} is on a file system that cannot keep a write-ahead log, so animals could be lost. Put the database on a local disk with --database.`,
      );
    }

    database.exec(
      'pragma synchronous = full; pragma busy_timeout = 0; pragma cache_size = -8192; pragma journal_size_limit = 67108864;',
    );
    return database;
  } catch (error) {
    throw error instanceof DatabaseError ? error : explainSqlite(file, error);
  }
}

/** The meaning of a failure to open or set up the file, in words. */
export function explainSqlite(file: string, error: unknown): DatabaseError {
  const { message } = error as Error;
  const code = sqliteCodeOf(error);
  const what = hasCode(error, 'ENAMETOOLONG')
    ? `${file} is too long a path for SQLite, or for this system. Give a shorter one with --database.`
    : code === 26
      ? `${file} is not a petstore database. Give another file with --database.`
      : code === 5
        ? `${file} is locked by another program. Stop that program, or give another file with --database.`
        : code === 1
          ? `${file} is the database of another program (${message}). Give another file with --database. Nothing was changed.`
          : `${file} cannot be used as the database (${message}). Check that the folder exists and may be written, or give another file with --database.`;
  return new DatabaseError(what, { cause: error });
}
