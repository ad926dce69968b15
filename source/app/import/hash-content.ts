import { createHash } from 'node:crypto';
import type { NewPet } from '../../domain/pet.js';
import { serialiseNewPet } from '../../platform/json/wire-json.js';

/** A digest of animals: the same ones in another format or with other line ends are the same content. */
export function hashContent(pets: readonly NewPet[]): string {
  const hash = createHash('sha256');
  for (const pet of pets) {
    hash.update(`${serialiseNewPet(pet)}\n`);
  }

  return hash.digest('hex');
}
