import { sql, type Kysely, type Selectable } from 'kysely';
import { petColumnList, type Tables } from './tables.js';

/**
 * Animals from one on, itself included, in ascending order of id, or back from it in descending order; all of them or
 * those of a status.
 */
export type PetRange = {
  readonly from: string;
  readonly take: number;
  readonly status?: string | undefined;
  readonly isBack?: boolean | undefined;
};

/** An animal as it is kept. */
export type StoredPet = Selectable<Tables['pets']>;

/** What a key's row says about who may enter. */
export const keyColumns = ['id', 'last_used_at', 'expires_at', 'read_only', 'family'] as const;

/** Those columns of a key. */
export type KeyRow = Pick<Selectable<Tables['api_keys']>, (typeof keyColumns)[number]>;

/** What one request reads. */
export type Reads = {
  /** The key with this digest, unless it was revoked. */
  readonly findKey: (digest: string) => Promise<KeyRow | undefined>;
  readonly readPets: (range: PetRange) => Promise<readonly StoredPet[]>;
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
    async readPets({ from, take, status, isBack }) {
      const ofStatus = status === undefined ? sql`` : sql` and status = ${status}`;
      const page = isBack
        ? sql<StoredPet>`select ${petColumns} from pets where id <= ${from}${ofStatus} order by id desc limit ${take}`
        : sql<StoredPet>`select ${petColumns} from pets where id >= ${from}${ofStatus} order by id limit ${take}`;
      return (await page.execute(db)).rows;
    },
  };
}

/** The columns of an animal as a page has them. */
export const pageColumns = ['id', ...petColumnList.map(({ column }) => column), 'nonce'].join(', ');

const petColumns = sql.raw(pageColumns);
