import { compareInt64, parseInt64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';

/** The index of a pet in a list ascending by id, or -1. */
export function findPet(pets: readonly Pet[], key: string): number {
  const id = parseInt64(key);
  let low = 0;
  let high = id === undefined ? 0 : pets.length;
  while (id !== undefined && low < high) {
    const middle = (low + high) >> 1;
    const order = compareInt64((pets[middle] as Pet).id, id);
    if (order === 0) {
      return middle;
    }

    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }

  return -1;
}
