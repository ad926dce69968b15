import { compareInt64, type Int64 } from '../int64.js';
import type { Pet } from '../pet.js';

/** Whether the ids of pets are ascending, without repeats. */
export function areIdsAscending(pets: readonly Pet[]): boolean {
  return pets.every(({ id }, index) => index === 0 || compareInt64((pets[index - 1] as Pet).id, id) < 0);
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
