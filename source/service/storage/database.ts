/** A value of a statement. A number is taken if a whole one of 64 bits is not needed. */
export type Value = string | number | bigint | null;

/**
 * A 64-bit integer as it is read: SQLite hands it over as a bigint, PostgreSQL as a decimal string. Both take either,
 * and `String()` makes the two equal, so that answers are the same byte for byte.
 */
export type Integer = bigint | string;

/** Asks the database a statement, in which `?` stands for each parameter, and answers its rows. */
export type Ask = <R>(statement: string, parameters?: readonly Parameter[]) => Promise<readonly R[]>;

/** PostgreSQL takes lists too. */
type Parameter = Value | readonly (Value | undefined)[];

/** The way to a database. */
export type Database = {
  readonly ask: Ask;
  /** Runs a transaction: its statements are done as a whole, or not at all if it fails. */
  transact<T>(work: (ask: Ask) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** A statement that adds rows with the same columns to a table, and its parameters. */
export function toInsert(table: string, rows: readonly Readonly<Record<string, Value>>[]): [string, readonly Value[]] {
  const columns = Object.keys(rows[0] ?? {});
  const places = `(${columns.map(() => '?').join()})`;
  return [
    `insert into ${table} (${columns.join()}) values ${rows.map(() => places).join()}`,
    rows.flatMap((row) => columns.map((column) => row[column] ?? null)),
  ];
}
