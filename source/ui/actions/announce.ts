import { findEntry } from './cursor.js';
import { say, sayOf } from './say.js';
import type { App } from '../app-context.js';
import { shortName } from '../words/pet-words.js';

const settled = ['created', 'rejected', 'review', 'discarded'];

/**
 * Tells what became of the animals somebody is waiting for; called after every change of the engine's state. Returns how many
 * were said to be added.
 */
export function announce(app: App): number {
  const entries = app.store.get().watched.flatMap((localId) => findEntry(app, localId) ?? []);
  const news = entries.filter((entry) => settled.includes(entry.state));
  if (news.length === 0) {
    return 0;
  }

  app.store.dispatch({ type: 'watched', localIds: app.store.get().watched.filter((localId) => !news.some((entry) => entry.localId === localId)) });
  for (const entry of news) {
    const { localId, state, petId, lastError, differences = [] } = entry;
    const name = shortName(entry.name);
    if (state === 'created') {
      say(app, `Added as #${petId ?? '?'}: ${name}${differences.length > 0 ? ` (the store changed: ${differences.join(', ')})` : ''}`, 'good');
    } else if (state !== 'discarded') {
      sayOf(app, { entry, text: state === 'review' ? `${localId} ${name} needs you: 2.` : `${localId} ${name} was refused: ${lastError?.message ?? ''}` }, 'bad');
    }

    if (app.store.get().undo?.localId === localId && state === 'created') {
      app.store.dispatch({ type: 'can-undo', undo: undefined });
    }
  }

  return news.filter((entry) => entry.state === 'created').length;
}
