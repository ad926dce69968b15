import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../platform/time/clock.ts';
import { isPostgres } from '../storage/open-storage.ts';
import { hidePassword } from '../storage/postgres/postgres-engine.ts';
import { backUp, putInPlace } from '../storage/sqlite/sqlite-copies.ts';
import { DatabaseError } from '../storage/storage-error.ts';
import { noteBackup } from '../storage/upkeep-notes.ts';
import { checkThere, findBackup, nameBackup } from './backup-files.ts';
import { exitCodes, misuse } from './serve-settings.ts';

/** Loaded for a store on PostgreSQL only. */
const postgresCopies = () => import('../storage/postgres/postgres-copies.ts');

/** `petstore service backup`, to a new file or into a folder: read back, and noted in the store. */
export async function runBackup(database: string, place: string) {
  const now = systemClock.now();
  const file = nameBackup(place, database, now);
  if (statSync(file, { throwIfNoEntry: false })) {
    throw misuse(`${file} exists already. Give another name; files are never overwritten.`);
  }

  const made = isPostgres(database)
    ? await (await postgresCopies()).backUpPostgres(database, file)
    : await backUpFile(database, file);
  await noteBackup(database, now, made.animals).catch((error: unknown) => {
    throw new DatabaseError(`${file} is whole, but the store cannot note it: ${(error as Error).message}`, {
      cause: error,
    });
  });
  return { backup: file, ...made };
}

async function backUpFile(database: string, file: string): Promise<ReturnType<typeof backUp>> {
  checkThere(database, exitCodes.storeUnusable, 'There is no database');
  const made = backUp(database, file);
  await inScratch(path.dirname(file), (scratch) => putInPlace(file, scratch));
  return made;
}

/** `petstore service restore`. SQLite keeps the former database; PostgreSQL takes a new one. */
export async function runRestore(database: string, place: string) {
  const file = findBackup(place, database);
  return isPostgres(database)
    ? {
        restored: hidePassword(database),
        ...(await (await postgresCopies()).restorePostgres(file, database)),
        kept: null,
      }
    : { restored: database, ...putInPlace(file, database) };
}

/** A place for a store beside the backups, as their disk has room for one; removed afterwards. */
async function inScratch<T>(folder: string, work: (database: string) => T | Promise<T>): Promise<T> {
  const scratch = path.join(folder, `.read-back-${randomUUID()}`);
  mkdirSync(scratch, { mode: 0o700 });
  try {
    return await work(path.join(scratch, 'pets.sqlite'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
