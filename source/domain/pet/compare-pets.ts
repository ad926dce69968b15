/** Whether two animals are the same, and an edit of one that changed meanwhile. */
import { type Int64, compareInt64 } from '../int64.ts';
import { type NewPet, type Pet, type PetField, petFieldList, petFieldNames, pickPet } from '../pet.ts';

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

/** Whether the ids of pets are ascending, without repeats. */
export function areIdsAscending(pets: readonly Pet[]): boolean {
  return pets.every(({ id }, index) => index === 0 || compareInt64((pets[index - 1] as Pet).id, id) < 0);
}

/** The same from the highest id down: where ids rise the newest come first. */
export function areIdsDescending(pets: readonly Pet[]): boolean {
  return pets.every(({ id }, index) => index === 0 || compareInt64((pets[index - 1] as Pet).id, id) > 0);
}

/** The place of an id, present or not, among pets that are ascending by id. */
export function placeOf(pets: readonly Pet[], id: Int64): number {
  return bisect(pets.length, (place) => compareInt64((pets[place] as Pet).id, id) < 0);
}

/** The first of so many places for which `isBefore` does not hold, as it does for no place behind it. */
export function bisect(length: number, isBefore: (place: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    [low, high] = isBefore(middle) ? [middle + 1, high] : [low, middle];
  }

  return low;
}

/** The intent of a person. `from`: the animal that they saw; absent: they mean every field, whatever it was. */
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

/** Whether a pet is held just so, of pets in ascending order. */
export function isKnownAs(pets: readonly Pet[], pet: Pet): boolean {
  const known = pets[placeOf(pets, pet.id)];
  return known?.id === pet.id && isSamePet(known, pet);
}
