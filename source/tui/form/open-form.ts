import { wantedOf } from '../../domain/entry.js';
import type { Draft } from '../../app/workspace.js';
import { snapshotOf, type App, wayTo, keyOf } from '../app-context.js';
import { permitted } from '../queue/change-queue.js';
import { say } from '../actions/say.js';
import { refusalText } from '../../text/queue/short-reason.js';
import { animalAtCursor } from '../actions/cursor.js';
import { filledFields, fillForm, formOf, type FormState, textsOf, typedText } from './form-state.js';

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

  const draft = app.workspace.loadDraft(session.profile);
  openForm(app, draft ?? {}, { kept: draft });
}

/** Whether the form goes on with a draft. */
export function isDraft(app: App): boolean {
  return formOf(app)?.kept !== undefined;
}

/** Whether the form is for a new animal. */
export function isNewAnimal(app: App): boolean {
  const form = formOf(app);
  return form !== undefined && form.editing === undefined;
}

/** Ctrl-X: an empty form for a new animal. Undo brings the former texts back. */
export function emptyForm(app: App): void {
  const { session } = app.model.get();
  const form = formOf(app);
  if (!session || !form || form.saving || form.editing !== undefined) {
    return;
  }

  const draft = typedText(app);
  if (draft === undefined) {
    app.model.close();
    openForm(app, {});
    return;
  }

  app.workspace.saveDraft(session.profile, undefined);
  app.model.beginAnew(draft);
}

/**
 * `u` after a form was emptied: its draft is there again, in the form. One that was begun since comes after it. Whether
 * that was done last in this window.
 */
export function bringBackDraft(app: App): boolean {
  const { session, undos } = app.model.get();
  const draft = undos.at(-1)?.draft;
  if (!session || !draft) {
    return false;
  }

  const present = app.workspace.loadDraft(session.profile);
  if (present) {
    app.workspace.addDraft(session.profile, present);
  }

  app.workspace.saveDraft(session.profile, draft);
  app.model.set({ undos: undos.slice(0, -1) });
  openAddForm(app);
  return true;
}

/** The words for the key that empties the form, after a word that joins them to a sentence; empty if no key does. */
export function emptyText(app: App, join: string, does: string): string {
  const key = keyOf(app, 'drop-draft');
  return key === '' ? '' : `${join} ${key} ${does}`;
}

/**
 * `c`: the form for a new animal like the one under the cursor. Each field counts as selected, so that typing replaces
 * it.
 */
export function openCloneForm(app: App): void {
  const row = animalAtCursor(app);
  const { session } = app.model.get();
  if (!row || !session) {
    return;
  }

  if (app.workspace.loadDraft(session.profile) !== undefined) {
    say(
      app,
      `What you typed before is still kept: ${wayTo(app, 'add')} goes on with ` +
        `it${emptyText(app, ', and', 'there empties the form')}.`,
    );
    return;
  }

  const pet = 'pet' in row ? row.pet : row.entry;
  const texts = textsOf(pet);
  openForm(app, texts, {
    stale: filledFields(texts),
    carried: texts,
    like: 'pet' in row ? `#${row.pet.id}` : row.entry.localId,
  });
}

/**
 * `e`: the same form for a queued animal. No field counts as selected, and the cursor is at the end: a slip is
 * corrected, and the rest of the name stays. Why the store refused it stands there.
 */
export function openEditForm(app: App): void {
  const entry = permitted(app, 'edit');
  if (entry) {
    const reason = refusalText(entry);
    openForm(app, textsOf(wantedOf(entry)), { editing: entry.localId, ...(reason === undefined ? {} : { reason }) });
  }
}

function openForm(
  app: App,
  texts: Partial<Draft>,
  more: Partial<Pick<FormState, 'editing' | 'kept' | 'stale' | 'carried' | 'like' | 'reason'>> = {},
): void {
  fillForm(app, texts);
  app.model.set({ message: undefined });
  app.model.open({ name: 'form', focus: 'name', errors: {}, ...more });
}
