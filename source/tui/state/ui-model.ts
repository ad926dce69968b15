/** What the state of the screens comes to: the mode, the list, the field that takes typed text. */
import type { FormTexts } from '../../app/workspace.ts';
import { petFieldList, type PetWord } from '../../domain/pet.ts';
import { splitGraphemes } from '../../platform/text/terminal-text.ts';
import { lineText } from '../input/line.ts';
import { currentScreen, type FieldName, type ListName, listNames, type Mode, type UiState } from './ui-state.ts';

/** Whether a field holds the text of another animal that nobody touched since. */
export function isStale({ screens, prompt }: UiState, field: FieldName): boolean {
  const screen = screens.at(-1);
  return prompt === undefined && screen?.name === 'form' && screen.stale?.includes(field) === true;
}

/** The texts in the fields of the form. */
export function formTexts({ fields }: Pick<UiState, 'fields'>): FormTexts {
  return Object.fromEntries(formFields.map((field) => [field, lineText(fields[field])])) as FormTexts;
}

/** The smallest window: half of one of 24 rows, and a telephone held upright. */
export const leastSize = { columns: 40, rows: 10 };

/** Under this size no screen is shown, but what is typed or asked is; where nothing is, every key but quit is ignored. */
export function isTooSmall({ columns, rows }: UiState['size']): boolean {
  return columns < leastSize.columns || rows < leastSize.rows;
}

/** The mode, by which the key table finds an action. */
export function modeOf(state: UiState): Mode {
  const screen = currentScreen(state);
  if (state.prompt) {
    return state.prompt.kind;
  }

  if (isTooSmall(state.size) && screen.name !== 'form' && screen.name !== 'connect') {
    return 'too-small';
  }

  if (screen.name === 'first-run' && screen.opening === true) {
    return 'opening';
  }

  return screen.name === 'form' && focusedField(state) === undefined ? 'choices' : screen.name;
}

/** The list that is on the screen, if one is. */
export function listOnScreen(state: UiState): ListName | undefined {
  const { name } = currentScreen(state);
  return listNames.find((list) => list === name);
}

/** The filter of a list. */
export type FilterField = 'filter' | 'log-filter';

/** The filter of the screen: the list has one for all of its tabs. */
export function filterField(state: UiState): FilterField {
  return currentScreen(state).name === 'activity' ? 'log-filter' : 'filter';
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

  return screen.name === 'form' ? typedFields.find((field) => field === screen.focus) : undefined;
}

/** The fields of the form are those of an animal, in their order, by the words people use for them. */
export const formFields: readonly PetWord[] = petFieldList.map(({ word }) => word);

/** The choices of a field; undefined: it is typed. */
export function choicesOf(field: PetWord): readonly string[] | undefined {
  return petFieldList.find(({ word }) => word === field)?.kind.choices;
}

/** The letters of all there is to choose, as somebody may type one whole, and the keys that empty a field. */
export const choiceKeys: readonly string[] = [
  ...new Set(formFields.flatMap((field) => (choicesOf(field) ?? []).flatMap(splitGraphemes))),
  'backspace',
  'delete',
];

/** The fields that are typed. */
export const typedFields: readonly PetWord[] = formFields.filter((field) => choicesOf(field) === undefined);
