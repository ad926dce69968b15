/** What the readers of the formats give. */
import type { ImportRow } from './check-row.js';
import type { ColumnChoice, UnknownHeader } from './read-titles.js';

/** Rows that are no animal at all. */
export type Broken = { readonly line: number; readonly source: string; readonly message: string };

/** A file as its format has it; the values of its rows are not checked yet. */
export type Read = {
  readonly rows: readonly ImportRow[];
  readonly broken: readonly Broken[];
  /** Columns or fields that do not describe a new animal. */
  readonly ignored: readonly string[];
  /** What else was not read, in sentences. */
  readonly notes: readonly string[];
  /** Of a table: its titles, and those of the columns in use. */
  readonly header?: readonly string[];
  readonly columns?: ColumnChoice;
  /** Of a table whose columns a person has to name. */
  readonly unknown?: UnknownHeader;
  /** Some of the rows as a file of the same format. */
  readonly toFile: ((sources: readonly string[]) => string) | undefined;
};

/** A file with one mistake after which nothing can be read. */
export function failed(line: number, message: string): Read {
  return { rows: [], broken: [{ line, source: '', message }], ignored: [], notes: [], toFile: undefined };
}
