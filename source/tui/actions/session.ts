import type { Session } from '../../app/session/compose-session.ts';
import { identityOf } from '../../app/profiles/profiles.ts';
import { type App, keyOf, snapshotOf, wayToMine } from '../app-context.ts';
import { announcementText, farewellText, summaryText } from '../words/outcome-text.ts';
import { tooLateText } from '../../text/queue/wait-text.ts';
import type { UiState } from '../state/ui-state.ts';
import { noteRow } from './guard-row.ts';
import { detailOf, isOpen, reasonOf, say, sayDone, takeBack, withRemark } from './say.ts';
import { type EntryState, needsPerson } from '../../domain/entry.ts';
import { activitySummary } from '../../text/activity-text.ts';
import { createDrawPace } from '../state/pace.ts';
import { entryAtCursor, findEntry, logRows, newsSince } from './cursor.ts';
import { unsavedText } from '../../text/animal/pet-texts.ts';

/** Opens a profile, the demo included, and puts its list on the screen. The store that was open is closed first. */
export function openProfile(app: App, name: string): void {
  const previous = app.model.get();
  app.model.leaveStore();
  app.opening.current = (async () => {
    try {
      await closeSession(app, previous.session);
      start(app, await app.workspace.openSession(name), previous);
    } catch (error) {
      app.workspace.log('profile not opened', detailOf(error));
      const tried = { problem: reasonOf(error), chosen: `open ${name}` };
      app.model.change({ name: 'first-run', opening: false, ...tried });
    }
  })();
}

/** Without a store to open: no other screen tells of animals that wait for one all the same. */
export function welcome(app: App): void {
  const tell = async (): Promise<void> => {
    const [first] = await app.workspace.findStranded();
    if (first !== undefined) {
      app.model.change({ name: 'first-run', stranded: `${first}; \`petstore status\` in a shell says what to do.` });
    }
  };
  app.opening.current = tell().catch((error: unknown) => app.workspace.log('not looked for', detailOf(error)));
}

/** Takes in what others changed in `config.json` since: profiles, the names of categories, and settings. */
export async function readConfig(app: App): Promise<void> {
  const changed = await app.workspace.readCurrent();
  const { settings, session } = app.model.get();
  const categoryLabels = app.workspace.labelsOf(session?.profile.name);
  const isNamed = JSON.stringify(categoryLabels) !== JSON.stringify(settings.categoryLabels);
  if (isNamed || Object.keys(changed).length > 0) {
    app.model.changeSettings({ ...changed, ...(isNamed ? { categoryLabels } : {}) });
  }
}

/** How long an animal rests that is saved now: what the configuration says by now, whoever wrote that there. */
export async function readRestMs(app: App): Promise<number> {
  await readConfig(app);
  return app.model.get().settings.restMs;
}

/** Closes a store, and marks how far its activity is known: records written during the closing are no news. */
export async function closeSession(app: App, session: Session | undefined): Promise<void> {
  if (!session) {
    return;
  }

  await session.close();
  const view = app.workspace.loadViewState(session.profile);
  if (view) {
    app.workspace.saveViewState(session.profile, { ...view, ...knownSince(app) });
  }
}

/** The moment from which activity is news at the next start. */
export function knownSince(app: App): { readonly leftAt: string } {
  return { leftAt: new Date(app.now()).toISOString() };
}

/** Puts the list of an opened profile on the screen; `since`: it was open before, under another address or key. */
export function showSession(app: App, session: Session, since?: UiState): void {
  app.model.openStore({
    session,
    at: app.now(),
    // The built-in store has names of its own.
    labels: app.workspace.labelsOf(session.profile.name),
    view: app.workspace.loadViewState(session.profile),
    since,
  });
  const { keyProblem } = app.workspace;
  if (keyProblem !== undefined) {
    say(app, keyProblem, 'bad');
  }
}

function start(app: App, session: Session, previous: UiState): void {
  const isSame = previous.session !== undefined && identityOf(previous.session.profile) === identityOf(session.profile);
  showSession(app, session, isSame ? previous : undefined);
  const draw = createDrawPace(() => isOpen(app, session) && app.model.passTime());
  let summarised = session.engine.snapshot().summary?.at;
  /** Whether an animal was announced by name since the last summary. */
  let isNamed = false;
  // The engine outlives no session, so neither does this listener.
  session.engine.subscribe(() => {
    if (!isOpen(app, session)) {
      return;
    }

    noteRow(app, false);
    takeBack(app);
    isNamed = announce(app) || isNamed;
    const { summary } = session.engine.snapshot();
    if (summary && summary.at !== summarised) {
      // Of one animal "Added as #58: Luna" says more than "1 sent", and why it was refused more than "1 refused".
      const isOne = summary.sent + summary.refused + summary.undecided === 1;
      const isGood = summary.refused + summary.undecided === 0;
      if (!(isOne && isNamed) && !(isGood && app.model.get().message?.tone === 'bad')) {
        say(app, summaryText(summary, wayToMine(app)), isGood ? 'good' : 'bad');
      }

      summarised = summary.at;
      isNamed = false;
    }

    draw();
  });
  readSaved(app, session, !isSame, previous.session).catch((error: unknown) => say(app, reasonOf(error), 'bad'));
}

