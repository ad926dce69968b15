import type { CategoryLabels } from '../../domain/category-labels.ts';
import { type Entry, matchingKey } from '../../domain/entry.ts';
import type { Pet } from '../../domain/pet.ts';
import { findDifferences } from '../../domain/pet/compare-pets.ts';
import { describePet } from '../animal/pet-texts.ts';

/** The pair side by side, and the signs against their being one animal; undefined without such signs. */
export function pairQuestion(entry: Entry, pet: Pet, labels: CategoryLabels): string | undefined {
  const different = [
    ...(matchingKey(entry) === matchingKey(pet) ? [] : ['name']),
    ...findDifferences(entry, pet).filter((word) => word !== 'name' && !word.startsWith('default ')),
  ];
  const isNew = entry.review?.candidates.some(({ id }) => id === pet.id) === true;
  if (different.length === 0 && isNew) {
    return undefined;
  }

  const against = different.length > 0 ? `another ${different.join(', another ')}` : 'it is not known to be new';
  return (
    `You entered ${describePet(entry, labels)}. #${pet.id} is ${describePet(pet, labels)}: ` +
    `${against}. Is ${entry.localId} #${pet.id}?`
  );
}
