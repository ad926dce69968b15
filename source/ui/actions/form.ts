import type { Draft } from '../../app/workspace.js';
import { isWaiting, type Entry } from '../../domain/entry.js';
import type { NewPet } from '../../domain/pet.js';
import { matchingKey } from '../../sync/matching-key.js';
import { snapshotOf, type App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { readCategory, type KnownCategory } from '../list/known-categories.js';
import { currentScreen, type FormErrors, type FormFocus, type Screen } from '../state/ui-state.js';
import { categoryText } from '../words/pet-words.js';
import { moveCursorTo } from './cursor.js';
import { permitted } from './queue.js';
import { perform, say } from './say.js';

type FormScreen = Extract<Screen, { name: 'form' }>;

const fields: readonly FormFocus[] = ['name', 'category', 'status'];

/** `a`: the form for a new animal, with the draft that was left. */
export function openAddForm(app: App): void {
  const { session } = app.store.get();
  const { readOnly } = snapshotOf(app);
  if (!session) {
    return;
  }

  if (readOnly) {
    say(app, readOnly.message, 'bad');
    return;
  }

  const draft = app.workspace.loadDraft(session.profile.name);
  openForm(app, draft ?? { name: '', category: '', status: '' });
  if (draft) {
    say(app, 'Here is what you had not saved yet.');
  }
}

/** `e`: the same form for a queued animal. */
export function openEditForm(app: App): void {
  const entry = permitted(app, 'edit', 'edited');
  if (entry) {
    openForm(app, { name: entry.name, category: entry.categoryId, status: entry.status ?? '' }, entry.localId);
  }
}

function openForm(app: App, { name, category, status }: Draft, editing?: string): void {
  app.store.dispatch({ type: 'edited', field: 'name', edit: { op: 'set', text: name } });
  app.store.dispatch({ type: 'edited', field: 'category', edit: { op: 'set', text: category } });
  app.store.dispatch({ type: 'said', message: undefined });
  app.store.dispatch({ type: 'opened', screen: { name: 'form', focus: 'name', status, errors: {}, ...(editing === undefined ? {} : { editing }) } });
}

export function formOf(app: App): FormScreen | undefined {
  const screen = currentScreen(app.store.get());
  return screen.name === 'form' ? screen : undefined;
}

/** What is in the form, as it would be kept as a draft. */
export function draftOf(app: App): Draft | undefined {
  const form = formOf(app);
  const { name, category } = app.store.get().fields;
  return form && { name: lineText(name), category: lineText(category), status: form.status };
}

/** Writes down what is in the form for a new animal; an empty form ends the draft. Says whether there was anything. */
export function keepDraft(app: App): boolean {
  const draft = draftOf(app);
  const { session } = app.store.get();
  if (!session || !draft || formOf(app)?.editing !== undefined) {
    return false;
  }

  const isEmpty = draft.name === '' && draft.category === '';
  app.workspace.saveDraft(session.profile.name, isEmpty ? undefined : draft);
  return !isEmpty;
}

/** To the next or previous field; a category's name becomes its number on the way. */
export function moveFocus(app: App, step: 1 | -1): void {
  const form = formOf(app);
  if (form) {
    const present = form.focus === 'suggestions' ? 'category' : form.focus;
    focus(app, fields[(fields.indexOf(present) + step + fields.length) % fields.length] as FormFocus);
  }
}

export function focus(app: App, next: FormFocus): void {
  const form = formOf(app);
  if (!form) {
    return;
  }

  if (form.focus === 'category' && next !== 'suggestions') {
    resolveCategory(app);
  }

  update(app, { focus: next });
  update(app, { double: findDouble(app) });
}

function update(app: App, change: { readonly focus?: FormFocus; readonly status?: Draft['status']; readonly errors?: FormErrors; readonly double?: string | undefined }): void {
  const form = formOf(app);
  if (form) {
    const { double = form.double, ...rest } = change;
    const { double: _, ...others } = form;
    const shown = 'double' in change ? change.double : double;
    app.store.dispatch({ type: 'updated', screen: { ...others, ...rest, ...(shown === undefined ? {} : { double: shown }) } });
  }
}

export function chooseStatus(app: App, status: Draft['status']): void {
  update(app, { status });
}

export function chooseCategory(app: App, id: string): void {
  app.store.dispatch({ type: 'edited', field: 'category', edit: { op: 'set', text: id } });
  focus(app, 'status');
}

export function knownCategories(app: App): readonly KnownCategory[] {
  return app.categories(snapshotOf(app).pets, app.store.get().settings.categoryLabels);
}

function resolveCategory(app: App): void {
  const { fields, settings } = app.store.get();
  const typed = lineText(fields.category);
  const id = readCategory(knownCategories(app), settings.categoryLabels, typed);
  if (id !== undefined && id !== typed) {
    app.store.dispatch({ type: 'edited', field: 'category', edit: { op: 'set', text: id } });
  }
}

/** The animal of the form, or what is missing. */
function readForm(app: App, form: FormScreen): { readonly pet: NewPet } | { readonly errors: FormErrors } {
  const { fields, settings } = app.store.get();
  const name = lineText(fields.name).trim();
  const typed = lineText(fields.category);
  const categoryId = readCategory(knownCategories(app), settings.categoryLabels, typed);
  if (name !== '' && categoryId !== undefined) {
    return { pet: { name, categoryId, ...(form.status === '' ? {} : { status: form.status }) } };
  }

  const wrong = typed.trim() === '' ? 'A category is needed: a whole number, such as 3.' : `"${typed.trim()}" is no whole number a category can have, and no known name.`;
  return { errors: { ...(name === '' ? { name: 'A name is needed.' } : {}), ...(categoryId === undefined ? { category: wrong } : {}) } };
}

/** A sentence about an animal that looks like the same one: pointed out, not forbidden. */
function findDouble(app: App): string | undefined {
  const form = formOf(app);
  const read = form && readForm(app, form);
  if (!read || 'errors' in read) {
    return undefined;
  }

  const { pets, entries } = snapshotOf(app);
  const key = matchingKey(read.pet);
  const isSame = (other: NewPet): boolean => other.categoryId === read.pet.categoryId && matchingKey(other) === key;
  const pet = pets.find(isSame);
  const entry = entries.find((other) => isWaiting(other.state) && other.localId !== form.editing && isSame(other));
  const where = categoryText(read.pet.categoryId, app.store.get().settings.categoryLabels);
  const known = pet ? `#${pet.id}` : entry?.localId;
  return known && `There is a ${read.pet.name} in ${where} already: ${known}. You can still save.`;
}

/** Saves durably and goes back; whether it was sent is told when it is known. */
export function saveForm(app: App): void {
  const form = formOf(app);
  const engine = app.store.get().session?.engine;
  const read = form && readForm(app, form);
  if (!form || !engine || !read) {
    return;
  }

  if ('errors' in read) {
    update(app, { errors: read.errors, focus: read.errors.name === undefined ? 'category' : 'name' });
    return;
  }

  perform(app, async () => {
    const entry = await (form.editing === undefined ? engine.add(read.pet) : engine.edit(form.editing, read.pet));
    finish(app, form, entry);
    return form.editing === undefined ? `Queued as ${entry.localId}: ${entry.name}` : `${entry.localId} is changed and queued again.`;
  });
}

function finish(app: App, form: FormScreen, entry: Entry): void {
  const { session, watched } = app.store.get();
  if (formOf(app)) {
    app.store.dispatch({ type: 'closed' });
  }

  if (form.editing === undefined && session) {
    app.workspace.saveDraft(session.profile.name, undefined);
    app.store.dispatch({ type: 'can-undo', undo: { type: 'discard', localId: entry.localId } });
    moveCursorTo(app, 'list', entry.localId);
  }

  app.store.dispatch({ type: 'watched', localIds: [...watched, entry.localId] });
}

/** Esc: out of the suggestions, or out of the form, which keeps what was typed as a draft. */
export function leaveForm(app: App): void {
  const form = formOf(app);
  if (form?.focus === 'suggestions') {
    update(app, { focus: 'category' });
    return;
  }

  if (keepDraft(app)) {
    say(app, 'What you typed is kept: a goes on with it.');
  }

  app.store.dispatch({ type: 'closed' });
}

/** Down: into the suggestions, where there are any. */
export function openSuggestions(app: App): void {
  const form = formOf(app);
  if (form?.focus === 'category') {
    update(app, { focus: 'suggestions' });
  } else {
    moveFocus(app, 1);
  }
}
