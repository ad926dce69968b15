import type { Entry } from '../../domain/entry.js';
import type { App } from '../app-context.js';
import { announce } from '../actions/announce.js';
import { findEntry, moveCursorTo } from '../actions/cursor.js';
import { type NewPet, petFieldList, pickPet } from '../../domain/pet.js';
import { noteChange } from '../queue/undo.js';
import { formFields } from './form-fields.js';
import { formOf, keepDraft, updateForm, type FormState } from './form-state.js';
import { findDouble, readForm } from './read-form.js';
import { lineText } from '../input/line.js';
import type { UiState } from '../state/ui-state.js';
import { shortName } from '../../text/animal/short-name.js';
import { perform } from '../actions/say.js';

/** An animal that is pointed out is seen for so long, in milliseconds, before a key can mean that it is another one. */
const seenMs = 300;

/** Saves durably and goes back; whether it was sent is told when it is known. */
export function saveForm(app: App): void {
  save(app, false);
}

/** Saves, and stays for another animal of the same category and status. */
export function saveAndAddAnother(app: App): void {
  save(app, formOf(app)?.editing === undefined);
}

function save(app: App, isAnother: boolean): void {
  const form = formOf(app);
  const engine = app.model.get().session?.engine;
  const read = form && readForm(app);
  if (!form || form.saving || !engine || !read) {
    return;
  }

  if ('errors' in read) {
    updateForm(app, { errors: read.errors, focus: formFields.find((field) => read.errors[field] !== undefined) ?? form.focus });
    return;
  }

  const double = findDouble(app);
  if (double !== undefined && (form.double !== double || app.now() - (form.doubleAt ?? 0) < seenMs)) {
    // Nothing can be deleted on the store, so it is seen before anything is sent.
    updateForm(app, { errors: {}, double });
    return;
  }

  updateForm(app, { errors: {}, saving: !isAnother });
  const { fields } = app.model.get();
  if (isAnother) {
    // At once, since the name of the next one may be typed while this one is being written.
    beginAnother(app, read.pet);
  }

  perform(app, async () => {
    const before = form.editing === undefined ? undefined : findEntry(app, form.editing);
    const entry = await (form.editing === undefined ? engine.add(read.pet) : engine.edit(form.editing, read.pet))
      .catch((error: unknown) => {
        takeUpAgain(app, isAnother ? fields : undefined);
        throw error;
      })
      .finally(() => updateForm(app, { saving: false }));
    finish(app, form, entry, isAnother);
    const { localId } = entry;
    if (before) {
      noteChange(app, { says: 'edited', back: [{ action: 'edit', localId, pet: pickPet(before) }], forth: [{ action: 'edit', localId, pet: read.pet }] });
    } else if (form.editing === undefined) {
      noteChange(app, { says: 'added', back: [{ action: 'discard', localId }], forth: [{ action: 'restore', localId }] });
    }

    return { entry, text: form.editing === undefined ? `Queued as ${entry.localId}: ${shortName(entry.name)}` : entry.state === 'held' ? `${entry.localId} is changed, and still held; z releases it.` : `${entry.localId} is changed and queued again.` };
  });
}

/** The form for the next animal: all but the name stays. */
function beginAnother(app: App, pet: NewPet): void {
  const texts = Object.fromEntries(petFieldList.map(({ field, word }) => [word, word === 'name' ? '' : (pet[field] ?? '')]));
  for (const field of formFields) {
    app.model.dispatch({ type: 'edited', field, edit: { op: 'set', text: texts[field] ?? '' } });
  }

  updateForm(app, { focus: 'name', double: undefined, carried: texts });
}

/** What could not be saved is put back, unless something else was typed there since. */
function takeUpAgain(app: App, before: UiState['fields'] | undefined): void {
  if (before && formOf(app) && lineText(app.model.get().fields.name) === '') {
    for (const field of formFields) {
      app.model.dispatch({ type: 'edited', field, edit: { op: 'set', text: lineText(before[field]) } });
    }

    updateForm(app, { carried: {} });
  }
}

function finish(app: App, form: FormState, entry: Entry, isAnother: boolean): void {
  const { session, watched } = app.model.get();
  if (formOf(app) && !isAnother) {
    app.model.dispatch({ type: 'closed' });
  }

  if (form.editing === undefined && session) {
    app.workspace.saveDraft(session.profile.name, undefined);
    // What was begun meanwhile is another animal.
    keepDraft(app);
    // The next key is about the new animal, whichever screen it was added from.
    moveCursorTo(app, 'list', entry.localId);
    moveCursorTo(app, 'queue', entry.localId);
  }

  app.model.dispatch({ type: 'watched', localIds: [...watched, entry.localId] });
  // It may have been sent before anybody watched.
  announce(app);
}
