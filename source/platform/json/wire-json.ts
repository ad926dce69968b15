/** Animals as the interface has them: integers of up to 64 bits, a field that is not set is left out. */
import { type FieldKind, type NewPet, type Pet, type PetField, petFieldList } from '../../domain/pet.js';
import { rawInteger } from './json.js';

/** A pet as it is written on the wire and in `--json` output. */
export function toWirePet(pet: Pet): unknown {
  return { id: rawInteger(pet.id), ...(toWireNewPet(pet) as object) };
}

/** A `POST`'s body. */
export function toWireNewPet(pet: NewPet): unknown {
  const wire: Partial<Record<PetField, unknown>> = {};
  for (const { field, kind } of petFieldList) {
    const value = pet[field];
    if (value !== undefined) {
      wire[field] = kind.type === 'integer' ? rawInteger(value) : value;
    }
  }

  return wire;
}

/** The text of a `POST /pets` body; the same animal always gives the same text. */
export function serialiseNewPet(pet: NewPet): string {
  return JSON.stringify(toWireNewPet(pet));
}

/** As `toWirePet`, piece by piece: half the time of `JSON.stringify`. Only a text needs escaping. */
export function serialisePet(pet: Pet): string {
  let text = `{"id":${pet.id}`;
  for (const { field, kind } of petFieldList) {
    const value = pet[field];
    if (value !== undefined) {
      text += `,"${field}":${toJsonText(kind, value)}`;
    }
  }

  return `${text}}`;
}

function toJsonText({ type }: FieldKind<string>, value: string): string {
  if (type === 'integer') {
    return value;
  }

  return type === 'choice' ? `"${value}"` : JSON.stringify(value);
}
