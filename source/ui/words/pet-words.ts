import type { Int64 } from '../../domain/int64.js';
import type { CategoryLabels } from '../list/order-pets.js';

/** A category as it is shown: `Dogs (3)` where a person named it, else `7`. */
export function categoryText(categoryId: Int64, labels: CategoryLabels): string {
  const label = labels[categoryId];
  return label === undefined ? categoryId : `${label} (${categoryId})`;
}

export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
