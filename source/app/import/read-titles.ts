/** Which column of a table is what: by the person's word, by what was remembered for the header, or by its titles. */
import { type AnyPetField, isPetStatus, petFieldList, type PetWord } from '../../domain/pet.js';
import type { CsvRecord } from './read-csv.js';

/** What a column can be. The id is used only to tell rows apart. */
export type ColumnField = PetWord | 'id';
/** All of them, in the order in which they are asked for. */
export const columnFields: readonly ColumnField[] = [...petFieldList.map(({ word }) => word), 'id'];
const needed = petFieldList.filter(({ isOptional }) => !isOptional).map(({ word }) => word);

/** The titles that a person gave to fields. */
export type ColumnChoice = Readonly<Partial<Record<ColumnField, string>>>;

/** The place of each field's column; `at`: which record the header is. */
export type TableHeader = {
  readonly at: number;
  readonly titles: readonly string[];
  readonly columns: Readonly<Partial<Record<ColumnField, number>>>;
};

/** The titles of a table, whose columns nobody knows yet. `samples`: of each column, the first values below it. */
export type UnknownHeader = {
  readonly line: number;
  readonly titles: readonly string[];
  readonly missing: readonly ColumnField[];
  readonly samples: readonly (readonly string[])[];
};

type ColumnSigns = {
  /** Titles that mean the field, the first before the others, as `foldTitle` has them. */
  readonly own: readonly string[];
  /** Titles that may mean it; only a person can tell. */
  readonly like: readonly RegExp[];
  /** What a value looks like that may be one of the field. */
  readonly isValue: (value: string) => boolean;
};

const isStatusWord = (value: string): boolean => isPetStatus(value.trim().toLowerCase());

/** What tells the column of each field. */
const columnSigns: Readonly<Record<ColumnField, ColumnSigns>> = {
  name: {
    own: ['name'],
    like: [/^(?:animal|pet)?name$/u, /name/u],
    isValue: (value) => /\p{Letter}/u.test(value) && !isStatusWord(value),
  },
  category: {
    own: ['categoryid', 'category'],
    like: [/category/u, /^(?:animal)?type$/u, /species/u, /type|kind/u],
    // A number may be anything: an id, an age, a price.
    isValue: () => false,
  },
  status: { own: ['status'], like: [/status/u], isValue: isStatusWord },
  id: { own: ['id', 'localid', 'petid', 'animalid'], like: [/id$/u], isValue: () => false },
};

/** Titles are the same whatever their capitals, blanks, `_` and `-`. */
export function foldTitle(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/gu, '');
}

/** A header stands among the first rows of a file: reports have titles of their own above it. */
export const mostAbove = 20;

/** The first record that names what is needed, by the choice of a person for this header or without one. */
export function findHeader(
  records: readonly CsvRecord[],
  chosen: ColumnChoice,
  recall: (titles: readonly string[]) => ColumnChoice | undefined,
): TableHeader | undefined {
  for (const [at, { cells }] of records.slice(0, mostAbove).entries()) {
    const titles = withoutBlankEnd(cells);
    const columns = toColumns(titles, { ...recall(titles), ...chosen });
    if (needed.every((field) => columns[field] !== undefined)) {
      return { at, titles, columns };
    }
  }

  return undefined;
}

function toColumns(titles: readonly string[], chosen: ColumnChoice): TableHeader['columns'] {
  const folded = titles.map(foldTitle);
  const find = (title: string): number | undefined => {
    const at = folded.indexOf(foldTitle(title));
    return at < 0 ? undefined : at;
  };
  return Object.fromEntries(
    columnFields.flatMap((field) => {
      const given = chosen[field];
      const names = given === undefined ? columnSigns[field].own : [given];
      const found = names.map(find).find((at) => at !== undefined);
      return found === undefined ? [] : [[field, found]];
    }),
  );
}

/** The title that two columns have, of which one is used. */
export function findTitleTwice({ titles, columns }: TableHeader): string | undefined {
  const folded = titles.map(foldTitle);
  return Object.values(columns)
    .map((at) => titles[at] ?? '')
    .find((title) => folded.indexOf(foldTitle(title)) !== folded.lastIndexOf(foldTitle(title)));
}

/**
 * The record that looks most like a header where none names what is needed: the first with as many cells as most of
 * them have. A row with a separator too many has more, and a report's own title fewer.
 */
export function guessHeader(records: readonly CsvRecord[], chosen: ColumnChoice): UnknownHeader {
  const first = records.slice(0, mostAbove);
  const filled = ({ cells }: CsvRecord): number => cells.filter((cell) => cell !== '').length;
  const usual = commonest(first.map(filled).filter((count) => count > 1));
  const at = Math.max(
    0,
    first.findIndex((record) => filled(record) >= usual),
  );
  const titles = withoutBlankEnd(first[at]?.cells ?? []);
  const columns = toColumns(titles, chosen);
  const below = first.slice(at + 1);
  return {
    line: first[at]?.line ?? 1,
    titles,
    missing: needed.filter((field) => columns[field] === undefined),
    samples: titles.map((_, column) =>
      [...new Set(below.map(({ cells }) => cells[column] ?? ''))].filter((cell) => cell !== '').slice(0, 3),
    ),
  };
}

/** The number that occurs most often, the smallest of several; 0 without any. */
function commonest(numbers: readonly number[]): number {
  const counts = [...Map.groupBy(numbers, (number) => number)].map(([number, all]) => [number, all.length] as const);
  return counts.sort(([a, many], [b, more]) => more - many || a - b)[0]?.[0] ?? 0;
}

/** The fields that a person is asked for: what no title names, and what may be missing. */
export function fieldsToName({ missing }: UnknownHeader): readonly AnyPetField[] {
  return petFieldList.filter(({ word, isOptional }) => isOptional || missing.includes(word));
}

/** A title that may be meant by a field; only a person can tell. */
export function suggestTitle(field: ColumnField, titles: readonly string[]): string | undefined {
  return columnSigns[field].like
    .map((sign) => titles.find((title) => sign.test(foldTitle(title))))
    .find((title) => title !== undefined);
}

/** A column as a person is asked about it: its title, and the first values below it. */
export type ColumnOffer = { readonly title: string; readonly samples: readonly string[] };

/** The title of the column that is most likely a field: by the titles, or where they do not tell, by the values. */
export function suggestColumn(field: PetWord, offers: readonly ColumnOffer[]): string | undefined {
  const titled = suggestTitle(
    field,
    offers.map(({ title }) => title),
  );
  return titled ?? offers.find(({ samples }) => hasSigns(field, samples))?.title;
}

/** Beside `available` a shelter has words of its own for the same column; a name stands beside names. */
function hasSigns(field: PetWord, samples: readonly string[]): boolean {
  const { isValue } = columnSigns[field];
  return field === 'status' ? samples.some(isValue) : samples.length > 0 && samples.every(isValue);
}

/** Rows may end in separators that stand for nothing. */
function withoutBlankEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
}
