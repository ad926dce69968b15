import { type App, wayTo } from '../app-context.js';
import { lineText } from '../input/line.js';
import { nextOf } from '../list/arrange.js';
import { choiceKeys, choicesOf, formFields, formStops } from '../state/mode.js';
import { readCategory } from '../models/known-categories.js';
import type { FormFocus } from '../state/ui-state.js';
import { formOf, keepDraft, updateForm } from './form-state.js';
import { knownCategories, wrongCategory } from './read-form.js';
import { say, setText } from '../actions/say.js';

/** Whether the cursor is among the suggestions, where Enter takes one. */
export function isOnSuggestions(app: App): boolean {
  return formOf(app)?.focus === 'suggestions';
}

/** Whether the cursor is at the ways to save, where Enter saves; in every field it goes on to the next one. */
export function isAtEnd(app: App): boolean {
  return formOf(app)?.focus === 'finish';
}

/** To the next or previous field; a category's name becomes its number on the way, and an unknown one is told. */
export function moveFocus(app: App, step: 1 | -1): void {
  const form = formOf(app);
  if (form) {
    const present = form.focus === 'suggestions' ? 'category' : form.focus;
    focus(app, nextOf(formStops, present, step));
  }
}

function focus(app: App, next: FormFocus): void {
  const form = formOf(app);
  if (!form) {
    return;
  }

  if (form.focus === 'category' && next !== 'suggestions') {
    resolveCategory(app);
  }

  updateForm(app, { focus: next });
}

/** Down: into the suggestions, if there are any. */
export function openSuggestions(app: App): void {
  const form = formOf(app);
  if (form?.focus === 'category') {
    updateForm(app, { focus: 'suggestions' });
  } else {
    moveFocus(app, 1);
  }
}

/**
 * A letter takes the choice that begins with it; Backspace takes the choice away, as it empties a selected text field.
 */
export function chooseByKey(app: App, index: number): void {
  const focus = formOf(app)?.focus;
  const field = formFields.find((word) => word === focus);
  const key = choiceKeys[index] ?? '';
  const choice = key.length > 1 ? '' : field && choicesOf(field)?.find((text) => text.startsWith(key));
  if (field !== undefined && choice !== undefined) {
    setText(app, field, choice);
  }
}

/** Takes a suggested category and goes on. */
export function chooseCategory(app: App, id: string): void {
  setText(app, 'category', id);
  focus(app, nextOf(formStops, 'category'));
}

function resolveCategory(app: App): void {
  const { fields, settings } = app.model.get();
  const typed = lineText(fields.category);
  const id = readCategory(knownCategories(app), settings.categoryLabels, typed);
  if (id !== undefined && id !== typed) {
    setText(app, 'category', id);
  } else if (id === undefined && typed.trim() !== '') {
    updateForm(app, { errors: { ...formOf(app)?.errors, category: wrongCategory(typed) } });
  }
}

/** Esc: out of the suggestions, or out of the form, which keeps its texts as a draft. */
export function leaveForm(app: App): void {
  const form = formOf(app);
  if (form?.focus === 'suggestions') {
    updateForm(app, { focus: 'category' });
    return;
  }

  const { session } = app.model.get();
  if (session && form?.saving && form.editing === undefined) {
    app.workspace.saveDraft(session.profile, undefined);
  }

  const kept = keepDraft(app);
  // A message of the form goes with the form.
  app.model.set({ message: undefined });
  app.model.close();
  if (kept === 'written') {
    say(app, `What you typed is kept: ${wayTo(app, 'add')} goes on with it.`);
  } else if (kept === 'unwritten') {
    say(
      app,
      `What you typed cannot be saved, so it is kept until you quit: ${wayTo(app, 'add')} goes on with it.`,
      'bad',
    );
  }
}
