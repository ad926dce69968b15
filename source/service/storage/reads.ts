import type { Ask, Value } from './database.js';
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

/** What follows `where id` in the statement of a page, and its parameters. */
export function toPageClause({ from, take, status, isBack }: PetRange): readonly [clause: string, ...Value[]] {
  const [ofStatus, more] = status === undefined ? ['', []] : [' and status = ?', [status]];
  return [`${isBack ? '<=' : '>='} ?${ofStatus} order by id${isBack ? ' desc' : ''} limit ?`, from, ...more, take];
}

const keyStatement = `select ${keyColumns.join(', ')} from api_keys where digest = ? and revoked_at is null`;

/** Asks each question by itself. */
export function createReads(ask: Ask): Reads {
  return {
    findKey: async (digest) => (await ask<KeyRow>(keyStatement, [digest]))[0],
    readPets(range) {
      const [clause, ...parameters] = toPageClause(range);
      return ask<StoredPet>(`select ${pageColumns} from pets where id ${clause}`, parameters);
    },
  };
}
