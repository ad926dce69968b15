import type { NewPet, Pet } from '../domain/pet.js';
import { rawInteger } from './json.js';

/** A pet as it is written on the wire and in `--json` output: ids as exact JSON numbers, an unset status left out. */
export function toWirePet(pet: Pet): unknown {
  return { id: rawInteger(pet.id), ...(toWireNewPet(pet) as object) };
}

export function toWireNewPet({ name, categoryId, status }: NewPet): unknown {
  return { name, categoryId: rawInteger(categoryId), ...(status === undefined ? {} : { status }) };
}
