import { keyStart } from '../../app/keys/key-start.ts';
import { normaliseBaseUrl } from '../../app/profiles/profiles.ts';
import { factsOf, type App, screenOf, textOf } from '../app-context.ts';
import type { ConnectField, ScreenOf } from '../state/ui-state.ts';
import { askWhether, reasonOf, say } from '../actions/say.ts';
import { testConnection } from '../actions/ask-store.ts';
import { openProfile } from '../actions/session.ts';
import { nextOf } from '../actions/arrange.ts';

type ConnectScreen = ScreenOf<'connect'>;

/** Asks for the address, key and name of a new store. */
export function openConnect(app: App): void {
  open(app, { name: 'connect', focus: 'address' }, '');
}

/** Asks for another address of the open store, from the present one on. */
export function openAddress(app: App): void {
  const profile = app.model.get().session?.profile;
  if (profile?.source === 'config') {
    open(app, { name: 'connect', changing: profile.name, focus: 'address' }, profile.baseUrl);
  } else {
    say(app, profile ? whyFixed[profile.source] : 'No store is open.');
  }
}

/** Asks for another key of the open store. */
export function askForKey(app: App): void {
  const profile = app.model.get().session?.profile;
  if (profile) {
    open(app, { name: 'connect', changing: profile.name, focus: 'api-key' }, profile.baseUrl);
  } else {
    say(app, 'No store is open that a key could be for.', 'bad');
  }
}

const whyFixed = {
  demo: 'The built-in store has no address that could be changed.',
  environment:
    'This address comes from PETSTORE_BASE_URL. `petstore profile move env --base-url URL` in a shell corrects it, ' +
    'and the queue goes along.',
};

function open(app: App, screen: ConnectScreen, address: string): void {
  app.model.write('profile', '');
  app.model.write('address', address);
  app.model.write('api-key', '');
  app.model.open(screen);
}

/** The fields of the screen, from above; who changes a store gives no name, and an address only where it is kept here. */
export function connectFields(app: App, { changing }: ConnectScreen): readonly ConnectField[] {
  if (changing === undefined) {
    return ['address', 'api-key', 'profile'];
  }

  return app.model.get().session?.profile.source === 'config' ? ['address', 'api-key'] : ['api-key'];
}

/** Whether the address is that of the store that is open. */
function isPresent(app: App, { changing }: ConnectScreen, address: string): boolean {
  return changing !== undefined && address === app.model.get().session?.profile.baseUrl;
}

/** Changes the screen; a problem goes as soon as something is done about it. */
function update(app: App, change: Partial<ConnectScreen>): void {
  app.model.change({ problem: undefined, ...change, name: 'connect' });
}

/** Enter goes on to the next field; on the last, which may be left out, it saves and opens the store. */
export function submitConnect(app: App): void {
  const screen = screenOf(app, 'connect');
  if (!screen || screen.busy) {
    return;
  }

  const typed = textOf(app, 'address').trim();
  const names = connectFields(app, screen);
  const next = names[names.indexOf(screen.focus) + 1];
  const address = typed.replace(builtIn, 'http://$&/v1');
  const isSame = isPresent(app, screen, address);
  const problem = isSame ? undefined : addressProblem(app, screen, address);
  if (keyStart(typed) >= 0) {
    // A secret stays nowhere that it was not meant for.
    app.model.write('address', '');
  } else if (address !== typed) {
    app.model.write('address', address);
    say(app, `Taken as ${address}.`);
  }

  if (problem !== undefined) {
    update(app, { focus: 'address', problem });
  } else if (next !== undefined) {
    update(app, { focus: next });
  } else if (isSame && textOf(app, 'api-key').trim() === '') {
    update(app, { problem: 'Type or paste the key first; Esc leaves everything as it is.' });
  } else if (screen.changing !== undefined && !isSame && factsOf(app).hasAnswered) {
    const question =
      `Is ${address} the same store as before, at a new address? Then what ` +
      'waits for it goes along. For another store, add a profile instead.';
    askWhether(app, question, () => connect(app));
  } else {
    connect(app);
  }
}

/** The built-in service as its start names it: `localhost:8812`. */
const builtIn = /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/iu;

/** Why no store can be at an address, told before a key is typed for it; undefined: one can. */
function addressProblem(app: App, { changing }: ConnectScreen, address: string): string | undefined {
  if (address === '') {
    return 'The address of the store is needed; Esc goes back without one.';
  }

  if (keyStart(address) >= 0) {
    return 'That looks like an API key, not an address, and is gone: the key belongs into its own field below.';
  }

  if (/\s/u.test(address)) {
    return 'An address has no blanks; the API key belongs into its own field below.';
  }

  const allowHttp = changing !== undefined && app.model.get().session?.profile.allowHttp === true;
  try {
    normaliseBaseUrl(address, { allowHttp, what: 'The address' });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function connect(app: App): void {
  const screen = screenOf(app, 'connect');
  if (screen) {
    update(app, { busy: true });
    void save(app, screen);
  }
}

async function save(app: App, screen: ConnectScreen): Promise<void> {
  const baseUrl = textOf(app, 'address').trim();
  const key = textOf(app, 'api-key').trim();
  const name = screen.changing ?? (textOf(app, 'profile').trim() || freeName(app));
  const complain = (focus: ConnectField, problem: string): void => update(app, { busy: false, focus, problem });
  try {
    const { session } = app.model.get();
    const isSame = isPresent(app, screen, baseUrl);
    const change = () =>
      screen.changing === undefined
        ? app.workspace.addProfile({ name, baseUrl })
        : app.workspace.changeAddress({ name, baseUrl, hasAnswered: factsOf(app).hasAnswered });
    const wrong = isSame ? undefined : await change();
    if (wrong) {
      complain(wrong.code === 'bad_profile' && screen.changing === undefined ? 'profile' : 'address', wrong.message);
      return;
    }

    const wrongKey = key === '' ? undefined : await app.workspace.saveKey(name, key);
    app.model.write('api-key', '');
    if (isSame && wrongKey) {
      complain('api-key', wrongKey.message);
      return;
    }

    openProfile(app, name);
    await app.opening.current;
    if (wrongKey) {
      say(app, `The key was not saved: ${wrongKey.message}`, 'bad');
    } else if (screen.changing !== undefined && session?.key && !app.model.get().session?.key) {
      say(app, 'The key stayed with the former address. :key enters the one for this address.', 'bad');
    } else {
      testConnection(app, key === '' ? '' : 'The key is saved. ');
    }
  } catch (error) {
    complain('address', reasonOf(error));
  }
}

/** `main`, or `main-2` if that is taken: the name if a person gives no other. */
export function freeName(app: App): string {
  const taken = new Set(app.workspace.listProfiles().map(({ name }) => name));
  let name = 'main';
  for (let count = 2; taken.has(name); count += 1) {
    name = `main-${count}`;
  }

  return name;
}

/** Tab and arrows: to the next or previous field. */
export function moveConnectFocus(app: App, step: 1 | -1): void {
  const screen = screenOf(app, 'connect');
  if (screen) {
    const names = connectFields(app, screen);
    update(app, { focus: nextOf(names, screen.focus, step) });
  }
}
