import type { Session } from '../../app/workspace.js';
import { needsPerson } from '../../domain/entry.js';
import { activitySummary } from '../../text/activity-text.js';
import { logRows } from './cursor.js';
import { say, withRemark } from './say.js';
import { shortName } from '../../text/animal/short-name.js';
import { keyOf, snapshotOf, type App, wayTo } from '../app-context.js';

/**
 * Says once what happened while the app was closed: after the store has answered, or cannot be reached. It says it
 * again only if a later answer shows more. A kept draft is mentioned at once.
 */
export async function tellAway(app: App, session: Session): Promise<void> {
  const { leftAt, leftAfter } = app.model.get();
  const isOpen = (): boolean => app.model.get().session === session;
  loadStories(app, session);
  await app.drawn;
  const draft = isOpen() ? draftText(app, session) : undefined;
  if (draft !== undefined) {
    say(app, draft);
  }

  if (leftAt === undefined || !isOpen()) {
    return;
  }

  await session.engine.loadActivities({ at: leftAt, after: leftAfter });
  let told = 0;
  const look = (): void => {
    const { connection, nextRefreshAt, refreshing } = session.engine.snapshot();
    const isAsked =
      connection.state === 'online' ? nextRefreshAt !== undefined && !refreshing : connection.state !== 'connecting';
    if (!isOpen() || !isAsked || app.model.get().message?.tone === 'bad') {
      return;
    }

    const { away } = logRows(app);
    const summary = away.length > told ? awaySummary(app) : undefined;
    told = Math.max(told, away.length);
    if (summary !== undefined) {
      app.model.dispatch({ type: 'arranged', view: { hasUnread: true } });
      if (isNewSinceClosed(app)) {
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
    const { leftAt, leftAfter, openedAt, session: open } = app.model.get();
    if (open === session) {
      void session.engine.loadActivities(
        { at: leftAt ?? new Date(openedAt).toISOString(), after: leftAfter },
        { all: true },
      );
    }
  });
}

/** Whether it happened after the app was closed last: older news stands on the activity screen alone. */
function isNewSinceClosed(app: App): boolean {
  const { closedAt } = app.model.get();
  return closedAt === undefined || logRows(app).away.some(({ at }) => at > closedAt);
}

/** The same, on top of the activity screen. */
export function awaySummary(app: App): string | undefined {
  const { leftAt } = app.model.get();
  const { activities, entries } = snapshotOf(app);
  return leftAt === undefined || activities.length + entries.length === 0
    ? undefined
    : activitySummary(
        logRows(app).away,
        leftAt,
        app.now(),
        entries.filter(({ state }) => needsPerson(state)),
      );
}
