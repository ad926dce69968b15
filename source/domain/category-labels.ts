import type { Int64 } from './int64.js';

/** What a person calls categories; the store knows them by number only. */
export type CategoryLabels = Readonly<Record<Int64, string>>;

/** A category as it is shown: `Dogs (3)` where a person named it, else `7`. */
export function categoryText(categoryId: Int64, labels: CategoryLabels): string {
  const label = labels[categoryId];
  return label === undefined ? categoryId : `${label} (${categoryId})`;
}
