import { statSync } from 'node:fs';
import { isPostgres } from '../storage/open-storage.js';
import { backUp, checkWhole, putInPlace } from '../storage/sqlite/sqlite-copies.js';
import { CommandError, exitCodes } from './serve-settings.js';

/** The verb of `petstore service`. */
export type UpkeepAction = 'backup' | 'restore' | 'check';

/** What `petstore service` was asked to do; paths are resolved. */
export type UpkeepSettings = {
  readonly database: string;
  /** The backup. */
  readonly file: string;
};

const instead: Readonly<Record<UpkeepAction, string>> = {
  backup: 'pg_dump --format custom makes a copy while the service runs',
  restore: 'createdb and pg_restore put one back, into a new database',
  check: 'pg_amcheck reads all of it, and /readyz tells whether the next animal could be saved',
};

/**
 * `petstore service`: works on the database itself.
 *
 * @returns its result, for `--json`
 * @throws {CommandError} exit 2 if a file cannot be taken or PostgreSQL has something better
 * @throws {DatabaseError} if a database is damaged or in use
 */
export function runUpkeep(action: UpkeepAction, { database, file }: UpkeepSettings): object {
  if (isPostgres(database)) {
    throw new CommandError(
      exitCodes.wrongUse,
      `PostgreSQL has its own programs for that: ${instead[action]}. docs/service.md shows how.`,
    );
  }

  switch (action) {
    case 'backup':
      checkThere(database, exitCodes.storeUnusable, 'There is no database');
      if (statSync(file, { throwIfNoEntry: false })) {
        throw new CommandError(
          exitCodes.wrongUse,
          `${file} exists already. Give another name; files are never overwritten.`,
        );
      }

      return { backup: file, ...backUp(database, file) };
    case 'restore':
      checkThere(file, exitCodes.wrongUse, 'There is no backup');
      return { restored: database, ...putInPlace(file, database) };
    case 'check':
      checkThere(database, exitCodes.storeUnusable, 'There is no database');
      return { database, ...checkWhole(database) };
  }
}

/** SQLite would make the file. */
function checkThere(file: string, exitCode: number, what: string): void {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new CommandError(exitCode, `${what} at ${file}.`);
  }
}
