import { type CategoryLabels, type CategoryReader, createCategoryReader } from '../../domain/category-labels.js';
import { localIdForm } from '../../domain/entry.js';
import { parseInt64, toInt64 } from '../../domain/int64.js';
import type { NewPet, PetField } from '../../domain/pet.js';
import { checkPet, type PetMistake, mistakeText } from '../../domain/pet/check-pet.js';
import { readCategoryText } from '../../text/animal/read-category-text.js';
import { shortName } from '../../text/hints.js';
import { countText } from '../../text/count-text.js';

/** Where something stands in a file. `item`: its place in a JSON array, from 1. */
export type RowPlace = { readonly line: number; readonly item?: number };

/** One animal of a file: the cells of a CSV record, or a JSON value. `source`: its own text, as it stands there. */
export type ImportRow = RowPlace & { readonly source: string } & (
    | { readonly cells: Readonly<Record<string, string>> }
    | { readonly value: unknown }
  );

/** A mistake in a file, with its place; `field` is undefined if a line as a whole is. */
export type RowMistake = RowPlace & { readonly field: PetField | undefined; readonly message: string };

/** A row's animal, and the id that the row gives it, as lists show it (`42`, `Q-7`). */
export type NamedAnimal = { readonly id: string; readonly pet: NewPet };

/** One row's animal, or everything that is wrong with it. `id`: the id in the row; any other value there is ignored. */
type CheckedRow = { readonly pet?: NewPet; readonly id?: string; readonly mistakes: readonly RowMistake[] };

/** Checks rows, with the names that categories have. */
export function createRowCheck(labels: CategoryLabels): (row: ImportRow) => CheckedRow {
  const read = createCategoryReader(labels);
  const hints = new Map<string, string>();
  /** The sentence for an invalid name; a file may have it ten thousand times. */
  const hintFor = (typed: string): string => {
    const hint = hints.get(typed) ?? findHint(typed, labels);
    hints.set(typed, hint);
    return hint;
  };

  return (row) => {
    const place = { line: row.line, ...(row.item === undefined ? {} : { item: row.item }) };
    const isText = 'cells' in row;
    const values = isText ? row.cells : row.value;
    if (!isObject(values)) {
      return { mistakes: [{ ...place, field: undefined, message: 'it is not an object' }] };
    }

    const given = values['categoryId'] ?? values['category'];
    const checked = checkPet({ ...values, categoryId: toCategory(given, isText, read) }, isText ? 'text' : 'item');
    if ('mistakes' in checked) {
      return {
        mistakes: checked.mistakes.map((each) => ({
          ...place,
          field: each.field,
          message: messageOf(each, each.field === 'categoryId' ? given : values[each.field], hintFor),
        })),
      };
    }

    const id = toShownId(values['id'] ?? values['localId']);
    return { pet: checked.pet, mistakes: [], ...(id === undefined ? {} : { id }) };
  };
}

/** The number of a category that a row calls by its name. In JSON a number in quotes is a text. */
function toCategory(given: unknown, isText: boolean, read: CategoryReader): unknown {
  if (typeof given !== 'string' || parseInt64(given.trim()) !== undefined) {
    return given;
  }

  const [id, ...others] = read(given);
  if (id === undefined || others.length > 0) {
    return given;
  }

  return isText ? id : BigInt(id);
}

function findHint(typed: string, labels: CategoryLabels): string {
  const found = readCategoryText(typed, labels);
  return 'problem' in found ? ` ${found.problem}` : '';
}

/** What cannot be read is quoted, so that it can be found in the line. */
function messageOf({ mistake, field }: PetMistake, value: unknown, hintFor: (typed: string) => string): string {
  const text = mistakeText({ mistake, field });
  const isMisread = mistake === 'not-text' || mistake === 'not-choice' || mistake === 'not-integer';
  if (!isMisread || value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
    return text;
  }

  const isName = field === 'categoryId' && typeof value === 'string' && !/^-?\d/.test(value.trim());
  return isName ? `${text}, or the name of a category.${hintFor(value)}` : `${text}; ${quote(value)} is not`;
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

/** The id of an animal, if a value is one as lists show it. */
export function toShownId(id: unknown): string | undefined {
  if (typeof id === 'string') {
    const text = id.trim().toUpperCase();
    return localIdForm.test(text) ? text : parseInt64(text);
  }

  return typeof id === 'number' || typeof id === 'bigint' ? toInt64(id) : undefined;
}

/** `line 3, item 2, name: it is missing` */
export function mistakeLine({ line, item, field, message }: RowMistake): string {
  return `${[placeText({ line, ...(item === undefined ? {} : { item }) }), field ?? []].flat().join(', ')}: ${message}`;
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
