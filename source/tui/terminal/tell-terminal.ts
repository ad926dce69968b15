import type { Key } from '../input/decode-keys.js';
import { snapshotOf, type App } from '../app-context.js';
import type { WindowFacts, TerminalManners } from './terminal-manners.js';

/** The facts on the app that the terminal is told now. */
export function factsFor(app: App): WindowFacts {
  const { session, settings } = app.model.get();
  const { entries, progress } = snapshotOf(app);
  const { done = 0, total = 0 } = progress ?? {};
  return {
    profile: session?.profile.name,
    needy: entries.filter(({ state }) => state === 'rejected' || state === 'review').length,
    mouse: settings.mouse,
    percent: total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : undefined,
  };
}

/** Tells the terminal whenever something of it changed, as often as the screens are drawn; returns the way to stop. */
export function tellTerminal(app: App, manners: TerminalManners): () => void {
  let stopEngine = (): void => undefined;
  let session = app.model.get().session;
  const tell = (): void => {
    const says = manners.update(factsFor(app));
    if (says !== '') {
      app.terminal.write(says);
    }
  };
  const follow = (): void => {
    stopEngine();
    session = app.model.get().session;
    stopEngine = session ? app.drawPace(session.engine).subscribe(tell) : (): void => undefined;
    tell();
  };
  let { mouse } = app.model.get().settings;
  const stopModel = app.model.subscribe(() => {
    if (app.model.get().session !== session) {
      follow();
    } else if (app.model.get().settings.mouse !== mouse) {
      tell();
    }

    ({ mouse } = app.model.get().settings);
  });
  follow();
  return () => {
    stopModel();
    stopEngine();
  };
}

/**
 * Takes the keys by which a terminal tells of its focus; false for any other. Somebody who comes back sees a list that
 * is no older than it would be had they stayed.
 */
export function takeFocus(app: App, manners: TerminalManners, { type, name }: Key): boolean {
  if (type !== 'key' || (name !== 'focus-in' && name !== 'focus-out')) {
    return false;
  }

  manners.setFocus(name === 'focus-in');
  if (name === 'focus-in' && app.workspace.terminal.focus) {
    refreshIfOld(app);
  }

  return true;
}

function refreshIfOld(app: App): void {
  const { session, settings } = app.model.get();
  const { lists, refreshing, connection } = snapshotOf(app);
  const { fetchedAt, heardAt = fetchedAt } = lists.all;
  const isOld = heardAt !== undefined && app.now() - Date.parse(heardAt) > settings.refreshMs;
  if (session && isOld && !refreshing && connection.state === 'online') {
    void session.engine
      .refresh('all', 'news')
      .catch((error: unknown) => app.workspace.log('not refreshed', { error: String(error) }));
  }
}
