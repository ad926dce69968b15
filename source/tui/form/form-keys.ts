/** The keys of the form: they open it, go from field to field, and leave it. */
import { snapshotOf, textOf, type App, keyOf } from '../app-context.ts';
import { permitted } from '../queue/change-queue.ts';
import { askWhether, say } from '../actions/say.ts';
import { animalAtCursor } from '../actions/cursor.ts';
import { nextOf } from '../actions/arrange.ts';
import { titleOf } from '../../text/animal/pet-texts.ts';
import { choiceKeys, choicesOf, formFields } from '../state/ui-model.ts';
import type { FormFocus } from '../state/ui-state.ts';
import {
  changeOf,
  filledFields,
  formLike,
  formOf,
  goOnWithChange,
  goOnEntering,
  isNewAnimal,
  keepDraft,
  openChange,
  openEntered,
  openForm,
  readTypedCategory,
  suggestedCategories,
  textsOf,
  typedText,
  wrongCategory,
} from './form-state.ts';
import { releaseEdited } from './hold-edited.ts';

/** `a`: the form for a new animal, with the draft that was left. */
export function openAddForm(app: App): void {
  const { session } = app.model.get();
  const { readOnly } = snapshotOf(app);
  if (!session) {
    return;
  }

  // Anything else may be over by the time it is saved; then it is said there, and the form is kept.
  if (readOnly?.code === 'newer_version') {
    say(app, readOnly.message, 'bad');
    return;
  }

  const kept = app.workspace.loadDraft(session.profile);
  const { leftChange } = app.model.get();
  if (kept === undefined && leftChange?.editing) {
    goOnWithChange(app, { ...leftChange, editing: leftChange.editing });
  } else {
    openForm(app, kept ?? {}, { kept, stale: filledFields(kept ?? {}) });
  }
}

/** Whether something stood in the form of a new animal that was replaced. */
export function hasReplaced(app: App): boolean {
  return isNewAnimal(app) && app.model.get().replaced.length > 0;
}

/** Ctrl-Z: what was replaced last stands in the form again. What stands there now comes after all others. */
export function bringBack(app: App): void {
  if (!hasReplaced(app) || formOf(app)?.saving) {
    say(app, 'Nothing was replaced in this form.');
    return;
  }

  app.model.bringBack(typedText(app));
}

/** `c`: the form for an animal like the one under the cursor. Each field counts as selected: typing replaces it. */
export function openCloneForm(app: App): void {
  const animal = animalAtCursor(app);
  const { session } = app.model.get();
  if (!animal || !session) {
    return;
  }

  const kept = app.workspace.loadDraft(session.profile);
  if (kept) {
    const empties = ', and Backspace there empties the form';
    say(app, `Nothing was cloned, as your draft is still kept: ${keyOf(app, 'add')} goes on with it${empties}.`);
    return;
  }

  const texts = textsOf(animal);
  openForm(app, texts, formLike(texts, titleOf(animal)));
}

/** `e`: the same form for a queued animal. Each field counts as selected, as everywhere. */
export function openEditForm(app: App): void {
  const entry = permitted(app, 'edit');
  const { leftChange } = app.model.get();
  if (entry && leftChange?.editing?.localId === entry.localId) {
    goOnWithChange(app, { ...leftChange, editing: leftChange.editing });
  } else if (entry) {
    openChange(app, entry);
  }
}

/** To the next or previous field. */
export function moveFocus(app: App, step: 1 | -1): void {
  const form = formOf(app);
  if (form) {
    const present = form.focus === 'suggestions' ? 'category' : form.focus;
    focus(app, nextOf(formFields, present, step));
  }
}

/** ↑: the field before; above the first one, where nothing was typed, what was entered just now. */
export function goUp(app: App): void {
  const form = formOf(app);
  if (form && !(form.focus === formFields[0] && openEntered(app, form))) {
    moveFocus(app, -1);
  }
}

/** To a field; a category's name becomes its number on the way, and an unknown one is told. */
export function focus(app: App, next: FormFocus): void {
  if (formOf(app)?.focus === 'category' && next !== 'suggestions') {
    resolveCategory(app);
  }

  app.model.changeForm({ focus: next });
}

/** Down: into the suggestions, if there are any. */
export function openSuggestions(app: App): void {
  if (formOf(app)?.focus === 'category' && suggestedCategories(app).length > 0) {
    app.model.changeForm({ focus: 'suggestions' });
  } else {
    moveFocus(app, 1);
  }
}

/** A letter takes the choice that begins with it; Backspace takes the choice away, as it empties a selected text. */
export function chooseByKey(app: App, index: number): void {
  const focus = formOf(app)?.focus;
  const field = formFields.find((word) => word === focus);
  const key = choiceKeys[index] ?? '';
  const choice = key.length > 1 ? '' : field && choicesOf(field)?.find((text) => text.startsWith(key));
  if (field !== undefined && choice !== undefined) {
    app.model.write(field, choice);
  }
}

/** Takes a suggested category and goes on. */
export function chooseCategory(app: App, id: string): void {
  app.model.write('category', id);
  focus(app, nextOf(formFields, 'category'));
}

function resolveCategory(app: App): void {
  const typed = textOf(app, 'category');
  const id = readTypedCategory(app, typed);
  if (id !== undefined && id !== typed) {
    app.model.write('category', id);
  } else if (id === undefined && typed.trim() !== '') {
    app.model.changeForm({ errors: { ...formOf(app)?.errors, category: wrongCategory(typed) } });
  }
}

/** Esc: out of the suggestions, or the form, which keeps a new animal as a draft; a change goes if a person says so. */
export function leaveForm(app: App): void {
  const form = formOf(app);
  const change = changeOf(app.model.get());
  if (form?.focus === 'suggestions') {
    app.model.changeForm({ focus: 'category' });
  } else if (change && form?.saving === undefined) {
    askWhether(app, `Your change of ${change.editing.localId} is not saved. Leave it out?`, () => closeForm(app));
  } else {
    closeForm(app);
  }
}

function closeForm(app: App): void {
  const form = formOf(app);
  const { session } = app.model.get();
  if (session && form?.saving && isNewAnimal(app)) {
    app.workspace.saveDraft(session.profile, undefined);
  }

  const kept = keepDraft(app);
  // A message of the form goes with the form.
  app.model.say(undefined);
  app.model.close();
  if (form) {
    void releaseEdited(app, form);
    goOnEntering(app, form);
  }

  const goesOn = `${keyOf(app, 'add')} goes on with it.`;
  if (kept === 'written') {
    say(app, `What you typed is kept: ${goesOn}`);
  } else if (kept === 'unwritten') {
    say(app, `What you typed cannot be saved; it is kept until you quit: ${goesOn}`, 'bad');
  }
}
