/** Every file gets its name only when it is whole and on disk. */
import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, renameSync, rmSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openSqliteSync, sqliteCodeOf, toExisting } from '../../../platform/concurrency/open-sqlite.ts';
import { flushSync } from '../../../platform/files/durable-file-sync.ts';
import { makeFolderSync } from '../../../platform/files/make-folder.ts';
import { systemClock } from '../../../platform/time/clock.ts';
import { newestVersion } from '../migrations.ts';
import { explainSqlite, makeFileFor, refuseLinks } from './sqlite-file.ts';
import { isSqliteBusy, DatabaseError } from '../storage-error.ts';

type Contents = { readonly animals: number; readonly keys: number; readonly schema: number };

/** Animals that were added after the backup are lost, and somebody may have noted their ids. */
export const idGap = 1_000_000;

/** A store that never held an animal has no row. */
const skipIds = `insert into sqlite_sequence select 'pets', 0
  where not exists (select 1 from sqlite_sequence where name = 'pets');
  update sqlite_sequence set seq = seq + ${idGap} where name = 'pets'`;

/** Of one moment, to a file that does not exist, readable by its owner only. Throws a DatabaseError. */
export async function backUp(database: string, file: string) {
  const { animals } = await makeCopy({ from: database, to: file }, (temporary) => copyInto(temporary, database, ''));
  return { animals, bytes: statSync(file).size };
}

/**
 * Puts a backup in the place of a database; ids go on a million further, and the former one is kept beside it. Throws a
 * DatabaseError; if that is late, it names the place of the former one.
 */
export async function putInPlace(backup: string, database: string, rename = renameSync) {
  refuseLinks(database);
  makeFolderSync(path.dirname(database));
  let kept: string | null = null;
  const old = statSync(database, { throwIfNoEntry: false });
  const publish = (temporary: string): void => {
    const release = old ? keepServicesOut(database) : undefined;
    const at = new Date(statSync(temporary).mtimeMs).toISOString().replaceAll(':', '');
    const aside = `${database}.before-restore-${at}`;
    try {
      kept = setAside(database, release !== undefined, aside, rename);
      rename(temporary, database);
    } catch (error) {
      const where = `The former database is kept as ${aside}: give it its name back, or restore again.`;
      throw existsSync(aside)
        ? new DatabaseError(`${database} cannot be written (${(error as Error).message}). ${where}`, { cause: error })
        : error;
    } finally {
      release?.();
    }
  };
  const asked = { from: backup, to: database, owner: old ?? statSync(path.dirname(database)), publish };
  const { animals } = await makeCopy(asked, (temporary) => copyInto(temporary, backup, skipIds));
  return { animals, kept };
}

/** With the log of a crash, which SQLite would write into the next database of that name. Null: there was no file. */
function setAside(database: string, isHeld: boolean, aside: string, rename: typeof renameSync): string | null {
  const parts = (isHeld ? [''] : ['', '-wal', '-journal']).filter((part) => existsSync(database + part));
  for (const part of parts) {
    rename(database + part, aside + part);
  }

  if (!isHeld) {
    rmSync(`${database}-shm`, { force: true });
  }

  return parts[0] === undefined ? null : aside + parts[0];
}

/** Each page, each index against its table, each animal. Throws a DatabaseError that names the damage. */
export function checkWhole(file: string): Contents {
  return withDatabase(file, true, (database) => {
    const rows = database.prepare('pragma integrity_check(5)').all();
    const problems = rows.map((row) => String(row['integrity_check']));
    if (problems[0] !== 'ok') {
      throw new DatabaseError(
        `${file} is damaged (${problems.join('; ')}). Restore a backup: \`petstore service restore FILE\`.`,
      );
    }

    return readContents(database, file);
  });
}

function readContents(database: DatabaseSync, file: string): Contents {
  const value = (sql: string): number => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
  const schema = value('select version from schema_version');
  if (schema > newestVersion) {
    throw new DatabaseError(
      `${file} was made by a newer petstore (schema version ${schema}; this one knows ${newestVersion}). ` +
        'Update petstore.',
    );
  }

  const animals = value('select count(*) from pets');
  const inUse = `revoked_at is null and (expires_at is null or expires_at > ${systemClock.now()})`;
  return { animals, keys: value(`select count(*) from api_keys where ${inUse}`), schema };
}

type Copy = {
  readonly from: string;
  readonly to: string;
  /** Whose it is to be, where root makes it. */
  readonly owner?: Stats | undefined;
  /** Gives it its name; unlike a rename, the usual link never takes one that exists. exFAT has no links. */
  readonly publish?: (temporary: string) => void;
};

/** Has `fill` write a file, syncs it, then has `publish` give it its name, and makes that durable. */
export async function makeCopy<T>(
  { from, to, owner, publish = (temporary) => linkSync(temporary, to) }: Copy,
  fill: (temporary: string) => T | Promise<T>,
): Promise<T> {
  const temporary = path.join(path.dirname(to), `.${path.basename(to)}.${randomUUID()}`);
  try {
    // What fills it takes a file that is there and empty; made here, only its owner can read it.
    makeFileFor(temporary, owner);
    const contents = await fill(temporary);
    flushSync(temporary, 'r+');
    publish(temporary);
    // Windows cannot open a folder.
    if (process.platform !== 'win32') {
      flushSync(path.dirname(to), 'r');
    }

    return contents;
  } catch (error) {
    const { cause } = error as Error;
    // The copy needs the room, and may be on another disk.
    if (sqliteCodeOf(cause) === 13) {
      throw explainSqlite(to, cause);
    }

    throw error instanceof DatabaseError
      ? new DatabaseError(error.message.replace(temporary, from), { cause: error })
      : new DatabaseError(`${to} cannot be written (${(error as Error).message}).`, { cause: error });
  } finally {
    rmSync(temporary, { force: true });
    rmSync(`${temporary}-journal`, { force: true });
  }
}

/** Copies, changes the copy, and checks it. */
function copyInto(temporary: string, from: string, change: string): Contents {
  withDatabase(from, true, (database) => {
    database.prepare('select version from schema_version').get();
    database.prepare('vacuum into ?').run(toExisting(temporary));
  });
  withDatabase(temporary, false, (database) => database.exec(change));
  return checkWhole(temporary);
}

/** Alone on the database: no service runs, the log is in the file, and a starting service waits. */
function keepServicesOut(file: string): (() => void) | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = openSqliteSync(file, 0, { mayMake: false });
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive');
    const held = database;
    return () => held.close();
  } catch (error) {
    database?.close();
    if (isSqliteBusy(error)) {
      throw new DatabaseError(`A service runs on ${file}. Stop it first; nothing was changed.`, { cause: error });
    }

    return undefined;
  }
}

function withDatabase<T>(file: string, readOnly: boolean, work: (database: DatabaseSync) => T): T {
  let database: DatabaseSync | undefined;
  try {
    refuseLinks(file);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
      throw new DatabaseError(`There is no database at ${file}.`);
    }

    database = openSqliteSync(file, 5000, { readOnly, mayMake: readOnly });
    return work(database);
  } catch (error) {
    throw error instanceof DatabaseError ? error : explainSqlite(file, error);
  } finally {
    database?.close();
  }
}
