import { newPetSchema, type NewPet, type Pet } from '../../domain/pet.js';
import { parseJson, rawInteger } from './json.js';

/** A pet as it is written on the wire and in `--json` output: ids as exact JSON numbers, an unset status left out. */
export function toWirePet(pet: Pet): unknown {
  return { id: rawInteger(pet.id), ...(toWireNewPet(pet) as object) };
}

/** A `POST`'s body: integers are numbers, exact over 64 bits. */
export function toWireNewPet({ name, categoryId, status }: NewPet): unknown {
  return { name, categoryId: rawInteger(categoryId), ...(status === undefined ? {} : { status }) };
}

/** The text of a `POST /pets` body; the same animal always gives the same text. */
export function serialiseNewPet(pet: NewPet): string {
  return JSON.stringify(toWireNewPet(pet));
}

/** Reads such a text back. Throws where it is not one. */
export function parseNewPet(body: string): NewPet {
  return newPetSchema.parse(parseJson(body));
}
