/** What a person reads of an animal: its fields with their labels, wherever it is shown by itself. */
import { type CategoryLabels, categoryText } from '../domain/category-labels.js';
import { declaredField, type NewPet, type PetField, petFieldNames } from '../domain/pet.js';

type PetText = {
  readonly label: string;
  /** Undefined where it is not set. */
  readonly text: (pet: NewPet, labels: CategoryLabels) => string | undefined;
};

const texts: Readonly<Record<PetField, PetText>> = {
  name: { label: 'Name', text: ({ name }) => name },
  categoryId: { label: 'Category', text: ({ categoryId }, labels) => categoryText(categoryId, labels) },
  status: { label: 'Status', text: ({ status }) => status },
};

/** Every field in its order: what people call it, its label and its text; undefined where it is not set. */
export function petTexts(pet: NewPet, labels: CategoryLabels = {}): readonly { readonly field: PetField; readonly word: string; readonly label: string; readonly text: string | undefined }[] {
  return petFieldNames.map((field) => ({ field, word: declaredField(field).word, label: texts[field].label, text: texts[field].text(pet, labels) }));
}

/** The same as lines, with the labels in a column of ten cells. */
export function petLines(pet: NewPet, labels?: CategoryLabels): readonly string[] {
  return petTexts(pet, labels).map(({ label, text = 'not set' }) => `${label.padEnd(10)}${text}`);
}
