import { type NewPet, petStatuses, type PetStatus } from '../../domain/pet.js';
import type { Int64 } from '../../domain/int64.js';
import { type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import { hueOf, type Tone } from '../../text/tone.js';
import { remember } from './remember.js';

/** Rows whose animals can be looked at one after the other, without making them. */
export type Countable = { forEach(visit: (animal: NewPet) => void): void };

/** How many there are of each category, or of each status, the most frequent category first. */
export type Tally = (
  rows: Countable,
  by: 'category' | 'status',
  labels: CategoryLabels,
) => readonly (readonly [name: string, count: number, tone: Tone])[];

/**
 * Counts what a list shows, and keeps it until that is something else: a cursor move must not count 100 000 animals.
 */
export function createTally(): Tally {
  return remember((rows: Countable, by: 'category' | 'status', labels: CategoryLabels) => {
    const counts = new Map<string, number>(by === 'status' ? [...petStatuses, ''].map((status) => [status, 0]) : []);
    rows.forEach((animal) => {
      const key = by === 'status' ? (animal.status ?? '') : animal.categoryId;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    });
    return by === 'status'
      ? Array.from(
          counts,
          ([status, count]) =>
            [status === '' ? 'not set' : status, count, status === '' ? 'quiet' : (status as PetStatus)] as const,
        )
      : Array.from(
          counts,
          ([id, count]) => [categoryText(id as Int64, labels), count, hueOf(id as Int64)] as const,
        ).sort((a, b) => b[1] - a[1]);
  });
}
