import { type NewPet, petStatuses, type PetStatus } from '../../domain/pet.js';
import type { Int64 } from '../../domain/int64.js';
import { type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import { hueOf, type Tone } from '../../text/tone.js';

/** How many there are of each category, or of each status, the most frequent category first. */
export function tally(
  rows: { forEach(visit: (animal: NewPet) => void): void },
  by: 'category' | 'status',
  labels: CategoryLabels,
): readonly (readonly [name: string, count: number, tone: Tone])[] {
  const counts = new Map<string, number>(by === 'status' ? [...petStatuses, ''].map((status) => [status, 0]) : []);
  rows.forEach((animal) => {
    const key = by === 'status' ? (animal.status ?? '') : animal.categoryId;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  return by === 'status'
    ? Array.from(counts, ([status, count]) =>
        status === '' ? (['not set', count, 'quiet'] as const) : ([status, count, status as PetStatus] as const),
      )
    : Array.from(counts, ([id, count]) => [categoryText(id as Int64, labels), count, hueOf(id as Int64)] as const).sort(
        (a, b) => b[1] - a[1],
      );
}
