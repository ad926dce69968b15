import { type Entry, isWaiting } from './entry.js';
import { matchingKey } from './matching-key.js';
import type { NewPet, Pet } from './pet.js';

/** An animal of the same name and category: on the store, or waiting to be sent. */
export type LikelyDouble = { readonly pet: Pet } | { readonly entry: Entry };

/**
 * Whether an animal is there already, as far as is known here. `except`: the local id of the one that is looked at
 * itself.
 */
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
