import type { Session } from '../../app/workspace.js';
import { type EntryState, needsPerson } from '../../domain/entry.js';
import { activitySummary } from '../../text/activity-text.js';
import { findEntry, logRows } from './cursor.js';
import { isOpen, say, sayDone, withRemark } from './say.js';
import { shortName } from '../../text/animal/short-name.js';
import { type App, keyOf, snapshotOf, wayTo } from '../app-context.js';
import { announcementText, type Counts } from '../../text/queue/outcome-text.js';

const settled: readonly EntryState[] = ['created', 'rejected', 'review', 'discarded'];

/**
 * Tells what became of the animals somebody is waiting for; called after every change of the engine's state. Returns
 * the announced counts, so that no sum repeats them.
 */
export function announce(app: App): Counts {
  const { watched } = app.model.get();
  const news = watched.flatMap(({ localId, remark }) => {
    const entry = findEntry(app, localId);
    return entry && settled.includes(entry.state) ? [{ entry, remark }] : [];
  });
  const count = (state: EntryState): number => news.filter(({ entry }) => entry.state === state).length;
  if (news.length > 0) {
    app.model.set({ watched: watched.filter(({ localId }) => !news.some(({ entry }) => entry.localId === localId)) });
  }

  for (const { entry, remark } of news) {
    const { state } = entry;
    const text = announcementText(entry, wayTo(app, 'show-queue'));
    if (state === 'created') {
      say(app, withRemark(text, remark), remark === undefined ? 'good' : 'plain');
    } else if (state !== 'discarded') {
      sayDone(app, { entry, text, tone: 'bad' });
    }
  }

  return { sent: count('created'), refused: count('rejected'), undecided: count('review') };
}

/**
 * Says once what happened while the app was closed: after the store has answered, or cannot be reached. It says it
 * again only if a later answer shows more. A kept draft is mentioned at once.
 */
export async function tellAway(app: App, session: Session): Promise<void> {
  const { leftAt, leftAfter } = app.model.get();
  loadStories(app, session);
  await app.drawn;
  const draft = isOpen(app, session) ? draftText(app, session) : undefined;
  if (draft !== undefined) {
    say(app, draft);
  }

  if (leftAt === undefined || !isOpen(app, session)) {
    return;
  }

  await session.engine.loadActivities({ at: leftAt, after: leftAfter });
  let told = 0;
  const look = (): void => {
    const { connection, nextRefreshAt, refreshing } = session.engine.snapshot();
    const isAsked =
      connection.state === 'online' ? nextRefreshAt !== undefined && !refreshing : connection.state !== 'connecting';
    if (!isOpen(app, session) || !isAsked || app.model.get().message?.tone === 'bad') {
      return;
    }

    const { away } = logRows(app);
    const summary = away.length > told ? awaySummary(app) : undefined;
    told = Math.max(told, away.length);
    if (summary !== undefined) {
      app.model.set({ hasUnread: true });
      // Older news stands on the activity screen alone.
      const { closedAt } = app.model.get();
      if (closedAt === undefined || away.some(({ at }) => at > closedAt)) {
        say(app, withRemark(`${summary}; ${keyOf(app, 'show-log') || ':log'} shows it.`, draft));
      }
    }

    // Whatever later answers show happened since.
    if (connection.state === 'online') {
      stop();
    }
  };
  const stop = session.engine.subscribe(look);
  look();
}

/** A sentence on the kept draft of an unsaved animal, if there is one. */
function draftText(app: App, { profile }: Session): string | undefined {
  const draft = app.workspace.loadDraft(profile);
  const name = shortName(draft?.name ?? '');
  return (
    draft && `Typed and not saved yet: ${name || 'an animal without a name'}; ${wayTo(app, 'add')} goes on with it.`
  );
}

/** How long after the start the whole log is read, which the cards of animals tell of, in milliseconds. */
const storiesMs = 2000;

function loadStories(app: App, session: Session): void {
  app.later(storiesMs, () => {
    const { leftAt, leftAfter, openedAt } = app.model.get();
    if (isOpen(app, session)) {
      const since = { at: leftAt ?? new Date(openedAt).toISOString(), after: leftAfter };
      void session.engine.loadActivities(since, { all: true });
    }
  });
}

/** The same, on top of the activity screen. */
export function awaySummary(app: App): string | undefined {
  const { leftAt } = app.model.get();
  const { activities, entries } = snapshotOf(app);
  const needy = entries.filter(({ state }) => needsPerson(state));
  return leftAt === undefined || activities.length + entries.length === 0
    ? undefined
    : activitySummary(logRows(app).away, leftAt, app.now(), needy);
}
