import { splitGraphemes } from '../../platform/text/terminal-text.js';
import { petFieldList, type PetWord } from '../../domain/pet.js';

/** The fields of the form are those of an animal, in their order, by the words people use for them. */
export const formFields: readonly PetWord[] = petFieldList.map(({ word }) => word);

/** The stops of the cursor in the form, in order: the fields, and at the end the ways to save. */
export const formStops: readonly (PetWord | 'finish')[] = [...formFields, 'finish'];

const choices = new Map(petFieldList.map(({ word, kind }) => [word, kind.choices]));

/** The choices of a field; undefined: it is typed. */
export function choicesOf(field: PetWord): readonly string[] | undefined {
  return choices.get(field);
}

/** Whether a field is typed. */
export function isTyped(field: PetWord): boolean {
  return choicesOf(field) === undefined;
}

/** The letters of all there is to choose, as somebody may type one whole, and the keys that empty a field. */
export const choiceKeys: readonly string[] = [
  ...new Set(formFields.flatMap((field) => (choicesOf(field) ?? []).flatMap(splitGraphemes))),
  'backspace',
  'delete',
];

/** The fields that are typed. */
export const typedFields: readonly PetWord[] = formFields.filter(isTyped);

/** Rows the form takes with a note under each typed field, its longest list open and a warning at its end. */
export const fullRows =
  formFields.length + typedFields.length + Math.max(0, ...formFields.map((field) => choicesOf(field)?.length ?? 0)) + 2;
