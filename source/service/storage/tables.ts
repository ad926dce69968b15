import type { NewPet, PetField } from '../../domain/pet.js';
import type { Integer } from './database.js';

/**
 * `since`: the schema version that brings the column; one that comes later than the oldest, 4, is added to the table by
 * that migration.
 */
type PetColumn = { readonly column: string; readonly type: 'text' | 'integer'; readonly since: number };

/**
 * Where each field of an animal is kept. A released field is never edited; a new field gets the version after
 * `newestVersion`, and must be optional.
 */
export const petColumns = {
  name: { column: 'name', type: 'text', since: 4 },
  categoryId: { column: 'category_id', type: 'integer', since: 4 },
  status: { column: 'status', type: 'text', since: 4 },
} as const satisfies Readonly<Record<PetField, PetColumn>>;

type PetColumns = {
  readonly [F in PetField as (typeof petColumns)[F]['column']]: (typeof petColumns)[F]['type'] extends 'integer'
    ? Integer
    : undefined extends NewPet[F]
      ? string | null
      : string;
};

/** An animal's columns in their order. */
export const petColumnList: readonly (PetColumn & { readonly column: keyof PetRow })[] = Object.values(petColumns);

/** The values of an animal's columns, as they are written. */
export type PetRow = {
  readonly [F in PetField as (typeof petColumns)[F]['column']]: undefined extends NewPet[F] ? string | null : string;
};

/** An animal as it is kept: never changed, never deleted, since the interface has no such operation. */
export type StoredPet = PetColumns & {
  readonly id: Integer;
  /**
   * Drawn at random by the database, so that the same id in another history of this store can be told from this one.
   */
  readonly nonce: Integer;
};

/** An API key as it is kept: as a digest only. Times are milliseconds since 1970. */
export type StoredKey = {
  readonly id: Integer;
  readonly label: string;
  /** SHA-256 of the key, hexadecimal. */
  readonly digest: string;
  /** The key's last four characters, to recognise it by. */
  readonly last4: string;
  readonly created_at: Integer;
  readonly last_used_at: Integer | null;
  readonly revoked_at: Integer | null;
  /** The end of its validity; null: never. */
  readonly expires_at: Integer | null;
  /** 1 if it may look but not add. */
  readonly read_only: Integer;
  readonly note: string;
  /** The key that this one took over from, at the beginning of the row; null if it is the first. */
  readonly family: Integer | null;
};

/** A change of a key. Rows are only ever added. */
export type StoredKeyEvent = {
  readonly at: Integer;
  readonly api_key_id: Integer;
  readonly action: string;
  /** The user and the machine that did it. */
  readonly actor: string;
  readonly detail: string;
};
