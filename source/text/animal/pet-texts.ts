/** The fields of an animal with their labels, for places that show it by itself. */
import { type CategoryLabels, categoryText } from '../../domain/category-labels.js';
import { truncateCells } from '../../platform/text/terminal-text.js';
import { declaredField, type NewPet, type PetField, petFieldNames } from '../../domain/pet.js';

/** The name of a field on a screen, in a form too. */
export const petLabels: Readonly<Record<PetField, string>> = { name: 'Name', categoryId: 'Category', status: 'Status' };

/** Every field in its order: what people call it, its label and its text; undefined if it is not set. */
export function petTexts(
  pet: NewPet,
  labels: CategoryLabels = {},
): readonly {
  readonly field: PetField;
  readonly word: string;
  readonly label: string;
  readonly text: string | undefined;
}[] {
  return petFieldNames.map((field) => ({
    field,
    word: declaredField(field).word,
    label: petLabels[field],
    text: field === 'categoryId' ? categoryText(pet.categoryId, labels) : pet[field],
  }));
}

/** The same as lines, with the labels in a column of ten cells. */
export function petLines(pet: NewPet, labels?: CategoryLabels): readonly string[] {
  return petTexts(pet, labels).map(({ label, text = 'not set' }) => `${label.padEnd(10)}${text}`);
}

/** More of a name would push the rest off the screen, in cells. */
const nameWidth = 60;

/** All of an animal in one line. */
export function describePet(pet: NewPet, labels: CategoryLabels): string {
  return petTexts(pet, labels)
    .map(({ field, word, text = `${word} not set` }) => (field === 'name' ? truncateCells(text, nameWidth) : text))
    .join(', ');
}
