import type { Entry } from '../../domain/entry.js';
import type { App } from '../app-context.js';
import { announce } from '../actions/announce.js';
import { moveCursorTo } from '../actions/cursor.js';
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
    const entry = await (form.editing === undefined ? engine.add(read.pet) : engine.edit(form.editing, read.pet)).finally(() => updateForm(app, { saving: false }));
    finish(app, form, entry);
    return { entry, text: form.editing === undefined ? `Queued as ${entry.localId}: ${shortName(entry.name)}` : entry.state === 'held' ? `${entry.localId} is changed, and still held; h releases it.` : `${entry.localId} is changed and queued again.` };
  });
}

function finish(app: App, form: FormState, entry: Entry): void {
  const { session, watched } = app.model.get();
  if (formOf(app)) {
    app.model.dispatch({ type: 'closed' });
  }

  if (form.editing === undefined && session) {
    app.workspace.saveDraft(session.profile.name, undefined);
    app.model.dispatch({ type: 'can-undo', undo: { type: 'discard', localId: entry.localId } });
    // The next key is about the new animal, whichever screen it was added from.
    moveCursorTo(app, 'list', entry.localId);
    moveCursorTo(app, 'queue', entry.localId);
  }

  app.model.dispatch({ type: 'watched', localIds: [...watched, entry.localId] });
  // It may have been sent before anybody watched.
  announce(app);
}
