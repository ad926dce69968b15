import { type App, keyOf } from '../app-context.ts';
import { focusedField, isStale } from '../state/ui-model.ts';
import type { FormState } from './form-state.ts';

/** What is said of a draft stands right above the fields, where a person looks, its way out first. */
export function formTitle(app: App, { kept, like, editing }: FormState): string {
  const state = app.model.get();
  const field = focusedField(state);
  const isSelected = field !== undefined && isStale(state, field);
  const titled = (title: string) => (isSelected ? `${title}  Typing replaces it, → keeps it.` : title);
  if (like !== undefined) {
    return titled(`Add another like ${like}`);
  }

  if (kept !== undefined && isSelected) {
    return 'Typed before: → keeps it, typing replaces it, Backspace empties it';
  }

  if (editing !== undefined) {
    return titled(`Edit ${editing}`);
  }

  const back = state.replaced.length === 0 ? '' : `  ${keyOf(app, 'bring-back')} brings back what stood here.`;
  return `Add an animal${back}`;
}
