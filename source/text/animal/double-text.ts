import { type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import type { LikelyDouble } from '../../domain/likely-double.js';
import type { NewPet } from '../../domain/pet.js';
import { shortName } from './short-name.js';

/** Points an animal out that looks like the one that is being entered: `There is a Luna in Cats (2) already: #34.` */
export function doubleText({ name, categoryId }: NewPet, double: LikelyDouble, labels: CategoryLabels): string {
  return `There is a ${shortName(name.trim())} in ${categoryText(categoryId, labels)} already: ${'pet' in double ? `#${double.pet.id}` : double.entry.localId}.`;
}
