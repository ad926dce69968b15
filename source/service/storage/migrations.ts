import { sql, type Kysely } from 'kysely';
import { DatabaseError } from './storage-error.js';
import { petColumnList, type Tables } from './tables.js';

/**
 * How an engine sets itself up: the statements of each schema version, and how to keep other processes out meanwhile.
 */
export type DatabaseEngine = {
  readonly name: 'sqlite' | 'postgres';
  /**
   * Migration *n* takes a database from version *n* to *n*+1. Never edit one that was released: append. Fields of
   * animals bring their own: see `petColumns`.
   */
  readonly migrations: readonly (readonly string[])[];
  /** Its type for whole numbers of 64 bits. */
  readonly integer: string;
  /** Run first in a transaction that must be alone on the database. SQLite's immediate transactions already are. */
  readonly lock?: string;
  /** Run after animals were inserted with ids of their own choosing, so that the next id follows them. */
  readonly afterExplicitIds?: string;
};

/**
 * Brings the schema up to date in one transaction, so that several processes may start at once and a crash leaves the
 * old version.
 *
 * @throws {DatabaseError} when a newer petstore made the database; nothing was changed.
 */
export async function migrate(db: Kysely<Tables>, engine: DatabaseEngine): Promise<void> {
  await alone(db, engine, async (transaction) => {
    await sql`create table if not exists schema_version (version integer not null)`.execute(transaction);
    const row = await transaction.selectFrom('schema_version').select('version').executeTakeFirst();
    const version = Number(row?.version ?? 0);
    const newest = newestVersion(engine);
    if (version > newest) {
      throw new DatabaseError(
        `The database has schema version ${version}, made by a newer petstore; this one knows versions up to ${newest}. ` +
          'Update petstore, or give another database with --database. Nothing was changed.',
      );
    }

    for (let next = version + 1; next <= newest; next += 1) {
      for (const statement of [...(engine.migrations[next - 1] ?? []), ...addPetColumns(engine, next)]) {
        await sql.raw(statement).execute(transaction);
      }
    }

    const latest = { version: newest };
    await (
      row
        ? transaction.updateTable('schema_version').set(latest)
        : transaction.insertInto('schema_version').values(latest)
    ).execute();
  });
}

/**
 * The schema version that this petstore brings a database to: that of the last migration, or of the last field of an
 * animal.
 */
export function newestVersion({ migrations }: DatabaseEngine): number {
  return Math.max(migrations.length, ...petColumnList.map(({ since }) => since));
}

/** The fields that the first version knew stand in its `create table`, which was released. */
function addPetColumns({ integer }: DatabaseEngine, version: number): readonly string[] {
  const added = petColumnList.filter(({ since }) => since === version && since > 1);
  return added.map(
    ({ column, type }) => `alter table pets add column ${column} ${type === 'integer' ? integer : type}`,
  );
}

/** Runs a transaction that no other process's `alone` overlaps: migrations, the first key, seeding. */
export async function alone<T>(
  db: Kysely<Tables>,
  engine: DatabaseEngine,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (transaction) => {
    if (engine.lock !== undefined) {
      await sql.raw(engine.lock).execute(transaction);
    }

    return work(transaction);
  });
}
