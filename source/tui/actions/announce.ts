import { findEntry } from './cursor.js';
import { announcementText, type Counts } from '../../text/queue/outcome-text.js';
import { say, sayOf, withRemark } from './say.js';
import type { EntryState } from '../../domain/entry.js';
import { type App, wayTo } from '../app-context.js';

const settled: readonly EntryState[] = ['created', 'rejected', 'review', 'discarded'];

/**
 * Tells what became of the animals somebody is waiting for; called after every change of the engine's state. Returns
 * the announced counts, so that no sum repeats them.
 */
export function announce(app: App): Counts {
  const watched = app.model.get().watched.map((each) => ({ each, entry: findEntry(app, each.localId) }));
  const news = watched.flatMap(({ each, entry }) =>
    entry && settled.includes(entry.state) ? [{ entry, remark: each.remark }] : [],
  );
  const count = (state: EntryState): number => news.filter(({ entry }) => entry.state === state).length;
  const told = { sent: count('created'), refused: count('rejected'), undecided: count('review') };
  if (news.length === 0) {
    return told;
  }

  app.model.dispatch({
    type: 'watched',
    watched: app.model.get().watched.filter(({ localId }) => !news.some(({ entry }) => entry.localId === localId)),
  });
  for (const { entry, remark } of news) {
    const { state } = entry;
    const text = announcementText(entry, wayTo(app, 'show-queue'));
    if (state === 'created') {
      say(app, withRemark(text, remark), remark === undefined ? 'good' : 'plain');
    } else if (state !== 'discarded') {
      sayOf(app, entry, text, 'bad');
    }
  }

  return told;
}
