import { type Draft, keptName } from '../../app/workspace.js';
import { type NewPet, petFieldList, type PetWord } from '../../domain/pet.js';
import { setText } from '../actions/ask.js';
import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { currentScreen, type Screen } from '../state/ui-state.js';
import { formFields, typedFields } from '../state/form-fields.js';

/** The form for a new or a queued animal, where it is the screen on top. */
export type FormState = Extract<Screen, { name: 'form' }>;

/** The form that is open, if one is. */
export function formOf(app: App): FormState | undefined {
  const screen = currentScreen(app.model.get());
  return screen.name === 'form' ? screen : undefined;
}

/** An animal as the texts of the form. */
export function textsOf(pet: NewPet): Draft {
  return Object.fromEntries(petFieldList.map(({ field, word }) => [word, pet[field] ?? ''])) as Draft;
}

/** Puts texts into the form; a field that has none is emptied. */
export function fillForm(app: App, texts: Partial<Draft>): void {
  for (const field of formFields) {
    setText(app, field, texts[field] ?? '');
  }
}

/** The typed fields that a text was put into: they count as selected until somebody touches them. */
export function filledFields(texts: Partial<Draft>): readonly PetWord[] {
  return typedFields.filter((field) => (texts[field] ?? '') !== '');
}

/** What is in the form, as it would be kept as a draft. */
export function draftOf(app: App): Draft {
  const { fields } = app.model.get();
  return Object.fromEntries(formFields.map((field) => [field, lineText(fields[field])])) as Draft;
}

/**
 * Writes down what is in the form for a new animal; an empty form ends the draft.
 *
 * @returns what became of it; undefined where there was nothing, `unwritten` where it is kept only as long as the
 * program runs
 */
export function keepDraft(app: App): 'written' | 'unwritten' | undefined {
  const form = formOf(app);
  const { session } = app.model.get();
  if (!session || !form || form.editing !== undefined) {
    return undefined;
  }

  const draft = draftOf(app);
  const { carried } = form;
  // What another animal left in the form is nothing that anybody typed.
  const isEmpty = carried
    ? formFields.every((field) => draft[field] === (carried[field] ?? ''))
    : typedFields.every((field) => draft[field] === '');
  const isWritten = app.workspace.saveDraft(keptName(session.profile), isEmpty ? undefined : draft);
  if (isEmpty) {
    return undefined;
  }

  return isWritten ? 'written' : 'unwritten';
}

/** Changes what the form shows. */
export function updateForm(app: App, change: Partial<Omit<FormState, 'name' | 'editing'>>): void {
  const form = formOf(app);
  if (form) {
    app.model.dispatch({ type: 'updated', screen: { ...form, ...change } });
  }
}
