import { parseInt64, toInt64 } from '../../../domain/int64.js';
import type { NewPet, PetField } from '../../../domain/pet.js';
import { checkPet } from '../../../domain/pet/check-pet.js';
import { mistakeText } from '../../../domain/pet/mistake-text.js';
import { localIdForm } from '../../parse/value-kind.js';

/** One animal of a file: the cells of a CSV record, or a JSON value. */
export type ImportRow = { readonly line: number } & ({ readonly cells: Readonly<Record<string, string>> } | { readonly item: unknown });

/** What is wrong in a file, and where; `field` is undefined where a line as a whole is. */
export type RowMistake = { readonly line: number; readonly field: PetField | undefined; readonly message: string };

/** A row's animal, and the id that the row gives it, as lists show it (`42`, `Q-7`). */
export type NamedAnimal = { readonly id: string; readonly pet: NewPet };

/** One row's animal, or everything that is wrong with it. `id`: what the row calls it; anything else in its place is no id. */
export function checkRow(row: ImportRow): { readonly pet?: NewPet; readonly id?: string; readonly mistakes: readonly RowMistake[] } {
  const { line } = row;
  const values = 'cells' in row ? row.cells : row.item;
  if (!isObject(values)) {
    return { mistakes: [{ line, field: undefined, message: 'it is not an object' }] };
  }

  const checked = checkPet(values, 'cells' in row ? 'text' : 'item');
  if ('mistakes' in checked) {
    return { mistakes: checked.mistakes.map((each) => ({ line, field: each.field, message: mistakeText(each) })) };
  }

  const id = toShownId(values['id']);
  return { pet: checked.pet, mistakes: [], ...(id === undefined ? {} : { id }) };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toShownId(id: unknown): string | undefined {
  if (typeof id === 'string') {
    const text = id.trim().toUpperCase();
    return localIdForm.test(text) ? text : parseInt64(text);
  }

  return typeof id === 'number' || typeof id === 'bigint' ? toInt64(id) : undefined;
}
