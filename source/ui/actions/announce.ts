import { isWaiting } from '../../domain/entry.js';
import { snapshotOf, type App } from '../app-context.js';
import { findEntry } from './cursor.js';
import { say } from './say.js';

/** How many animals wait, for the header. */
export function waitingCount(app: App): number {
  return snapshotOf(app).entries.filter((entry) => isWaiting(entry.state)).length;
}

/** Tells what became of the animals somebody is waiting for; called after every change of the engine's state. */
export function announce(app: App): void {
  const { watched } = app.store.get();
  for (const localId of watched) {
    const entry = findEntry(app, localId);
    const isSettled = entry && ['created', 'rejected', 'review', 'discarded'].includes(entry.state);
    if (isSettled) {
      app.store.dispatch({ type: 'watched', localIds: app.store.get().watched.filter((id) => id !== localId) });
      if (entry.state === 'created') {
        app.store.dispatch({ type: 'can-undo', undo: undefined });
        say(app, `Added as #${entry.petId ?? '?'}: ${entry.name}`, 'good');
      } else if (entry.state !== 'discarded') {
        say(app, entry.state === 'review' ? `${localId} needs you: 2.` : `${localId} was refused: ${entry.lastError?.message ?? ''}`, 'bad');
      }
    }
  }
}
