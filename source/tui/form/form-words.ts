import { type App, keyOf } from '../app-context.ts';
import { focusedField, isStale } from '../state/ui-model.ts';
import type { FormState } from './form-state.ts';

/**
 * The title, from the longest form to the shortest. What is said of a draft stands right above the fields, where a
 * person looks.
 */
export function formTitles(app: App, { kept, like, editing }: FormState): readonly string[] {
  const state = app.model.get();
  const field = focusedField(state);
  const isSelected = field !== undefined && isStale(state, field);
  const titled = (title: string) => (isSelected ? [`${title}  Typing replaces it, → keeps it.`, title] : [title]);
  if (like !== undefined) {
    return titled(`Add another like ${like}`);
  }

  if (kept !== undefined) {
    return ['You typed this before: typing replaces it, → keeps it, Backspace empties it', 'Typed before; → keeps it'];
  }

  if (editing !== undefined) {
    return titled(`Edit ${editing}`);
  }

  const back = state.replaced.length === 0 ? '' : `  ${keyOf(app, 'bring-back')} brings back what stood here.`;
  return [`Add an animal${back}`, 'Add an animal'];
}
