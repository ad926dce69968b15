import { toInsert, type Ask, type Database, type Integer } from './database.ts';
import { DatabaseError } from './storage-error.ts';

/** How an engine sets itself up, and how it keeps other processes out meanwhile. */
export type DatabaseEngine = {
  readonly integer: string;
  readonly numbered: string;
  readonly petId?: string;
  readonly random: string;
  /** The text behind the columns of a table, and of one that is looked up by its primary key alone. */
  readonly options?: { readonly table: string; readonly keyed: string };
  readonly more?: readonly string[];
  /** Run first in a transaction that must be alone on the database. SQLite's immediate transactions already are. */
  readonly lock?: string;
  /** Asks for the highest id that was ever given, and keeps others from giving one; no row, or 0: there is none. */
  readonly lastId: string;
  /** Run after animals were inserted with ids of their own choosing, so that the next id follows them. */
  readonly afterExplicitIds?: string;
};

/** Makes an empty database one of version 1; a page of one status is a walk along its index. */
function toSchema(engine: DatabaseEngine): readonly string[] {
  const { integer, numbered, petId = numbered, random, options, more = [] } = engine;
  const { table, keyed } = options ?? { table: '', keyed: '' };
  return [
    `create table pets (id ${petId}, name text not null, category_id ${integer} not null, status text,
      nonce ${integer} not null default (${random}), api_key_id ${integer}) ${table}`,
    'create index pets_by_status on pets (status, id)',
    `create table api_keys (id ${numbered}, label text not null, digest text not null unique, last4 text not null,
      created_at ${integer} not null, last_used_at ${integer}, revoked_at ${integer}, expires_at ${integer},
      read_only ${integer} not null default 0, note text not null default '',
      family ${integer}) ${table}`,
    `create table audit_log (id ${numbered}, at ${integer} not null, api_key_id ${integer}, pet_id ${integer},
      action text not null, actor text not null, detail text not null) ${table}`,
    `create table idempotency_keys (api_key_id ${integer} not null, key text not null, fingerprint text not null,
      pet_id ${integer}, primary key (api_key_id, key)) ${keyed}`,
    ...more,
  ];
}

/** From version 1 on, one each; released ones are never edited. */
const migrations: readonly (readonly string[])[] = [];

/** In one transaction: several processes may start at once. Answers whether it was empty; `onNew` may refuse that. */
export async function migrate(db: Database, engine: DatabaseEngine, onNew: () => void): Promise<boolean> {
  return alone(db, engine, async (ask) => {
    await ask('create table if not exists schema_version (version integer not null)');
    const [row] = await ask<{ readonly version: Integer | number }>('select version from schema_version');
    const version = Number(row?.version ?? 0);
    if (version === 0) {
      onNew();
    }

    if (version > newestVersion) {
      throw new DatabaseError(
        `The database has schema version ${version}, made by a newer petstore; this one knows versions up to ` +
          `${newestVersion}. Update petstore, or give another database with --database. Nothing was changed.`,
      );
    }

    for (let next = version + 1; next <= newestVersion; next += 1) {
      for (const statement of next === 1 ? toSchema(engine) : (migrations[next - 2] ?? [])) {
        await ask(statement);
      }
    }

    await (row
      ? ask('update schema_version set version = ?', [newestVersion])
      : ask(...toInsert('schema_version', [{ version: newestVersion }])));
    return version === 0;
  });
}

/** Of a database that this petstore makes. */
export const newestVersion = 1 + migrations.length;

/** Runs a transaction that no other process's `alone` overlaps: migrations, the first key, seeding. */
export async function alone<T>(db: Database, { lock }: DatabaseEngine, work: (ask: Ask) => Promise<T>): Promise<T> {
  return db.transact(async (ask) => {
    if (lock !== undefined) {
      await ask(lock);
    }

    return work(ask);
  });
}
