import type { Ask } from './database.js';
import { petColumnList, type StoredKey, type StoredPet } from './tables.js';

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

/** The rights in a key's row. */
export const keyColumns = ['id', 'last_used_at', 'expires_at', 'read_only', 'family'] as const;

/** Those columns of a key. */
export type KeyRow = Pick<StoredKey, (typeof keyColumns)[number]>;

/** The reads of one request. */
export type Reads = {
  /** The key with this digest, unless it was revoked. */
  readonly findKey: (digest: string) => Promise<KeyRow | undefined>;
  readonly readPets: (range: PetRange) => Promise<readonly StoredPet[]>;
};

/** The columns of an animal as a page has them. */
export const pageColumns = ['id', ...petColumnList.map(({ column }) => column), 'nonce'].join(', ');

const keyStatement = `select ${keyColumns.join(', ')} from api_keys where digest = ? and revoked_at is null`;

/** Asks each question by itself. */
export function createReads(ask: Ask): Reads {
  return {
    findKey: async (digest) => (await ask<KeyRow>(keyStatement, [digest]))[0],
    readPets({ from, take, status, isBack }) {
      const ofStatus = status === undefined ? '' : ' and status = ?';
      const page = isBack ? `<= ?${ofStatus} order by id desc` : `>= ?${ofStatus} order by id`;
      const parameters = status === undefined ? [from, take] : [from, status, take];
      return ask<StoredPet>(`select ${pageColumns} from pets where id ${page} limit ?`, parameters);
    },
  };
}
