import type { NewPet } from '../../domain/pet.js';
import { newPetSchema } from '../../domain/pet/pet-schema.js';
import { parseJson } from './json.js';

/** Reads the text of a `POST /pets` body back. Throws if it is not one. */
export function parseNewPet(body: string): NewPet {
  return newPetSchema.parse(parseJson(body));
}
