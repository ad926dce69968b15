/** Backups in a folder: by name they are in the order of their times. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isPostgres } from '../storage/open-storage.ts';
import { CommandError, exitCodes } from './serve-settings.ts';

const endingFor = (database: string): string => (isPostgres(database) ? '.dump' : '.sqlite');

/** The file itself or, in a folder, one named after the time: `2026-11-28T020000Z.sqlite`. */
export function nameBackup(place: string, database: string, now: number): string {
  const time = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z');
  return isFolder(place) ? path.join(place, `${time.replaceAll(':', '')}${endingFor(database)}`) : place;
}

/** The file itself or, in a folder, the newest. Throws a CommandError if there is none. */
export function findBackup(place: string, database: string): string {
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
