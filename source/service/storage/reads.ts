import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import { boundedPage, columnsInShort } from './page-columns.js';
import type { Tables } from './tables.js';

/** Animals in ascending order of id, from one on, itself included; all of them or those of a status. */
export type PetRange = { readonly from: string; readonly take: number; readonly status?: string | undefined };

/** An animal as it is kept. */
export type StoredPet = Selectable<Tables['pets']>;

/** Animals that were read, and whether there are more of what was asked for that were too much for one page. */
export type PetRows = { readonly rows: readonly StoredPet[]; readonly isCut: boolean };

/** An animal as it is read at first: without its name, where that is longer than any that may be added. */
export type PetInShort = Omit<StoredPet, 'name'> & { readonly name: string | null };

/** What a key's row says about who may enter. */
export const keyColumns = ['id', 'last_used_at', 'expires_at', 'read_only', 'family'] as const;

/** Those columns of a key. */
export type KeyRow = Pick<Selectable<Tables['api_keys']>, (typeof keyColumns)[number]>;

/** What one request reads. */
export type Reads = {
  /** The key with this digest, unless it was revoked. */
  readonly findKey: (digest: string) => Promise<KeyRow | undefined>;
  readonly readPets: (range: PetRange) => Promise<PetRows>;
};

/** Asks each question by itself. */
export function createReads(db: Kysely<Tables>): Reads {
  return {
    findKey: (digest) =>
      db
        .selectFrom('api_keys')
        .select(keyColumns)
        .where('digest', '=', digest)
        .where('revoked_at', 'is', null)
        .executeTakeFirst(),
    async readPets(range) {
      const { rows } = await toQuery<PetInShort>(columnsInShort, range).execute(db);
      return completeNames(db, range, rows);
    },
  };
}

/** The same animals with their names; where some are long, as many as a page may hold. */
export async function completeNames(
  db: Kysely<Tables>,
  range: PetRange,
  rows: readonly PetInShort[],
): Promise<PetRows> {
  if (rows.every(hasName)) {
    return { rows, isCut: false };
  }

  const bounded = await boundedPage(toQuery<StoredPet>('*', range)).execute(db);
  return { rows: bounded.rows, isCut: bounded.rows.length < rows.length };
}

function hasName(row: PetInShort): row is StoredPet {
  return row.name !== null;
}

function toQuery<T>(columns: string, { from, take, status }: PetRange): RawBuilder<T> {
  const ofStatus = status === undefined ? sql`` : sql` and status = ${status}`;
  return sql`select ${sql.raw(columns)} from pets where id >= ${from}${ofStatus} order by id limit ${take}`;
}
