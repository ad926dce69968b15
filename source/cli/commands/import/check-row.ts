import { type Int64, parseInt64, toInt64 } from '../../../domain/int64.js';
import { isPetStatus, type NewPet, type PetStatus } from '../../../domain/pet.js';
import { findNameMistake, toNewPet } from '../pets/new-pet.js';
import { localIdForm } from '../../parse/value-kind.js';

/** One animal of a file: the cells of a CSV record, or a JSON value. */
export type Row = { readonly line: number } & ({ readonly cells: Readonly<Record<string, string>> } | { readonly item: unknown });

/** What is wrong in a file, and where; `field` is undefined where a line as a whole is. */
export type Mistake = { readonly line: number; readonly field: 'name' | 'categoryId' | 'status' | undefined; readonly message: string };

/** A row's animal, and the id that the row gives it, as lists show it (`42`, `Q-7`). */
export type NamedAnimal = { readonly id: string; readonly pet: NewPet };

/** One row's animal, or everything that is wrong with it. `id`: what the row calls it; anything else in its place is no id. */
export function checkRow(row: Row): { readonly pet?: NewPet; readonly id?: string; readonly mistakes: readonly Mistake[] } {
  const { line } = row;
  const values = 'cells' in row ? fromCells(row.cells) : fromItem(row.item);
  if (values === undefined) {
    return { mistakes: [{ line, field: undefined, message: 'it is not an object' }] };
  }

  const { name, categoryId, status } = values;
  const nameMistake = typeof name === 'string' ? findNameMistake(name) : name === undefined ? 'it is missing' : 'it must be a text';
  const mistakes: Mistake[] = [
    ...(nameMistake === undefined ? [] : [{ line, field: 'name' as const, message: nameMistake }]),
    ...(categoryId === undefined ? [{ line, field: 'categoryId' as const, message: 'it must be a 64-bit whole number' }] : []),
    ...(status === 'wrong' ? [{ line, field: 'status' as const, message: 'it must be available, pending, sold or empty' }] : []),
  ];
  const isRight = typeof name === 'string' && categoryId !== undefined && status !== 'wrong' && mistakes.length === 0;
  const id = toShownId(values.id);
  return isRight ? { pet: toNewPet(name, categoryId, status), mistakes, ...(id === undefined ? {} : { id }) } : { mistakes };
}

function toShownId(id: unknown): string | undefined {
  if (typeof id === 'string') {
    const text = id.trim().toUpperCase();
    return localIdForm.test(text) ? text : parseInt64(text);
  }

  return typeof id === 'number' || typeof id === 'bigint' ? toInt64(id) : undefined;
}

type Values = { readonly id: unknown; readonly name: unknown; readonly categoryId: Int64 | undefined; readonly status: PetStatus | undefined | 'wrong' };

function fromCells({ id, name, categoryId = '', status = '' }: Readonly<Record<string, string>>): Values {
  const trimmed = status.trim();
  return { id, name, categoryId: parseInt64(categoryId.trim()), status: trimmed === '' ? undefined : isPetStatus(trimmed) ? trimmed : 'wrong' };
}

function fromItem(item: unknown): Values | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return undefined;
  }

  const { id, name, categoryId, status } = item as Readonly<Record<string, unknown>>;
  const isNumber = typeof categoryId === 'number' || typeof categoryId === 'bigint';
  const isUnset = status === undefined || status === null || status === '';
  return { id, name, categoryId: isNumber ? toInt64(categoryId) : undefined, status: isUnset ? undefined : isPetStatus(status) ? status : 'wrong' };
}
