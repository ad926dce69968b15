import type { CategoryLabels } from '../../domain/category-labels.js';
import { mostWaiting } from '../../local/journal/journal.js';
import { type Animals, readAnimals } from './read-animals.js';
import { readImportText } from './read-file.js';
import { createHash } from 'node:crypto';
import type { NewPet } from '../../domain/pet.js';
import { serialiseNewPet } from '../../platform/json/wire-json.js';

/** A file that was read whole; `contentHash` tells its animals from those of other files. */
export type ImportFile = Animals & { readonly contentHash: string };

/** Reads and checks a file to import; a sentence if it cannot be read. */
export async function openImport(
  path: string,
  labels: CategoryLabels,
): Promise<ImportFile | { readonly problem: string }> {
  const read = await readImportText(path);
  if ('problem' in read) {
    return read;
  }

  const animals = readAnimals(read.text, { most: mostWaiting, labels });
  return { ...animals, contentHash: hashContent(animals.pets) };
}

/** A digest of animals: the same ones in another format or with other line ends are the same content. */
export function hashContent(pets: readonly NewPet[]): string {
  const hash = createHash('sha256');
  for (const pet of pets) {
    hash.update(`${serialiseNewPet(pet)}\n`);
  }

  return hash.digest('hex');
}
