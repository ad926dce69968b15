/**
 * One pet of the saved list, read without the rest of the program: a look-up takes no longer than starting does. Any
 * other form than today's is left to `saved-pets.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Int64 } from '../domain/int64.ts';
import type { Pet } from '../domain/pet.ts';
import { checksum, matchHeader } from './documents/document-form.ts';
import { type PetRow, toPet } from './pet-row.ts';
import type { SavedCopy } from './saved-pets.ts';

/** A pet, and the facts of its list. */
export type SavedPet = { readonly pet: Pet } & Pick<SavedCopy, 'lists' | 'lookedUp' | 'heardAt'>;

/** Undefined: it is not found that way. Throws where something is not as it should be. */
export function readSavedPet(storeFolder: string, id: Int64): SavedPet | undefined {
  const data = readData(join(storeFolder, 'pets.json'));
  // Within a text every quote has a backslash before it, so these are found only where they are meant.
  const rows = data.indexOf(',"pets":[');
  const start = data.indexOf(`["${id}",`, rows);
  if (rows < 0 || start < 0) {
    return undefined;
  }

  const next = data.indexOf('],["', start);
  const row = data.toString('utf8', start, next < 0 ? data.lastIndexOf(']}') : next + 1);
  const facts = JSON.parse(`${data.toString('utf8', 0, rows)}}`) as Omit<SavedCopy, 'pets'>;
  return { ...facts, pet: toPet(JSON.parse(row) as PetRow) };
}

function readData(path: string): Buffer {
  const bytes = readFileSync(path);
  const [header = '', version, sum] = matchHeader(bytes) ?? [];
  const data = bytes.subarray(header.length, bytes.lastIndexOf('}'));
  if (version !== '1' || checksum(data) !== sum) {
    throw new Error(`${path} is damaged, or of another version`);
  }

  return data;
}
