import { compareInt64 } from '../domain/int64.js';
import type { Pet, PetStatus } from '../domain/pet.js';

export const sortFields = ['id', 'name', 'category', 'status'] as const;
export type SortField = (typeof sortFields)[number];

const order: readonly (PetStatus | undefined)[] = ['available', 'pending', 'sold', undefined];

const comparisons: Readonly<Record<SortField, (a: Pet, b: Pet) => number>> = {
  id: () => 0,
  // As the app does it: a collator knows every language's order but takes a second for 100 000 names.
  name: (a, b) => compareText(a.name.toLowerCase(), b.name.toLowerCase()),
  category: (a, b) => compareInt64(a.categoryId, b.categoryId),
  status: (a, b) => order.indexOf(a.status) - order.indexOf(b.status),
};

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Sorted by a field, newest (highest id) first within it; reversed as a whole. */
export function sortPets(pets: readonly Pet[], field: SortField, reverse: boolean): readonly Pet[] {
  const sorted = [...pets].sort((a, b) => comparisons[field](a, b) || compareInt64(b.id, a.id));
  return reverse ? sorted.reverse() : sorted;
}
