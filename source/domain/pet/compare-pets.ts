/** Whether two animals are the same. Whether one can be taken for the other is `matching-key.ts`. */
import { compareInt64 } from '../int64.js';
import { type NewPet, type Pet, petFieldList, petFieldNames } from '../pet.js';

/** Whether all fields are equal. */
export function isSamePet(a: NewPet, b: NewPet): boolean {
  return petFieldNames.every((field) => a[field] === b[field]);
}

/** The fields in which an answer differs; a value for a field that was not set is a case of its own. */
export function findDifferences(entered: NewPet, answered: NewPet): string[] {
  return petFieldList
    .filter(({ field }) => entered[field] !== answered[field])
    .map(({ field, word }) => (entered[field] === undefined ? `default ${word}` : word));
}

/** Each pet once, ascending by id: of two of one id the later one. One that is evidence must not count twice. */
export function distinctPets(pets: readonly Pet[]): readonly Pet[] {
  return [...new Map(pets.map((pet) => [pet.id, pet])).values()].sort((a, b) => compareInt64(a.id, b.id));
}

/** Whether an id shows an animal that cannot be the same one with a detail corrected. */
export function isOther(before: Pet, now: Pet | undefined): boolean {
  return now !== undefined && now.name !== before.name && now.categoryId !== before.categoryId;
}
