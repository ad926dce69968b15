import type { ColumnType, Generated } from 'kysely';
import type { NewPet, PetField } from '../../domain/pet.js';

/**
 * A 64-bit column: SQLite hands it over as a bigint, PostgreSQL as a decimal string. Both take either, and `String()`
 * makes the two equal, so that answers are the same byte for byte.
 */
type BigIntColumn = ColumnType<bigint | string, bigint | string | number, bigint | string | number>;

type GeneratedId = ColumnType<bigint | string, bigint | string | undefined, never>;

/**
 * `since`: the schema version that brings the column; one that comes later than the oldest, 4, is added to the table by
 * that migration.
 */
type PetColumn = { readonly column: string; readonly type: 'text' | 'integer'; readonly since: number };

/**
 * Where each field of an animal is kept. What is released is never edited; a new field gets the next version, and must
 * be optional.
 */
export const petColumns = {
  name: { column: 'name', type: 'text', since: 4 },
  categoryId: { column: 'category_id', type: 'integer', since: 4 },
  status: { column: 'status', type: 'text', since: 4 },
} as const satisfies Readonly<Record<PetField, PetColumn>>;

type PetColumns = {
  readonly [F in PetField as (typeof petColumns)[F]['column']]: (typeof petColumns)[F]['type'] extends 'integer'
    ? BigIntColumn
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

/** The one schema behind both engines. Times are milliseconds since 1970. */
export type Tables = {
  /** Animals. Never changed, never deleted: the interface has no such operation. */
  readonly pets: {
    readonly id: GeneratedId;
    /**
     * Drawn at random by the database, so that the same id in another history of this store can be told from this one.
     */
    readonly nonce: GeneratedId;
  } & PetColumns;
  /** API keys, as digests only. */
  readonly api_keys: {
    readonly id: GeneratedId;
    readonly label: string;
    /** SHA-256 of the key, hexadecimal. */
    readonly digest: string;
    /** The key's last four characters, to recognise it by. */
    readonly last4: string;
    readonly created_at: BigIntColumn;
    readonly last_used_at: BigIntColumn | null;
    readonly revoked_at: BigIntColumn | null;
    /** From when on it opens nothing; null: never. */
    readonly expires_at: BigIntColumn | null;
    /** 1 where it may look but not add. */
    readonly read_only: ColumnType<bigint | string, bigint | number | undefined, bigint | number>;
    readonly note: ColumnType<string, string | undefined, string>;
    /** The key that this one took over from, at the beginning of the row; null where it is the first. */
    readonly family: BigIntColumn | null;
  };
  /** What was done to keys. Rows are only ever added. */
  readonly key_events: {
    readonly id: GeneratedId;
    readonly at: BigIntColumn;
    readonly api_key_id: BigIntColumn;
    readonly action: string;
    /** The user and the machine that did it. */
    readonly actor: string;
    readonly detail: string;
  };
  /**
   * Which animal an `Idempotency-Key` made. Scoped to the API key that sent it, or to the first of those that took over
   * from each other.
   */
  readonly idempotency_keys: {
    readonly api_key_id: BigIntColumn;
    readonly key: string;
    /** SHA-256 of what was asked for, hexadecimal. */
    readonly fingerprint: string;
    /** Null only inside the transaction that makes the animal. */
    readonly pet_id: BigIntColumn | null;
    readonly created_at: BigIntColumn;
  };
  /** One row: which keys are forgotten next (migrations.ts, pets/forget-keys.ts). */
  readonly idempotency_age: { readonly newest: BigIntColumn | null; readonly ran: BigIntColumn };
  /** One row: the number of migrations applied. */
  readonly schema_version: { readonly version: Generated<number | bigint> };
};
