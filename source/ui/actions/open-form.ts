import type { Draft } from '../../app/workspace.js';
import { snapshotOf, type App } from '../app-context.js';
import { permitted } from './queue.js';
import { say } from './say.js';

/** `a`: the form for a new animal, with the draft that was left. */
export function openAddForm(app: App): void {
  const { session } = app.store.get();
  const { readOnly } = snapshotOf(app);
  if (!session) {
    return;
  }

  // Anything else may be over by the time it is saved; then it is said there, and the form is kept.
  if (readOnly?.code === 'newer_version') {
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
