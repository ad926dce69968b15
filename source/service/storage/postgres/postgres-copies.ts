/** Copies of a database of PostgreSQL, by its own programs: they know what a copy of one moment takes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { devNull } from 'node:os';
import { hasCode } from '../../../platform/files/errno.ts';
import type { Database } from '../database.ts';
import { idGap, makeCopy } from '../sqlite/sqlite-copies.ts';
import { DatabaseError } from '../storage-error.ts';
import { checkEncoding, explainPostgres, hidePassword, takePassword } from './postgres-engine.ts';
import { openPostgresPools } from './postgres-pools.ts';

/** Of one moment, to a file that does not exist, read back before it gets its name. Throws a DatabaseError. */
export async function backUpPostgres(address: string, file: string) {
  const animals = await makeCopy({ from: file, to: file }, async (temporary) => {
    const dumped = await dump(address, temporary);
    // All of it is read, which a damaged one does not survive.
    await run('pg_restore', [`--file=${devNull}`, temporary]);
    return dumped;
  });
  return { animals, bytes: statSync(file).size };
}

/** All that could be seen at one moment, and how many animals that were. */
async function dump(address: string, file: string): Promise<number> {
  return withDatabase(address, (database) =>
    database.transact(async (ask) => {
      await ask('set transaction isolation level repeatable read');
      const [row] = await ask<{ readonly animals: string; readonly snapshot: string }>(
        'select count(*) as animals, pg_export_snapshot() as snapshot from pets',
      );
      await run('pg_dump', ['--format=custom', `--file=${file}`, `--snapshot=${row?.snapshot}`], address);
      return Number(row?.animals);
    }),
  );
}

/** Puts a backup into a database that holds no store; ids go on a million further. Throws a DatabaseError. */
export async function restorePostgres(file: string, address: string): Promise<{ readonly animals: number }> {
  return withDatabase(address, async ({ ask }) => {
    if ((await ask('select 1 from pg_tables where schemaname = current_schema() limit 1')).length > 0) {
      throw new DatabaseError(
        `The database at ${hidePassword(address)} is not empty. Make a new one with createdb, and restore into it.`,
      );
    }

    await ask(checkEncoding);
    await run('pg_restore', ['--single-transaction', '--no-owner', '--no-privileges', file], address);
    await ask('update last_pet_id set id = id + ?', [idGap]);
    const [row] = await ask<{ readonly animals: string }>('select count(*) as animals from pets');
    return { animals: Number(row?.animals) };
  });
}

async function withDatabase<T>(address: string, work: (database: Database) => Promise<T>): Promise<T> {
  const { reads, writes } = openPostgresPools(address, () => undefined);
  try {
    return await work(writes);
  } catch (error) {
    throw error instanceof DatabaseError ? error : explainPostgres(address, error);
  } finally {
    await Promise.all([writes.close(), reads.close()]);
  }
}

/**
 * Runs one of PostgreSQL's programs to its end; never asks for a password, which the list of processes would show to
 * every user of the machine, unlike a variable. Throws a DatabaseError in its words.
 */
async function run(program: 'pg_dump' | 'pg_restore', args: readonly string[], address?: string): Promise<void> {
  const { bare, written } = takePassword(address ?? '');
  const connection = address === undefined ? [] : ['--no-password', `--dbname=${bare}`];
  const child = spawn(program, [...connection, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(written === undefined ? {} : { PGPASSWORD: decodeURIComponent(written) }) },
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-1000)));
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) {
      const file = program === 'pg_restore' ? ` with ${args.at(-1)}` : '';
      throw new DatabaseError(`${program} failed${file} (${said.trim() || `it ended with ${code}`}).`);
    }
  } catch (error) {
    throw hasCode(error, 'ENOENT')
      ? new DatabaseError(
          `${program} is needed for that and not installed here (Debian: postgresql-client), as new as the server.`,
          { cause: error },
        )
      : error;
  }
}
