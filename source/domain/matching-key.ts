import { type NewPet, petFieldList, type PetField, type Pet } from './pet.js';
import { type Entry, isWaiting } from './entry.js';

/** The fields that `matchingKey` is made of. */
const identifying: readonly PetField[] = ['name', 'categoryId'];
const others = petFieldList.filter(({ field }) => !identifying.includes(field));

/** Name (NFC, trimmed, spaces collapsed) and category: two of one key are never in flight together. */
export function matchingKey({ name, categoryId }: NewPet): string {
  return `${categoryId} ${name.normalize('NFC').trim().replace(/\s+/gu, ' ')}`;
}

/** In which fields, by the words people use, two animals differ besides those that identify them. */
export function findOtherDifferences(a: NewPet, b: NewPet): readonly string[] {
  return others.filter(({ field }) => a[field] !== b[field]).map(({ word }) => word);
}

/** An animal of the same name and category: on the store, or waiting to be sent. */
export type LikelyDouble = { readonly pet: Pet } | { readonly entry: Entry };

/** Whether an animal is there already, as far as is known. `except`: the local id of the one looked at. */
export function findLikelyDouble(
  wanted: NewPet,
  { pets, entries }: { readonly pets: readonly Pet[]; readonly entries: readonly Entry[] },
  except?: string,
): LikelyDouble | undefined {
  const key = matchingKey(wanted);
  const isSame = (other: NewPet): boolean => other.categoryId === wanted.categoryId && matchingKey(other) === key;
  const pet = pets.find(isSame);
  if (pet) {
    return { pet };
  }

  const entry = entries.find((other) => isWaiting(other.state) && other.localId !== except && isSame(other));
  return entry && { entry };
}
