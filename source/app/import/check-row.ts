import {
  type CategoryLabels,
  type CategoryReader,
  createCategoryReader,
  findLabelMistake,
} from '../../domain/category-labels.js';
import { type Int64, parseInt64 } from '../../domain/int64.js';
import { isPetStatus, type NewPet, type PetField } from '../../domain/pet.js';
import { checkPet, type PetMistake, mistakeText } from '../../domain/pet/check-pet.js';
import { readCategoryText } from '../../text/animal/read-category-text.js';
import { shellWord, shortName } from '../../text/hints.js';
import { countText } from '../../text/count-text.js';

/** Where something stands in a file. `item`: its place in a JSON array, from 1. */
export type RowPlace = { readonly line: number; readonly item?: number };

/** One animal of a file: the cells of a CSV record, or a JSON value. `source`: its own text, as it stands there. */
export type ImportRow = RowPlace & { readonly source: string } & (
    | { readonly cells: Readonly<Record<string, string>> }
    | { readonly value: unknown }
  );

/**
 * A mistake in a file, with its place; `field` is undefined if a line as a whole is. `value`: what stands there, where
 * many rows may have the same, and `remedy`: what to do about all of them.
 */
export type RowMistake = RowPlace & {
  readonly field: PetField | undefined;
  readonly message: string;
  readonly value?: string;
  readonly remedy?: string;
};

/** The statuses that a person gave to words of a file, in small letters; empty: not set. */
export type StatusChoice = ReadonlyMap<string, string>;

/** One row's animal, or everything that is wrong with it. `id`: what stands in the row for one. */
type CheckedRow = { readonly pet?: NewPet; readonly id?: string; readonly mistakes: readonly RowMistake[] };

/** Checks rows, with the names that categories have, and the statuses that words of the file stand for. */
export function createRowCheck(labels: CategoryLabels, statusOf: StatusChoice): (row: ImportRow) => CheckedRow {
  const read = createCategoryReader(labels);
  const remedies = new Map<string, string>();
  /** A file may have an unknown name ten thousand times. */
  const remedyFor = (typed: string): string => {
    const remedy = remedies.get(typed) ?? findRemedy(typed, labels);
    remedies.set(typed, remedy);
    return remedy;
  };

  return (row) => {
    const place = { line: row.line, ...(row.item === undefined ? {} : { item: row.item }) };
    const isText = 'cells' in row;
    const values = isText ? row.cells : row.value;
    if (!isObject(values)) {
      return { mistakes: [{ ...place, field: undefined, message: 'it is not an object' }] };
    }

    const category = plainCategory(values['categoryId'] ?? values['category']);
    const given: Readonly<Record<string, unknown>> = {
      ...values,
      categoryId: category,
      status: toStatus(values['status'], statusOf),
    };
    const checked = checkPet({ ...given, categoryId: toCategory(category, isText, read) }, isText ? 'text' : 'item');
    if ('mistakes' in checked) {
      return {
        mistakes: checked.mistakes.map((each) => ({
          ...place,
          field: each.field,
          ...describe(each, each.field === 'status' ? values['status'] : given[each.field], remedyFor),
        })),
      };
    }

    const id = toIdText(values['id'] ?? values['localId']);
    return { pet: checked.pet, mistakes: [], ...(id === undefined ? {} : { id }) };
  };
}

/** Of \`{"id": 2, "name": "Cats"}\` the id, or else the name. */
function plainCategory(given: unknown): unknown {
  return isObject(given) ? (given['id'] ?? given['name']) : given;
}

/** In any capitals, or as a person says what the word means. */
function toStatus(given: unknown, statusOf: StatusChoice): unknown {
  if (typeof given !== 'string') {
    return given;
  }

  const word = given.trim().toLowerCase();
  const chosen = statusOf.get(word);
  return chosen ?? (isPetStatus(word) ? word : given);
}

/** The number of a category: as it stands there, as spreadsheets write it (\`2.0\`), or that of its name. */
function toCategory(given: unknown, isText: boolean, read: CategoryReader): unknown {
  if (typeof given !== 'string') {
    return given;
  }

  const number = parseInt64(given.trim().replace(/\.0+$/, ''));
  const [id, ...others] = number === undefined ? read(given) : [number];
  if (id === undefined || others.length > 0) {
    return given;
  }

  return isText ? id : BigInt(id);
}

