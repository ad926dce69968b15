/** What a row of a file says of an animal, and the words for its mistakes. */
import { type CategoryLabels, createCategoryReader } from '../../domain/category-labels.ts';
import { parseInt64 } from '../../domain/int64.ts';
import { isPetStatus, type NewPet, type PetField } from '../../domain/pet.ts';
import { checkPet, type PetMistake, mistakeText } from '../../domain/pet/check-pet.ts';
import { type Naming, readCategoryText } from '../../text/animal/read-category-text.ts';
import { countText } from '../../text/count-text.ts';
import { shortName } from '../../text/hints.ts';
import { type ImportRow, isObject, placeOf, placesText, placeText, type RowPlace } from './rows.ts';

/**
 * A mistake in a file, with its place; `field` is undefined if a row as a whole is. `value`: what stands there, where
 * many rows may have the same, and `remedy`: what to do about all of them.
 */
export type RowMistake = RowPlace & {
  readonly field?: PetField;
  readonly message: string;
  readonly value?: string;
  readonly remedy?: string;
};

/** One row's animal, or everything that is wrong with it. `id`: what stands in the row for one. */
type CheckedRow =
  | { readonly pet: NewPet; readonly id: string | undefined }
  | { readonly mistakes: readonly RowMistake[] };

/** Checks rows, with the names that categories have. `naming`: what gives one a name. */
export function createRowCheck(labels: CategoryLabels, naming?: Naming): (row: ImportRow) => CheckedRow {
  const read = createCategoryReader(labels);
  /** The number of a category: as it stands there, as spreadsheets write it (`2.0`), or that of its name. */
  const toCategory = (given: unknown, isText: boolean): unknown => {
    const number = typeof given === 'string' ? parseInt64(given.trim().replace(/\.0+$/u, '')) : undefined;
    const [id, ...others] = typeof given === 'string' && number === undefined ? read(given) : [number];
    const found = id === undefined || others.length > 0 ? undefined : id;
    return found === undefined || isText ? (found ?? given) : BigInt(found);
  };
  return (row) => {
    const place = placeOf(row);
    const isText = 'cells' in row;
    const values = 'value' in row ? row.value : isText && row.cells;
    if (!isObject(values)) {
      return { mistakes: [{ ...place, message: 'broken' in row ? row.broken : 'it is not an object' }] };
    }

    const category = plainCategory(values['categoryId'] ?? values['category']);
    const given = { ...values, categoryId: category, status: toStatus(values['status']) };
    const checked = checkPet({ ...given, categoryId: toCategory(category, isText) }, isText ? 'text' : 'item');
    if ('pet' in checked) {
      return { pet: checked.pet, id: toIdText(values['id'] ?? values['localId']) };
    }

    const written: Readonly<Record<string, unknown>> = { ...values, categoryId: category };
    return {
      mistakes: checked.mistakes.map((each) => ({
        ...place,
        field: each.field,
        ...describe(each, written[each.field], labels, naming),
      })),
    };
  };
}

/** Of `{"id": 2, "name": "Cats"}` the id, or else the name. */
const plainCategory = (given: unknown): unknown => (isObject(given) ? (given['id'] ?? given['name']) : given);

/** In any capitals. */
function toStatus(given: unknown): unknown {
  const word = typeof given === 'string' ? given.trim().toLowerCase() : '';
  return isPetStatus(word) ? word : given;
}

function toIdText(id: unknown): string | undefined {
  const text = typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? String(id).trim() : '';
  return text === '' ? undefined : text;
}

/** What cannot be read is quoted, so that it can be found in the row. */
function describe(
  { mistake, field }: PetMistake,
  given: unknown,
  labels: CategoryLabels,
  naming?: Naming,
): Pick<RowMistake, 'message' | 'value' | 'remedy'> {
  const message = mistakeText({ mistake, field });
  const isMisread = mistake === 'not-text' || mistake === 'not-choice' || mistake === 'not-integer';
  if (!isMisread || given === undefined || given === null || (typeof given === 'string' && given.trim() === '')) {
    return { message };
  }

  if (typeof given !== 'string') {
    const value = shortName(typeof given === 'bigint' ? String(given) : JSON.stringify(given));
    return { message: `${message}; ${value} is not` };
  }

  const typed = given.trim();
  const value = `"${shortName(given)}"`;
  if (field === 'status') {
    return { message: `${message}; ${value} is not`, value };
  }

  // No category can be called `#N/A`, nor `3,5`.
  const found = /^\p{Letter}/u.test(typed) ? readCategoryText(typed, labels, naming) : undefined;
  return found && 'problem' in found
    ? { message: `${message}, or the name of a category`, value, remedy: found.problem }
    : { message: `${message}; ${value} is not` };
}

/** `line 3, name: it is missing` */
function mistakeLine(mistake: RowMistake): string {
  const { field, message, remedy } = mistake;
  return `${[placeText(mistake), field ?? []].flat().join(', ')}: ${message}${remedy === undefined ? '' : `. ${remedy}`}`;
}

/** Fewer rows with one value are told one by one. */
const fewestAlike = 3;

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
  const { field = '', value = '', message = '', remedy = '' } = rows[0] ?? {};
  const where = `in ${rows.length} rows (${placesText(rows)})`;
  return `${field} is ${value} ${where}: ${message.replace(/; [^;]* is not$/u, '')}. ${remedy}`.trimEnd();
}

/** The heading above the mistakes of a file. */
export function mistakesTitle({ length }: readonly RowMistake[]): string {
  return `No animal was queued, because the file has ${length === 1 ? 'a mistake' : countText(length, 'mistake')}:`;
}
