import type { ColumnType, Generated } from 'kysely';

/**
 * A 64-bit column: SQLite hands it over as a bigint, PostgreSQL as a decimal string. Both take either, and `String()` makes
 * the two equal, so that answers are the same byte for byte.
 */
type BigIntColumn = ColumnType<bigint | string, bigint | string | number, bigint | string | number>;

type GeneratedId = ColumnType<bigint | string, bigint | string | undefined, never>;

/** The one schema behind both engines. Times are milliseconds since 1970. */
export type Tables = {
  /** Animals. Never changed, never deleted: the interface has no such operation. */
  readonly pets: {
    readonly id: GeneratedId;
    readonly name: string;
    readonly category_id: BigIntColumn;
    readonly status: string | null;
  };
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
  /** Which animal an `Idempotency-Key` made. Scoped to the API key that sent it, or to the first of those that took over from each other. */
  readonly idempotency_keys: {
    readonly api_key_id: BigIntColumn;
    readonly key: string;
    /** SHA-256 of what was asked for, hexadecimal. */
    readonly fingerprint: string;
    /** Null only inside the transaction that makes the animal. */
    readonly pet_id: BigIntColumn | null;
    readonly created_at: BigIntColumn;
  };
  /** One row: the number of migrations applied. */
  readonly schema_version: { readonly version: Generated<number | bigint> };
};
