import { compareInt64, type Int64 } from '../int64.js';
import type { Pet } from '../pet.js';

/** Whether the ids of pets are ascending, without repeats. */
export function areIdsAscending(pets: readonly Pet[]): boolean {
  return pets.every(({ id }, index) => index === 0 || compareInt64((pets[index - 1] as Pet).id, id) < 0);
}

/** The place of an id, present or not, among pets that are ascending by id: by bisection. */
export function placeOf(pets: readonly Pet[], id: Int64): number {
  let low = 0;
  let high = pets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareInt64((pets[middle] as Pet).id, id) < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }

  return low;
}
