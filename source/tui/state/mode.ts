import { currentScreen, type FieldName, type ListName, listNames, type Mode, type UiState } from './ui-state.js';
import { splitGraphemes } from '../../platform/text/terminal-text.js';
import { petFieldList, type PetWord } from '../../domain/pet.js';

/** Under this size one line is shown and every key but quit is ignored. */
export function isTooSmall({ columns, rows }: UiState['size']): boolean {
  return columns < 30 || rows < 8;
}

/** The mode, by which the key table finds an action. */
export function modeOf(state: UiState): Mode {
  const { name } = currentScreen(state);
  if (isTooSmall(state.size) || state.prompt) {
    return isTooSmall(state.size) ? 'too-small' : (state.prompt?.kind ?? name);
  }

  if (name === 'help') {
    return state.screens.some((beneath) => beneath.name === 'form' || beneath.name === 'connect') ? 'form-help' : name;
  }

  return name === 'form' && focusedField(state) === undefined ? 'choices' : name;
}

/** The list that is on the screen, if one is. */
export function listOnScreen(state: UiState): ListName | undefined {
  const { name } = currentScreen(state);
  return listNames.find((list) => list === name);
}

/** The filter of the screen: the queue has one of its own. */
export function filterField(state: UiState): 'filter' | 'queue-filter' {
  return currentScreen(state).name === 'queue' ? 'queue-filter' : 'filter';
}

/** The field that takes typed text, if any. */
export function focusedField(state: UiState): FieldName | undefined {
  if (state.prompt) {
    if (state.prompt.kind === 'confirm') {
      return undefined;
    }

    return state.prompt.kind === 'filter' ? filterField(state) : state.prompt.kind;
  }

  const screen = currentScreen(state);
  if (screen.name === 'connect') {
    return screen.focus;
  }

  return screen.name === 'form' && screen.focus !== 'suggestions' && screen.focus !== 'finish' && isTyped(screen.focus)
    ? screen.focus
    : undefined;
}

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

/** Rows the form takes with a line under each field, a category to choose, and a remark in two lines. */
export const fullRows = 2 * formFields.length + 5;