/** What waits to be sent in a profile that was left, and what sends it; undefined: nothing waits. */
function leftText({ now }: App, { engine, profile }: Session): string | undefined {
  const snapshot = engine.snapshot();
  const entries = snapshot.entries.filter(({ state }) => onTheWay.includes(state));
  const text = entries.length === 0 ? undefined : farewellText(profile.name, { ...snapshot, entries }, now());
  return text && `In ${profile.name} ${text}`;
}

const onTheWay: readonly EntryState[] = ['queued', 'sending', 'checking'];

async function readSaved(app: App, session: Session, wasAway: boolean, before: Session | undefined): Promise<void> {
  const { engine } = session;
  try {
    await engine.load();
    // The first request does not hold up the first frame.
    await app.drawn;
    if (wasAway && isOpen(app, session)) {
      void tellAway(app, session, before);
      void tellStranded(app, session);
    }
  } finally {
    if (isOpen(app, session)) {
      engine.start();
    }
  }
}

/** Tells of animals that wait for a store that no profile leads to: no other screen shows them. */
async function tellStranded(app: App, session: Session): Promise<void> {
  const [first] = await app.workspace.findStranded().catch(() => []);
  if (first !== undefined && isOpen(app, session)) {
    say(app, `${first}; :doctor says what to do.`, 'bad');
  }
}

const settled: readonly EntryState[] = ['created', 'rejected', 'review', 'discarded'];

/** Tells what became of watched animals, after every change of the engine; says whether anything did. */
export function announce(app: App): boolean {
  const { watched } = app.model.get();
  const news = [...watched].flatMap((localId) => {
    const entry = findEntry(app, localId);
    return entry && settled.includes(entry.state) ? [entry] : [];
  });
  if (news.length > 0) {
    app.model.unwatch(news.map(({ localId }) => localId));
  }

  for (const entry of news) {
    const { state } = entry;
    const text = announcementText(entry, entryAtCursor(app) === entry ? '' : wayToMine(app));
    if (state === 'created') {
      // A wish that did not come true stays on the screen until somebody answers it.
      say(app, text, tooLateText(entry) === '' ? 'good' : 'bad');
    } else if (state !== 'discarded') {
      sayDone(app, { entry, text, tone: 'bad' });
    }
  }

  return news.length > 0;
}

/**
 * Says once what happened while the app was closed: after the store has answered, or cannot be reached. It says it
 * again only if a later answer shows more. A kept draft is mentioned at once, and what waits in
 * the profile that was open before.
 */
async function tellAway(app: App, session: Session, before: Session | undefined): Promise<void> {
  const { leftAt } = app.model.get();
  app.later(storiesMs, () => loadStories(app, session));
  const change = app.workspace.loadChange(session.profile);
  app.model.leaveChange(change);
  const unsaved = app.workspace.loadDraft(session.profile) ?? change;
  const draft = unsaved && `${unsavedText(unsaved)}; ${keyOf(app, 'add')} goes on with it.`;
  // After a change of its address the same profile is open, and its queue went along.
  const left = before && before.profile.name !== session.profile.name ? leftText(app, before) : undefined;
  const remark = [left, draft].filter((text) => text !== undefined).join(' ') || undefined;
  if (remark !== undefined) {
    say(app, remark);
  }

  let said = app.model.get().message;
  if (leftAt === undefined) {
    return;
  }

  await session.engine.loadActivities(leftAt);
  let told = 0;
  const look = (): void => {
    const { connection, nextRefreshAt, refreshing } = session.engine.snapshot();
    const isAsked =
      connection.state === 'online' ? nextRefreshAt !== undefined && !refreshing : connection.state !== 'connecting';
    if (!isOpen(app, session) || !isAsked || app.model.get().message?.tone === 'bad') {
      return;
    }

    const opened = new Date(app.model.get().openedAt).toISOString();
    const away = logRows(app).news.filter(({ at, since = at }) => since < opened);
    const summary = away.length > told ? awaySummary(app) : undefined;
    told = Math.max(told, away.length);
    if (summary !== undefined) {
      // Once its line is gone, so may be what it said.
      const isRead = app.model.get().message !== said;
      say(app, withRemark(`${summary}; ${keyOf(app, 'show-log')} shows it.`, isRead ? undefined : remark));
      said = app.model.get().message;
    }

    // Whatever later answers show happened since.
    if (connection.state === 'online') {
      stop();
    }
  };
  const stop = session.engine.subscribe(look);
  look();
}

/** How long after the start the whole log is read, which the cards of animals tell of, in milliseconds. */
const storiesMs = 2000;

/** Has the whole log read, if the store is still open. What other programs noticed meanwhile is read anew. */
export function loadStories(app: App, session: Session): void {
  if (isOpen(app, session)) {
    void session.engine.loadActivities(newsSince(app), { all: true });
  }
}

/** The same, on top of the activity screen. */
export function awaySummary(app: App): string | undefined {
  const { leftAt } = app.model.get();
  const { activities, entries } = snapshotOf(app);
  const needy = entries.filter(({ state }) => needsPerson(state));
  return leftAt === undefined || activities.length + entries.length === 0
    ? undefined
    : activitySummary(logRows(app).news, leftAt, app.now(), needy);
}
