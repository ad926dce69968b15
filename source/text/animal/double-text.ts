import { type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import type { LikelyDouble } from '../../domain/matching-key.js';
import type { NewPet } from '../../domain/pet.js';
import type { Int64 } from '../../domain/int64.js';
import { shortName } from './short-name.js';

/** Points an animal out that looks like the one that is being entered: `There is a Luna in Cats (2) already: #34.` */
export function doubleText({ name, categoryId }: NewPet, double: LikelyDouble, labels: CategoryLabels): string {
  return (
    `There is a ${shortName(name.trim())} in ${categoryText(categoryId, labels)} already: ` +
    `${'pet' in double ? `#${double.pet.id}` : double.entry.localId}.`
  );
}

/** Points out that at most one animal has a number as its category: it may be a slip. */
export function newCategoryText(categoryId: Int64, isSaved: boolean): string {
  return isSaved ? `No other animal has category ${categoryId}.` : `new: no animal has category ${categoryId}`;
}
