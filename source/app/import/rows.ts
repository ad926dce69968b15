/** The rows of a file as its format has them; their values are not checked yet. */
import type { ColumnChoice, UnknownHeader } from './columns.ts';
import type { Config } from '../settings/config-file.ts';

/** What was said of a header. */
export type ImportMemory = NonNullable<Config['imports']>[number];

/** What a person says of a file, and said of headers before. */
export type Said = {
  readonly columns?: ColumnChoice;
  readonly memories?: readonly ImportMemory[];
};

/** Where something stands in a file: in a line, from 1, or in an item of a JSON array. */
export type RowPlace =
  | { readonly line: number; readonly item?: never }
  | { readonly item: number; readonly line?: never };

/** One animal of a file: the cells of a table, a JSON value, or why it is none. `source`: its text as it stands there. */
export type ImportRow = RowPlace & { readonly source: string } & (
    | { readonly cells: Readonly<Record<string, string>> }
    | { readonly value: unknown }
    | { readonly broken: string }
  );

/** What the readers of the formats give. */
export type Read = {
  readonly rows: readonly ImportRow[];
  /** Columns or fields that do not describe a new animal. */
  readonly ignored: readonly string[];
  /** Of a table: its titles, and those of the columns in use. */
  readonly header?: readonly string[];
  readonly columns?: ColumnChoice;
  /** What was said of this header before. */
  readonly memory?: ImportMemory;
  /** Of a table whose columns a person has to name. */
  readonly unknown?: UnknownHeader;
  /** Some of the rows as a file of the same format. */
  readonly toFile?: (sources: readonly string[]) => string;
};

/** A file with one mistake after which nothing can be read. */
export function failed(line: number, broken: string): Read {
  return { rows: [{ line, source: '', broken }], ignored: [] };
}

/** The place alone, of something that stands there. */
export function placeOf({ line, item }: RowPlace): RowPlace {
  return item === undefined ? { line } : { item };
}

/** `line 3`, or `item 2` */
export const placeText = ({ line, item }: RowPlace): string => (item === undefined ? `line ${line}` : `item ${item}`);

/** Whether a JSON value is an object, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of some names or lines, and how many more there are: more than five names only fill a line. */
export function firstOf(names: readonly string[], most = 5): readonly string[] {
  const more = names.length - most;
  return more > 0 ? [...names.slice(0, most), `and ${more} more`] : names;
}

/** `lines 2 to 301, 305` */
export function placesText(places: readonly RowPlace[]): string {
  const runs: [first: number, last: number][] = [];
  for (const place of places) {
    const at = place.line ?? place.item;
    const run = runs.at(-1);
    if (run && at <= run[1] + 1) {
      run[1] = at;
    } else {
      runs.push([at, at]);
    }
  }

  const word = places[0]?.item === undefined ? 'line' : 'item';
  const texts = runs.map(([first, last]) => (first === last ? String(first) : `${first} to ${last}`));
  return `${word}${places.length === 1 ? '' : 's'} ${firstOf(texts).join(', ')}`;
}
