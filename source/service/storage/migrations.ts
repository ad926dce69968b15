import { toInsert, type Ask, type Database, type Integer } from './database.js';
import { DatabaseError } from './storage-error.js';
import { petColumnList } from './tables.js';

/**
 * How an engine sets itself up: the statements of its schema, and how to keep other processes out meanwhile.
 */
export type DatabaseEngine = {
  readonly name: 'sqlite' | 'postgres';
  /** Makes an empty database one of version 4, the oldest there is. */
  readonly schema: readonly string[];
  /** Its type for whole numbers of 64 bits. */
  readonly integer: string;
  /** Run first in a transaction that must be alone on the database. SQLite's immediate transactions already are. */
  readonly lock?: string;
  /** Run after animals were inserted with ids of their own choosing, so that the next id follows them. */
  readonly afterExplicitIds?: string;
};

/** The version that an engine's `schema` makes. */
const oldest = 4;

/**
 * What brings a database from version 4 to 5, from there to 6, and so on; the same for both engines. Released
 * migrations are never edited: append. Fields of animals bring their own: see `petColumns`.
 */
const migrations: readonly (readonly string[])[] = [
  [
    // When the keys that are to be forgotten next were there, and for how many milliseconds they have been since.
    'create table idempotency_age (newest bigint, ran bigint not null)',
    'insert into idempotency_age (newest, ran) values (null, 0)',
    // With quotes and without them a key is the same: kept as it is with them.
    `update idempotency_keys set key = '"' || replace(key, '\\', '\\\\') || '"' where key not like '"%' and not exists (
      select 1 from idempotency_keys as other where other.api_key_id = idempotency_keys.api_key_id
      and other.key = '"' || replace(idempotency_keys.key, '\\', '\\\\') || '"')`,
  ],
];

/**
 * Brings the schema up to date in one transaction, so that several processes may start at once and a crash leaves the
 * old version.
 *
 * @param onNew told of an empty database; may throw, and then it stays empty
 * @returns whether it was empty
 * @throws {DatabaseError} when a newer petstore, or one from before the first release, made it; it is not changed.
 */
export async function migrate(db: Database, engine: DatabaseEngine, onNew: () => void): Promise<boolean> {
  return alone(db, engine, async (ask) => {
    await ask('create table if not exists schema_version (version integer not null)');
    const [row] = await ask<{ readonly version: Integer | number }>('select version from schema_version');
    const version = Number(row?.version ?? 0);
    if (version === 0) {
      onNew();
    }

    if (version > 0 && version < oldest) {
      throw new DatabaseError(
        `The database has schema version ${version}, of a petstore that was never released. Give another one with --database. Nothing was changed.`,
      );
    }

    if (version > newestVersion) {
      throw new DatabaseError(
        `The database has schema version ${version}, made by a newer petstore; this one knows versions up to ${newestVersion}. ` +
          'Update petstore, or give another database with --database. Nothing was changed.',
      );
    }

    for (let next = version === 0 ? oldest : version + 1; next <= newestVersion; next += 1) {
      const statements = next === oldest ? engine.schema : (migrations[next - oldest - 1] ?? []);
      for (const statement of [...statements, ...addPetColumns(engine, next)]) {
        await ask(statement);
      }
    }

    await (row
      ? ask('update schema_version set version = ?', [newestVersion])
      : ask(...toInsert('schema_version', [{ version: newestVersion }])));
    return version === 0;
  });
}

/**
 * The schema version that this petstore brings a database to: that of the last migration, or of the last field of an
 * animal.
 */
export const newestVersion = Math.max(oldest + migrations.length, ...petColumnList.map(({ since }) => since));

/** The fields that the oldest version knew stand in its `create table`. */
function addPetColumns({ integer }: DatabaseEngine, version: number): readonly string[] {
  const added = petColumnList.filter(({ since }) => since === version && since > oldest);
  return added.map(
    ({ column, type }) => `alter table pets add column ${column} ${type === 'integer' ? integer : type}`,
  );
}

/** Runs a transaction that no other process's `alone` overlaps: migrations, the first key, seeding. */
export async function alone<T>(db: Database, { lock }: DatabaseEngine, work: (ask: Ask) => Promise<T>): Promise<T> {
  return db.transact(async (ask) => {
    if (lock !== undefined) {
      await ask(lock);
    }

    return work(ask);
  });
}
