import { type CategoryLabels, categoryText } from './category-labels.js';
import { type NewPet, petFieldNames } from './pet.js';

/** A filter's words, as they are compared: all of them must occur. */
export function toWords(filter: string): readonly string[] {
  return fold(filter).split(/\s+/u).filter(Boolean);
}

/** What an animal is searched in: all its fields (the category as it is shown, `Dogs (3)`) and its id. */
export function toHaystack(id: string, pet: NewPet, labels: CategoryLabels): string {
  let text = '';
  for (const field of petFieldNames) {
    text += `${field === 'categoryId' ? categoryText(pet.categoryId, labels) : (pet[field] ?? '')} `;
  }

  return fold(text + id);
}

/** Whether every word is in the text that `toHaystack` made. */
export function matches(haystack: string | undefined, words: readonly string[]): boolean {
  return haystack !== undefined && words.every((word) => haystack.includes(word));
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
