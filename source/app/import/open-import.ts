import type { CategoryLabels } from '../../domain/category-labels.js';
import { mostWaiting } from '../../local/journal/journal.js';
import { hashContent } from './hash-content.js';
import { type Animals, readAnimals } from './read-animals.js';
import { readImportText } from './read-file.js';

/** A file that was read whole; `contentHash` tells its animals from those of other files. */
export type ImportFile = Animals & { readonly contentHash: string };

/** Reads and checks a file to import; a sentence where it cannot be read. */
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
