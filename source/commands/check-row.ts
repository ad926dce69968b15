import { type Int64, parseInt64, toInt64 } from '../domain/int64.js';
import { isPetStatus, type NewPet, type PetStatus } from '../domain/pet.js';
import { findNameMistake, toNewPet } from './new-pet.js';

/** One animal of a file: the cells of a CSV record, or a JSON value. */
export type Row = { readonly line: number } & ({ readonly cells: Readonly<Record<string, string>> } | { readonly item: unknown });

/** What is wrong in a file, and where; `field` is undefined where a line as a whole is. */
export type Mistake = { readonly line: number; readonly field: 'name' | 'categoryId' | 'status' | undefined; readonly message: string };

/** One row's animal, or everything that is wrong with it. */
export function checkRow(row: Row): { readonly pet?: NewPet; readonly mistakes: readonly Mistake[] } {
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
  return isRight ? { pet: toNewPet(name, categoryId, status), mistakes } : { mistakes };
}

type Values = { readonly name: unknown; readonly categoryId: Int64 | undefined; readonly status: PetStatus | undefined | 'wrong' };

function fromCells({ name, categoryId = '', status = '' }: Readonly<Record<string, string>>): Values {
  const trimmed = status.trim();
  return { name, categoryId: parseInt64(categoryId.trim()), status: trimmed === '' ? undefined : isPetStatus(trimmed) ? trimmed : 'wrong' };
}

function fromItem(item: unknown): Values | undefined {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    return undefined;
  }

  const { name, categoryId, status } = item as Readonly<Record<string, unknown>>;
  const isNumber = typeof categoryId === 'number' || typeof categoryId === 'bigint';
  const isUnset = status === undefined || status === null || status === '';
  return { name, categoryId: isNumber ? toInt64(categoryId) : undefined, status: isUnset ? undefined : isPetStatus(status) ? status : 'wrong' };
}
