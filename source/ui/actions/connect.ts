import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { currentScreen } from '../state/ui-state.js';
import { reasonOf, say } from './say.js';
import { testConnection } from './doctor.js';
import { openProfile } from './session.js';

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
  if (screen.name !== 'connect' || screen.busy) {
    return;
  }

  const { problem: _, ...rest } = screen;
  if (lineText(fields.address).trim() === '') {
    app.store.dispatch({ type: 'updated', screen: { ...rest, focus: 'address', problem: 'The address of the store is needed; Esc goes back without one.' } });
  } else if (screen.focus === 'address') {
    app.store.dispatch({ type: 'updated', screen: { ...rest, focus: 'api-key' } });
  } else {
    app.store.dispatch({ type: 'updated', screen: { ...rest, busy: true } });
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
    await app.opening.current;
    if (wrongKey) {
      say(app, `The key was not saved: ${wrongKey.message}`, 'bad');
    } else {
      testConnection(app);
    }
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