function findRemedy(typed: string, labels: CategoryLabels): string {
  const found = readCategoryText(typed, labels);
  return 'problem' in found ? found.problem : '';
}

/** What cannot be read is quoted, so that it can be found in the line. */
function describe(
  { mistake, field }: PetMistake,
  given: unknown,
  remedyFor: (typed: string) => string,
): Pick<RowMistake, 'message' | 'value' | 'remedy'> {
  const text = mistakeText({ mistake, field });
  const isMisread = mistake === 'not-text' || mistake === 'not-choice' || mistake === 'not-integer';
  if (!isMisread || given === undefined || given === null || (typeof given === 'string' && given.trim() === '')) {
    return { message: text };
  }

  const value = quote(given);
  if (typeof given !== 'string' || mistake === 'not-text') {
    return { message: `${text}; ${value} is not` };
  }

  if (field === 'status') {
    const remedy = `Say what it stands for, or none: \`--status-of ${shellWord(given.trim())}=none\``;
    return { message: `${text}; ${value} is not`, value, remedy };
  }

  // No category can be called \`#N/A\`, nor \`3,5\`.
  return findLabelMistake('0' as Int64, given, {}) === undefined && !/^[-+#=\d]/.test(given.trim())
    ? { message: `${text}, or the name of a category`, value, remedy: remedyFor(given) }
    : { message: `${text}; ${value} is not` };
}

function quote(value: unknown): string {
  return typeof value === 'string'
    ? `"${shortName(value)}"`
    : shortName(typeof value === 'bigint' ? String(value) : JSON.stringify(value));
}

/** Whether a JSON value is an object, and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toIdText(id: unknown): string | undefined {
  const text = typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? String(id).trim() : '';
  return text === '' ? undefined : text;
}

/** `line 3, item 2, name: it is missing` */
function mistakeLine({ line, item, field, message, remedy }: RowMistake): string {
  const place = [placeText({ line, ...(item === undefined ? {} : { item }) }), field ?? []].flat().join(', ');
  return `${place}: ${message}${remedy === undefined ? '' : `. ${remedy}`}`;
}

/** Fewer rows with one value are told one by one. */
const fewestAlike = 3;
const mostPlaces = 3;

/**
 * Every mistake as a line, in the order of the file. Rows that share one value which does not fit are one line, as most
 * files mean something by it, and those that are most frequent come first.
 */
export function mistakeLines(mistakes: readonly RowMistake[]): readonly string[] {
  const alike = Map.groupBy(
    mistakes.filter(({ value }) => value !== undefined),
    ({ field, value = '' }) => `${field ?? ''} ${value.toLowerCase()}`,
  );
  const many = [...alike.values()].filter(({ length }) => length >= fewestAlike).sort((a, b) => b.length - a.length);
  const told = new Set(many.flat());
  return [...many.map(alikeLine), ...mistakes.filter((each) => !told.has(each)).map(mistakeLine)];
}

function alikeLine(rows: readonly RowMistake[]): string {
  const [first] = rows;
  const { field = '', value = '', message = '', remedy = '' } = first ?? {};
  const places = rows.slice(0, mostPlaces).map(({ line }) => line);
  const others = rows.length > places.length ? ', ...' : '';
  const what = message.replace(/; [^;]* is not$/, '');
  const where = `in ${rows.length} rows (lines ${places.join(', ')}${others})`;
  return `${field} is ${value} ${where}: ${what}. ${remedy}`.trimEnd();
}

/** `line 3, item 2` */
export const placeText = ({ line, item }: RowPlace): string =>
  `line ${line}${item === undefined ? '' : `, item ${item}`}`;

/** The heading above the mistakes of a file. */
export function mistakesTitle({ length }: readonly RowMistake[]): string {
  return `No animal was queued, because the file has ${length === 1 ? 'a mistake' : countText(length, 'mistake')}:`;
}

/** What of a file was not used, or undefined. */
export function ignoredText(ignored: readonly string[]): string | undefined {
  return ignored.length === 0
    ? undefined
    : `Not used: ${ignored.map((title) => (title === '' ? 'a column without a title' : `"${title}"`)).join(', ')}.`;
}
