import type { Entry } from '../../domain/entry.js';
import type { App } from '../app-context.js';
import { announce } from '../actions/announce.js';
import { findEntry, moveCursorTo } from '../actions/cursor.js';
import { pickPet } from '../../domain/pet.js';
import { noteChange } from '../queue/undo.js';
import { formFields } from './form-fields.js';
import { formOf, updateForm, type FormState } from './form-state.js';
import { readForm } from './read-form.js';
import { shortName } from '../../text/short-name.js';
import { perform } from '../actions/say.js';

/** Saves durably and goes back; whether it was sent is told when it is known. */
export function saveForm(app: App): void {
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

  updateForm(app, { errors: {}, saving: true });
  perform(app, async () => {
    const before = form.editing === undefined ? undefined : findEntry(app, form.editing);
    const entry = await (form.editing === undefined ? engine.add(read.pet) : engine.edit(form.editing, read.pet)).finally(() => updateForm(app, { saving: false }));
    finish(app, form, entry);
    const { localId } = entry;
    if (before) {
      noteChange(app, { says: 'edited', back: [{ action: 'edit', localId, pet: pickPet(before) }], forth: [{ action: 'edit', localId, pet: read.pet }] });
    } else if (form.editing === undefined) {
      noteChange(app, { says: 'added', back: [{ action: 'discard', localId }], forth: [{ action: 'restore', localId }] });
    }

    return { entry, text: form.editing === undefined ? `Queued as ${entry.localId}: ${shortName(entry.name)}` : entry.state === 'held' ? `${entry.localId} is changed, and still held; z releases it.` : `${entry.localId} is changed and queued again.` };
  });
}

function finish(app: App, form: FormState, entry: Entry): void {
  const { session, watched } = app.model.get();
  if (formOf(app)) {
    app.model.dispatch({ type: 'closed' });
  }

  if (form.editing === undefined && session) {
    app.workspace.saveDraft(session.profile.name, undefined);
    // The next key is about the new animal, whichever screen it was added from.
    moveCursorTo(app, 'list', entry.localId);
    moveCursorTo(app, 'queue', entry.localId);
  }

  app.model.dispatch({ type: 'watched', localIds: [...watched, entry.localId] });
  // It may have been sent before anybody watched.
  announce(app);
}
