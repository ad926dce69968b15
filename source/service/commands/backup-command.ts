import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../platform/time/clock.ts';
import { isPostgres } from '../storage/open-storage.ts';
import { hidePassword } from '../storage/postgres/postgres-engine.ts';
import { backUp, putInPlace } from '../storage/sqlite/sqlite-copies.ts';
import { DatabaseError } from '../storage/storage-error.ts';
import { noteBackup } from '../storage/upkeep-notes.ts';
import { CommandError, exitCodes, misuse } from './serve-settings.ts';

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

const endingFor = (database: string): string => (isPostgres(database) ? '.dump' : '.sqlite');

/** The file itself or, in a folder, one named after the time, so that they are in their order: `2026-11-28T020000Z.sqlite`. */
function nameBackup(place: string, database: string, now: number): string {
  const time = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  return isFolder(place) ? path.join(place, `${time.replaceAll(':', '')}${endingFor(database)}`) : place;
}

/** The file itself or, in a folder, the newest. Throws a CommandError if there is none. */
function findBackup(place: string, database: string): string {
  const ending = endingFor(database);
  const newest = isFolder(place)
    ? readdirSync(place)
        .filter((name) => name.endsWith(ending) && !name.startsWith('.'))
        .toSorted()
        .at(-1)
    : '';
  if (newest === undefined) {
    throw new CommandError(exitCodes.wrongUse, `There is no backup (*${ending}) in ${place}.`);
  }

  const file = path.join(place, newest);
  checkThere(file, exitCodes.wrongUse, 'There is no backup');
  return file;
}

const isFolder = (place: string): boolean => statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;

/** SQLite would make the file. Throws a CommandError. */
export function checkThere(file: string, exitCode: number, what: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new CommandError(exitCode, `${what} at ${file}.`);
  }
}
