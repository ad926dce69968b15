/**
 * The note of each backup, in the audit log of the store itself: from there the service tells its age, so that backups
 * of another store leave this one without.
 */
import { nameActor } from '../../platform/process/self.ts';
import { type Ask, type Integer, toInsert } from './database.ts';
import { newestVersion } from './migrations.ts';
import { isPostgres } from './open-storage.ts';
import { connectSqlite, openSqliteFile } from './sqlite/sqlite-file.ts';

/** What it is in the audit log. */
const action = 'backup';

/** When it was last done, in milliseconds since 1970, and how many animals there were; both 0 if it never was. */
export type LastBackup = { readonly at: number; readonly animals: number };

/** In a store of this version: one that an older petstore made has no place for it, and is left as it is. */
export async function noteBackup(database: string, at: number, animals: number): Promise<void> {
  const opened = await connect(database);
  try {
    const [row] = await opened.ask<{ readonly version: Integer | number }>('select version from schema_version');
    if (Number(row?.version) === newestVersion) {
      const detail = `${animals} ${animals === 1 ? 'animal' : 'animals'}`;
      await opened.ask(...toInsert('audit_log', [{ at, action, actor: nameActor(), detail }]));
    }
  } finally {
    await opened.close();
  }
}

async function connect(database: string) {
  if (!isPostgres(database)) {
    return connectSqlite(openSqliteFile(database));
  }

  const { openPostgresPools } = await import('./postgres/postgres-pools.ts');
  const { reads, writes } = openPostgresPools(database, () => undefined);
  return { ask: writes.ask, close: async () => void (await Promise.all([writes.close(), reads.close()])) };
}

/** The newest note. */
export async function readLastBackup(ask: Ask): Promise<LastBackup> {
  const [row] = await ask<{ readonly at: Integer; readonly detail: string }>(
    'select at, detail from audit_log where action = ? order by id desc limit 1',
    [action],
  );
  return { at: Number(row?.at ?? 0), animals: Number.parseInt(row?.detail ?? '0', 10) };
}
