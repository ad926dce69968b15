import type { Draft } from '../../app/workspace.js';
import { type NewPet, petFieldList, type PetWord } from '../../domain/pet.js';
import { setText } from '../actions/say.js';
import type { App } from '../app-context.js';
import { currentScreen, type Screen } from '../state/ui-state.js';
import { formFields, typedFields } from '../state/mode.js';
import { formTexts } from '../state/ui-model.js';

/** The form for a new or a queued animal, as a screen. */
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

/** Puts texts into the form; a field without a text is emptied. */
export function fillForm(app: App, texts: Partial<Draft>): void {
  for (const field of formFields) {
    setText(app, field, texts[field] ?? '');
  }
}

/** The typed fields that a text was put into: they count as selected until somebody touches them. */
export function filledFields(texts: Partial<Draft>): readonly PetWord[] {
  return typedFields.filter((field) => (texts[field] ?? '') !== '');
}

/**
 * Keeps the texts of the form for a new animal as a draft; an empty form ends the draft.
 *
 * @returns undefined for an empty form, `unwritten` if the draft lasts only as long as the program runs
 */
export function keepDraft(app: App): 'written' | 'unwritten' | undefined {
  const form = formOf(app);
  const { session } = app.model.get();
  // An animal that is being saved is no draft: it would be saved once more.
  if (!session || !form || form.editing !== undefined || form.saving) {
    return undefined;
  }

  const draft = typedText(app);
  const isWritten = app.workspace.saveDraft(session.profile, draft);
  if (draft === undefined) {
    return undefined;
  }

  return isWritten ? 'written' : 'unwritten';
}

/** The texts that a person typed into the form; undefined: it is empty, or another animal left its texts there. */
export function typedText(app: App): Draft | undefined {
  const draft = formTexts(app.model.get());
  const carried = formOf(app)?.carried;
  const isEmpty = carried
    ? formFields.every((field) => draft[field] === (carried[field] ?? ''))
    : typedFields.every((field) => draft[field] === '');
  return isEmpty ? undefined : draft;
}

/** Changes the state of the form. */
export function updateForm(app: App, change: Partial<Omit<FormState, 'name' | 'editing'>>): void {
  const form = formOf(app);
  if (form) {
    app.model.update({ ...form, ...change });
  }
}
