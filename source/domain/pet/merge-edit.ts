/** An edit that began with an animal as somebody saw it, for the same animal as it is by now. */
import { type NewPet, type PetField, petFieldNames, pickPet } from '../pet.js';

/** The wish of a person. `from`: the animal that they saw; absent: they mean every field, whatever it was. */
export type Edit = { readonly pet: NewPet; readonly from?: NewPet };

/** The animal with the fields that the edit changed, and all others as they are by now. */
export function mergeEdit({ pet, from }: Edit, present: NewPet): NewPet {
  if (!from) {
    return pet;
  }

  const fields = petFieldNames.map((field) => [field, (pet[field] === from[field] ? present : pet)[field]] as const);
  return pickPet(Object.fromEntries(fields) as NewPet);
}

/** The fields that the edit changed, and somebody else too, into another value. */
export function findClashes({ pet, from }: Edit, present: NewPet): readonly PetField[] {
  const clashes = (field: PetField): boolean =>
    from !== undefined && pet[field] !== from[field] && present[field] !== from[field] && present[field] !== pet[field];
  return petFieldNames.filter(clashes);
}
