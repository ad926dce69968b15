/** The fields of an animal with their labels, for places that show it by itself. */
import { type CategoryLabels, categoryText, categoryWords } from '../../domain/category-labels.ts';
import { cellWidth, fitCells, safeText, truncateCells } from '../../platform/text/terminal-text.ts';
import { declaredField, type NewPet, type Pet, type PetField, petFieldNames } from '../../domain/pet.ts';
import type { Entry, LikelyDouble } from '../../domain/entry.ts';
import type { Int64 } from '../../domain/int64.ts';
import { countText } from '../count-text.ts';
import { shortName } from '../hints.ts';

/** An animal of the list or of the queue. */
export type PetOrEntry = Pet | Entry;

/** Whether it is one of the queue. */
export function isQueued(animal: PetOrEntry): animal is Entry {
  return 'localId' in animal;
}

/** Its id, which is the key of its row. */
export function idOf(animal: PetOrEntry): string {
  return isQueued(animal) ? animal.localId : animal.id;
}

/** The same as it is printed: `#12`, `Q-1`. */
export function titleOf(animal: PetOrEntry): string {
  return isQueued(animal) ? animal.localId : `#${animal.id}`;
}

/** The name of a queued animal; that which a person wants for one that was sent under another, behind an arrow. */
export function nameText({ name, instead, state }: Entry): string {
  return instead && state !== 'created' && instead.name !== name ? `${name} → ${instead.name}` : name;
}

/** The name of a field on a screen, in a form too. */
export const petLabels: Readonly<Record<PetField, string>> = { name: 'Name', categoryId: 'Category', status: 'Status' };

/** The text that somebody typed into a form and left: a new animal, or a change of one in the queue. */
export function unsavedText({ name, editing }: { name: string; editing?: { localId: string } }): string {
  const animal = editing ? `your change of ${editing.localId}` : shortName(name) || 'an animal without a name';
  return `Typed and not saved yet: ${animal}`;
}

/** Every field in its order: what people call it, its label and its text; undefined if it is not set. */
export function petTexts(pet: NewPet, labels: CategoryLabels = {}) {
  return petFieldNames.map((field) => ({
    field,
    word: declaredField(field).word,
    label: petLabels[field],
    text: field === 'categoryId' ? categoryText(pet.categoryId, labels) : pet[field],
  }));
}

/** More of a name would push the rest off the screen, in cells. */
const nameWidth = 60;

/** All of an animal in one line. */
export function describePet(pet: NewPet, labels: CategoryLabels): string {
  const { name, categoryId, status = 'status not set' } = pet;
  return [truncateCells(name, nameWidth), categoryWords(categoryId, labels), status].join(', ');
}

/** Points an animal out that looks like the one that is being entered: `There is a Luna in Cats already: #34.` */
export function doubleText({ name, categoryId }: NewPet, double: LikelyDouble, labels: CategoryLabels): string {
  return (
    `There is a ${shortName(name.trim())} in ${categoryWords(categoryId, labels)} already: ` +
    `${'pet' in double ? `#${double.pet.id}` : double.entry.localId}.`
  );
}

/** Points out that at most one animal has a number as its category: it may be a slip. */
export function newCategoryText(categoryId: Int64): string {
  return `new: no animal has category ${categoryId}`;
}

/** `Changed elsewhere meanwhile, and kept: status sold.`; empty without such fields. */
export function keptText(fields: readonly PetField[], present: NewPet): string {
  const values = fields.map((field) => `${declaredField(field).word} ${valueText(present, field)}`);
  return values.length === 0 ? '' : ` Changed elsewhere meanwhile, and kept: ${values.join(', ')}.`;
}

function valueText(pet: NewPet, field: PetField): string {
  return shortName(pet[field] ?? 'not set');
}

/** `Dogs (3)  12 animals`, the counts below each other, since `3, 252 animals` reads as three thousand of them. */
export function suggestionTexts(
  categories: readonly { readonly text: string; readonly animals: number }[],
  width: number,
): readonly string[] {
  const names = Math.min(
    Math.max(1, width - countCells),
    Math.max(0, ...categories.map(({ text }) => cellWidth(safeText(text)))),
  );
  return categories.map(({ text, animals }) =>
    animals === 0 ? text : `${fitCells(text, names)}  ${countText(animals, 'animal')}`,
  );
}

const countCells = 16;
