import { type NewPet, petFieldList, type PetField } from './pet.js';

/** The fields that `matchingKey` is made of. */
const identifying: readonly PetField[] = ['name', 'categoryId'];
const others = petFieldList.filter(({ field }) => !identifying.includes(field));

/**
 * What identifies an animal for recognition: name (NFC, trimmed, runs of spaces collapsed) and category. Two entries
 * with the same key are never in flight together, or one could be taken for the other.
 */
export function matchingKey({ name, categoryId }: NewPet): string {
  return `${categoryId} ${name.normalize('NFC').trim().replace(/\s+/gu, ' ')}`;
}

/** In which fields, by the words people use, two animals differ besides those that identify them. */
export function findOtherDifferences(a: NewPet, b: NewPet): readonly string[] {
  return others.filter(({ field }) => a[field] !== b[field]).map(({ word }) => word);
}
