import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '../../platform/time/clock.ts';
import { isPostgres } from '../storage/open-storage.ts';
import { hidePassword } from '../storage/postgres/postgres-engine.ts';
import { backUp, putInPlace } from '../storage/sqlite/sqlite-copies.ts';
import { DatabaseError } from '../storage/storage-error.ts';
import { noteBackup } from '../storage/upkeep-notes.ts';
import { misuse } from './serve-settings.ts';

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
    : await backUp(database, file);
  await noteBackup(database, now, made.animals).catch((error: unknown) => {
    throw new DatabaseError(`${file} is whole, but the store cannot note it: ${(error as Error).message}`, {
      cause: error,
    });
  });
  return { backup: file, ...made };
}

/** `petstore service restore`. SQLite keeps the former database; PostgreSQL takes a new one. It says of which file. */
export async function runRestore(database: string, place: string) {
  const backup = findBackup(place, database);
  const done = isPostgres(database)
    ? { ...(await (await postgresCopies()).restorePostgres(backup, database)), kept: null }
    : await putInPlace(backup, database);
  return { restored: hidePassword(database), ...done, backup };
}

const endingFor = (database: string): string => (isPostgres(database) ? '.dump' : '.sqlite');

/** The file itself or, in a folder, one named after the time, so that they are in their order: `2026-11-28T020000Z.sqlite`. */
function nameBackup(place: string, database: string, now: number): string {
  const time = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  return isFolder(place) ? path.join(place, `${time.replaceAll(':', '')}${endingFor(database)}`) : place;
}

/** The file itself or, of those in a folder, the one written last; never the database. Throws a CommandError. */
function findBackup(place: string, database: string): string {
  const ending = endingFor(database);
  const own = statSync(database, { throwIfNoEntry: false });
  const isBackup = (name: string): boolean => name.endsWith(ending) && !name.startsWith('.');
  const [newest] = (isFolder(place) ? readdirSync(place).filter(isBackup) : [''])
    .map((name) => path.join(place, name))
    .map((file) => ({ file, stats: statSync(file, { throwIfNoEntry: false }) }))
    .filter(({ stats }) => stats?.isFile() === true && (stats.ino !== own?.ino || stats.dev !== own.dev))
    .toSorted((one, other) => Number(other.stats?.mtimeMs) - Number(one.stats?.mtimeMs));
  if (newest === undefined) {
    throw misuse(`There is no backup${isFolder(place) ? ` (*${ending})` : ''} at ${place}.`);
  }

  return newest.file;
}

const isFolder = (place: string): boolean => statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
