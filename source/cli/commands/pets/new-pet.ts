import type { Int64 } from '../../../domain/int64.js';
import type { NewPet, PetStatus } from '../../../domain/pet.js';

/** What is wrong with a name, in words; undefined: nothing. The service keeps every other name exactly. */
export function findNameMistake(name: string): string | undefined {
  if (name.trim() === '') {
    return 'it is empty; a name needs at least one character';
  }

  if (name.includes('\0')) {
    return 'it holds a NUL character';
  }

  return name.isWellFormed() ? undefined : 'it holds half of a character (a lone surrogate)';
}

/** The same for a name on the command line, where bytes that are no UTF-8 have become U+FFFD: what was meant is lost already. */
export function findTypedNameMistake(name: string): string | undefined {
  return findNameMistake(name) ?? (name.includes('\uFFFD') ? 'it is not UTF-8 text' : undefined);
}

/** An animal to be entered; without a status the field is left out, which is not the same as an empty one. */
export function toNewPet(name: string, categoryId: Int64, status: PetStatus | undefined): NewPet {
  return { name, categoryId, ...(status === undefined ? {} : { status }) };
}
