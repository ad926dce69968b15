import { isTyped } from './form-fields.js';
import { currentScreen, type FieldName, type Mode, type UiState } from './ui-state.js';

/** Under this size one line is shown and every key but quit is ignored. */
export function isTooSmall({ columns, rows }: UiState['size']): boolean {
  return columns < 30 || rows < 8;
}

/** The mode, by which the key table finds an action. */
export function modeOf(state: UiState): Mode {
  const screen = currentScreen(state);
  if (isTooSmall(state.size)) {
    return 'too-small';
  }

  return state.prompt?.kind ?? (screen.name === 'form' && focusedField(state) === undefined ? 'choices' : screen.name);
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
