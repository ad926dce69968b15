import { statSync } from 'node:fs';
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
    : backUpFile(database, file);
  await noteBackup(database, now, made.animals).catch((error: unknown) => {
    throw new DatabaseError(`${file} is whole, but the store cannot note it: ${(error as Error).message}`, {
      cause: error,
    });
  });
  return { backup: file, ...made };
}

function backUpFile(database: string, file: string): ReturnType<typeof backUp> {
  checkThere(database, exitCodes.storeUnusable, 'There is no database');
  return backUp(database, file);
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
