import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { nextOf } from '../list/arrange.js';
import type { PetWord } from '../../domain/pet.js';
import { formStops } from './form-fields.js';
import { readCategory } from './known-categories.js';
import type { FormFocus } from '../state/ui-state.js';
import { formOf, keepDraft, updateForm } from './form-state.js';
import { findDouble, knownCategories, wrongCategory } from './read-form.js';
import { say } from '../actions/say.js';

/** Whether the cursor is among the suggestions, where Enter takes one; on every other list of the form it saves. */
export function isOnSuggestions(app: App): boolean {
  return formOf(app)?.focus === 'suggestions';
}

/** To the next or previous field; a category's name becomes its number on the way, and what is none is told. */
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
  updateForm(app, { double: findDouble(app) });
}

/** Down: into the suggestions, where there are any. */
export function openSuggestions(app: App): void {
  const form = formOf(app);
  if (form?.focus === 'category') {
    updateForm(app, { focus: 'suggestions' });
  } else {
    moveFocus(app, 1);
  }
}

/** What is under the cursor of a field's list is what is saved. */
export function choose(app: App, field: PetWord, choice: string): void {
  app.model.dispatch({ type: 'edited', field, edit: { op: 'set', text: choice } });
}

/** Takes a suggested category and goes on. */
export function chooseCategory(app: App, id: string): void {
  choose(app, 'category', id);
  focus(app, nextOf(formStops, 'category'));
}

function resolveCategory(app: App): void {
  const { fields, settings } = app.model.get();
  const typed = lineText(fields.category);
  const id = readCategory(knownCategories(app), settings.categoryLabels, typed);
  if (id !== undefined && id !== typed) {
    choose(app, 'category', id);
  } else if (id === undefined && typed.trim() !== '') {
    updateForm(app, { errors: { ...formOf(app)?.errors, category: wrongCategory(typed) } });
  }
}

/** Esc: out of the suggestions, or out of the form, which keeps what was typed as a draft. */
export function leaveForm(app: App): void {
  const form = formOf(app);
  if (form?.focus === 'suggestions') {
    updateForm(app, { focus: 'category' });
    return;
  }

  const isKept = keepDraft(app);
  // What the form said belongs to the form.
  app.model.dispatch({ type: 'said', message: undefined });
  app.model.dispatch({ type: 'closed' });
  if (isKept) {
    say(app, 'What you typed is kept: a goes on with it.');
  }
}
