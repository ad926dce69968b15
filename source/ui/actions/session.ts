import type { Session } from '../../app/workspace.js';
import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { currentScreen } from '../state/ui-state.js';
import { announce } from './announce.js';
import { reasonOf, say } from './say.js';

/** Opens a profile, the demo included, and puts its list on the screen. What was open is closed first. */
export function openProfile(app: App, name: string): void {
  open(app, () => app.workspace.openSession(name));
}

export function openDemo(app: App): void {
  open(app, () => app.workspace.openDemo());
}

function open(app: App, opening: () => Promise<Session>): void {
  const previous = app.store.get().session;
  app.store.dispatch({ type: 'session-closed' });
  void (async () => {
    try {
      await previous?.close();
      start(app, await opening());
    } catch (error) {
      app.workspace.log('profile not opened', { error: String(error) });
      app.store.dispatch({ type: 'updated', screen: { name: 'opening', problem: reasonOf(error) } });
    }
  })();
}

function start(app: App, session: Session): void {
  app.store.dispatch({ type: 'session-opened', session, at: app.now(), view: app.workspace.loadViewState(session.profile.name) });
  let summarised = session.engine.snapshot().summary?.at;
  /** Animals announced by name since the last summary. */
  let named = 0;
  // The engine outlives no session, so neither does this listener.
  session.engine.subscribe(() => {
    if (app.store.get().session !== session) {
      return;
    }

    named += announce(app);
    const { summary } = session.engine.snapshot();
    if (summary && summary.at !== summarised) {
      // "Added as #58: Luna" says more than "1 sent".
      if (summary.text !== `${named} sent`) {
        say(app, summary.text);
      }

      summarised = summary.at;
      named = 0;
    }
  });
  session.engine.load().catch((error: unknown) => say(app, reasonOf(error), 'bad'));
  session.engine.start();
}

/** Asks for the address and key of a new store. */
export function openConnect(app: App, profile: string): void {
  app.store.dispatch({ type: 'edited', field: 'address', edit: { op: 'set', text: '' } });
  app.store.dispatch({ type: 'edited', field: 'api-key', edit: { op: 'set', text: '' } });
  app.store.dispatch({ type: 'opened', screen: { name: 'connect', profile, focus: 'address' } });
}

/** Enter on the address goes on to the key; Enter on the key, which may be left out, saves and opens the store. */
export function submitConnect(app: App): void {
  const screen = currentScreen(app.store.get());
  const { fields } = app.store.get();
  if (screen.name !== 'connect') {
    return;
  }

  const { problem: _, ...rest } = screen;
  if (screen.focus === 'address' && lineText(fields.address).trim() !== '') {
    app.store.dispatch({ type: 'updated', screen: { ...rest, focus: 'api-key' } });
  } else if (screen.focus === 'api-key') {
    void connect(app, screen.profile, lineText(fields.address).trim(), lineText(fields['api-key']).trim());
  }
}

async function connect(app: App, wanted: string, baseUrl: string, key: string): Promise<void> {
  const name = freeName(app, wanted);
  const complain = (focus: 'address' | 'api-key', problem: string): void => app.store.dispatch({ type: 'updated', screen: { name: 'connect', profile: wanted, focus, problem } });
  try {
    const wrong = await app.workspace.addProfile({ name, baseUrl });
    if (wrong) {
      complain('address', wrong.message);
      return;
    }

    const wrongKey = key === '' ? undefined : await app.workspace.saveKey(name, key);
    app.store.dispatch({ type: 'edited', field: 'api-key', edit: { op: 'set', text: '' } });
    openProfile(app, name);
    say(app, wrongKey ? `The key was not saved: ${wrongKey.message}` : `${name} is set up; the header tells whether it can be reached.`, wrongKey ? 'bad' : 'good');
  } catch (error) {
    complain('address', reasonOf(error));
  }
}

/** `production`, or `production-2` where that is taken. */
function freeName(app: App, wanted: string): string {
  const taken = new Set(app.workspace.listProfiles().map(({ name }) => name));
  let name = wanted;
  for (let count = 2; taken.has(name); count += 1) {
    name = `${wanted}-${count}`;
  }

  return name;
}

/** Tab: between address and key. */
export function moveConnectFocus(app: App): void {
  const screen = currentScreen(app.store.get());
  if (screen.name === 'connect') {
    app.store.dispatch({ type: 'updated', screen: { ...screen, focus: screen.focus === 'address' ? 'api-key' : 'address' } });
  }
}
