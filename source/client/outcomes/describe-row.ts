import { petFieldList } from '../../domain/pet.js';
import { int64Field } from '../../domain/pet/field-kind.js';

/** More of a value than this only fills the line. */
const longestValue = 40;

/** Why a row of a list is no pet, as the end of a sentence: `id is the text "7"`. */
export function describeRow(row: unknown): string {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    return `the whole row is ${kindOf(row)}`;
  }

  const fields = row as Readonly<Record<string, unknown>>;
  const required = [{ field: 'id', kind: int64Field }, ...petFieldList.filter(({ isOptional }) => !isOptional)];
  const wrong = required.find(({ field, kind }) => kind.fromJson(fields[field]) === undefined);
  if (wrong === undefined) {
    return 'something is wrong';
  }

  return `${wrong.field} is ${Object.hasOwn(fields, wrong.field) ? kindOf(fields[wrong.field]) : 'missing'}`;
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > longestValue ? `a text of ${value.length} characters` : `the text ${JSON.stringify(value)}`;
  }

  if (typeof value === 'number' || typeof value === 'bigint') {
    return Number.isNaN(value) ? 'a number that is not whole' : `the number ${value}`;
  }

  return typeof value === 'object' && value !== null ? (Array.isArray(value) ? 'a list' : 'an object') : String(value);
}
