import type { NewPet, PetField } from '../../domain/pet.ts';

/** A value of a statement. A number is taken if a whole one of 64 bits is not needed. */
export type Value = string | number | bigint | null;

/** SQLite reads 64 bits as a bigint, PostgreSQL as a string. Both take either, and `String()` makes the two equal. */
export type Integer = bigint | string;

/** Asks the database a statement, in which `?` stands for each parameter, and answers its rows. */
export type Ask = <R>(statement: string, parameters?: readonly Parameter[]) => Promise<readonly R[]>;

/** PostgreSQL takes lists too. */
type Parameter = Value | readonly (Value | undefined)[];

/** An open way to one, whatever the engine. */
export type Database = {
  readonly ask: Ask;
  transact<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** A statement that adds rows with the same columns to a table, and its parameters. */
export function toInsert(
  table: string,
  rows: readonly Readonly<Record<string, Value | undefined>>[],
): [string, readonly Value[]] {
  const columns = Object.keys(rows[0] ?? {});
  const places = `(${columns.map(() => '?').join()})`;
  return [
    `insert into ${table} (${columns.join()}) values ${rows.map(() => places).join()}`,
    rows.flatMap((row) => columns.map((column) => row[column] ?? null)),
  ];
}

type PetColumn = { readonly column: string; readonly type: 'text' | 'integer' };

/** Where each field of an animal is kept; a new one needs a migration, and must be optional. */
export const petColumns = {
  name: { column: 'name', type: 'text' },
  categoryId: { column: 'category_id', type: 'integer' },
  status: { column: 'status', type: 'text' },
} as const satisfies Readonly<Record<PetField, PetColumn>>;

/** An animal's columns in their order. */
export const petColumnList: readonly (PetColumn & { readonly column: keyof PetRow })[] = Object.values(petColumns);

/** The values of an animal's columns, as they are written. */
export type PetRow = {
  readonly [F in PetField as (typeof petColumns)[F]['column']]: undefined extends NewPet[F] ? string | null : string;
};

/** An animal as it is kept. The interface changes and deletes none; the operator may. */
export type StoredPet = Readonly<Record<keyof PetRow, Value>> & {
  readonly id: Integer;
  /** Drawn at random, so that the same id in another history of this store can be told from this one. */
  readonly nonce: Integer;
};

/** An API key as it is kept: as a digest only. Times are milliseconds since 1970. */
export type StoredKey = {
  readonly id: Integer;
  readonly label: string;
  readonly digest: string;
  readonly last4: string;
  readonly created_at: Integer;
  readonly last_used_at: Integer | null;
  readonly revoked_at: Integer | null;
  readonly expires_at: Integer | null;
  readonly read_only: Integer;
  readonly note: string;
  /** The key that this one took over from, at the beginning of the row; null if it is the first. */
  readonly family: Integer | null;
};

/** What the operator did, to a key or to an animal. Rows are only ever added. */
export type AuditRow = {
  readonly at: Integer | number;
  readonly api_key_id: Integer | null;
  readonly pet_id: Integer | null;
  readonly action: string;
  readonly actor: string;
  readonly detail: string;
};

/** Animals from one on, itself included, or back from it; all of them or those of a status. */
export type PetRange = {
  readonly from: string;
  readonly take: number;
  readonly status?: string | undefined;
  readonly isBack?: boolean | undefined;
};

/** The name and the rights in a key's row. */
export const keyColumns = ['id', 'label', 'last_used_at', 'expires_at', 'read_only', 'family'] as const;

/** Those columns of a key. */
export type KeyRow = Pick<StoredKey, (typeof keyColumns)[number]>;

/** The reads of one request. */
export type Reads = {
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

/** An animal to add, who adds it, and the idempotency key under which it is added, if there is one. */
export type NewRow = PetRow & {
  readonly api_key_id?: string | undefined;
  readonly once?: { readonly api_key_id: string; readonly key: string; readonly fingerprint: string } | undefined;
};

/** With its key in one transaction: after a crash both are there or neither. Undefined: the key came before. */
export async function createRow(ask: Ask, { once, ...pet }: NewRow): Promise<string | undefined> {
  const [claim, claimed] = once ? toInsert('idempotency_keys', [once]) : [''];
  const isFresh =
    once === undefined ||
    (await ask(`${claim} on conflict (api_key_id, key) do nothing returning key`, claimed)).length > 0;
  if (!isFresh) {
    return undefined;
  }

  const [statement, values] = toInsert('pets', [pet]);
  const [made] = await ask<{ readonly id: Integer }>(`${statement} returning id`, values);
  const id = String(made?.id);
  if (once !== undefined) {
    const parameters = [id, once.api_key_id, once.key];
    await ask('update idempotency_keys set pet_id = ? where api_key_id = ? and key = ?', parameters);
  }

  return id;
}

/** Told of the work of a database, in seconds; nothing of what it is about. */
export type StorageWatch = {
  readonly queried?: (took: number) => void;
  /** How many creates shared a commit. */
  readonly committed?: (writes: number) => void;
  /** From a create to its being durable. */
  readonly created?: (took: number) => void;
};
