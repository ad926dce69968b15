import { findEntry } from './cursor.js';
import { announcementText, type Counts } from '../../text/queue/outcome-text.js';
import { say, sayOf } from './say.js';
import type { EntryState } from '../../domain/entry.js';
import { type App, wayTo } from '../app-context.js';

const settled: readonly EntryState[] = ['created', 'rejected', 'review', 'discarded'];

/**
 * Tells what became of the animals somebody is waiting for; called after every change of the engine's state. Returns
 * what was
 * told, so that the same is not told again as a count.
 */
export function announce(app: App): Counts {
  const entries = app.model.get().watched.flatMap((localId) => findEntry(app, localId) ?? []);
  const news = entries.filter((entry) => settled.includes(entry.state));
  const count = (state: EntryState): number => news.filter((entry) => entry.state === state).length;
  const told = { sent: count('created'), refused: count('rejected'), undecided: count('review') };
  if (news.length === 0) {
    return told;
  }

  app.model.dispatch({
    type: 'watched',
    localIds: app.model.get().watched.filter((localId) => !news.some((entry) => entry.localId === localId)),
  });
  for (const entry of news) {
    const { state } = entry;
    const text = announcementText(entry, wayTo(app, 'show-queue'));
    if (state === 'created') {
      say(app, text, 'good');
    } else if (state !== 'discarded') {
      sayOf(app, entry, text, 'bad');
    }
  }

  return told;
}
