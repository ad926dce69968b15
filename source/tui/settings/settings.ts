/** The settings as rows of one table: what each is, what it means, and what Enter does. */
import { glyphChoices, paneSides, settingDefinitions, themes } from '../../app/settings/setting-definitions.js';
import { identityOf } from '../../app/profiles/profiles.js';
import type { Profile, Session, UiSettings } from '../../app/workspace.js';
import { countText } from '../../text/count-text.js';
import { showDoctor, testConnection } from '../actions/ask-store.js';
import { cursorIndex } from '../actions/cursor.js';
import { askForText, keepSetting, perform, refuse, say, setText } from '../actions/say.js';
import { openProfile } from '../actions/session.js';
import { factsOf, snapshotOf, type App, screenOf, textOf } from '../app-context.js';
import { openAddress, openConnect } from '../first-run/connect.js';
import { parseDuration } from '../../platform/time/clock.js';
import { askForLabel, nextOf } from '../list/arrange.js';
import type { CursorRows } from '../models/position.js';
import { listOnScreen } from '../state/ui-model.js';

/** A line of the settings screen. */
export type SettingsRow = {
  readonly key: string;
  /** The section's title, in its first row. */
  readonly section: string;
  readonly label: string;
  readonly value: string;
  readonly tone?: 'good' | 'bad';
  /** What it means, and what Enter does, which is `enter`; missing: it cannot be changed here. */
  readonly about?: readonly string[];
  readonly enter?: ((app: App) => void) | undefined;
  /** The switch that it is, or the setting with its choices. */
  readonly setting?: { readonly name: string; readonly choices?: readonly Choice[] };
};

type Choice = { readonly text: string; readonly choose: (app: App) => void };
type Unplaced = Omit<SettingsRow, 'section'>;

/** The settings as rows under a cursor; the first of a section carries its title. */
export function settingsRows(app: App): CursorRows<SettingsRow> {
  const sections = {
    Profiles: profiles(app),
    Store: store(app),
    Display: display(app.model.get().settings),
    Categories: categories(app),
    Doctor: doctor(app),
    Files: files(app),
  };
  const rows = Object.entries(sections).flatMap(([title, each]) =>
    each.map((row, index): SettingsRow => ({ ...row, key: `${title} ${row.key}`, section: index === 0 ? title : '' })),
  );
  return { count: rows.length, at: (index) => rows[index], indexOf: (key) => rows.findIndex((row) => row.key === key) };
}

function toRow(key: string, value: string, about?: string, enter?: SettingsRow['enter'], label = key): Unplaced {
  return { key, label, value, about: about === undefined ? [] : [about], enter };
}

const origins = { environment: ', from PETSTORE_BASE_URL', demo: ', built in', config: '' } as const;

function profiles({ workspace, model }: App): readonly Unplaced[] {
  const current = model.get().session?.profile;
  const listed = workspace.listProfiles();
  // The built-in store is a profile that needs no setting up.
  const known = current && !listed.some(({ name }) => name === current.name) ? [current, ...listed] : listed;
  const hasDemo = known.some(({ source }) => source === 'demo');
  const opens = 'Enter opens this store. Animals queued for another one stay there.';
  const opensDemo = 'Enter opens the built-in store, to try everything with.';
  const asks = 'Enter asks for name, address and key of another store.';
  return [
    ...known.map(({ name, baseUrl, source }) => {
      const isOpen = name === current?.name && baseUrl === current.baseUrl;
      const value = `${baseUrl}${origins[source]}${isOpen ? ' (open)' : ''}`;
      return toRow(name, value, opens, (app) => openProfile(app, name));
    }),
    ...(hasDemo ? [] : [toRow('demo', 'the built-in store', opensDemo, (app) => openProfile(app, 'demo'))]),
    toRow('+', 'connect to another store', asks, openConnect, 'add'),
  ];
}

function store(app: App): readonly Unplaced[] {
  const { session } = app.model.get();
  const { address, hasAnswered } = factsOf(app);
  const isAsked = snapshotOf(app).connection.state !== 'connecting';
  const doubt = isAsked ? ' (its list was never read)' : ' (not asked yet)';
  const at = `${session?.profile.baseUrl ?? '-'}${address === undefined || hasAnswered ? '' : doubt}`;
  const key = session?.key ? `••••${session.key.last4}, ${session.key.source}` : 'none';
  const corrects = 'Enter corrects the address. Queued animals go along with the profile.';
  const asks = 'Enter asks the store once, and shows its answer.';
  return [
    session?.profile.source === 'config' ? toRow('address', at, corrects, openAddress) : toRow('address', at),
    toRow('key', key, 'Enter asks for the key of this address. It is never shown.', askForKey, 'API key'),
    toRow('test', 'ask the store whether address and key are right', asks, (each) => testConnection(each, openAddress)),
  ];
}

const fromNextStart = ' (from the next start)';
type Switch = 'colour' | 'motion' | 'mouse' | 'screenReader';

function display(settings: UiSettings): readonly Unplaced[] {
  const { colour, theme, glyphs, pane, refreshMs } = settings;
  const turning = (name: Switch, label: string = name, more = ''): Unplaced => ({
    key: name,
    label,
    value: (settings[name] ? 'on' : 'off') + more,
    about: [summaryOf(name === 'screenReader' ? 'screen-reader' : name), 'Enter turns it on or off.'],
    enter: (app) => keepSetting(app, name, !settings[name]),
    setting: { name },
  });
  const choosing = <Name extends 'theme' | 'glyphs' | 'pane'>(
    name: Name,
    texts: readonly UiSettings[Name][],
    value: string,
  ): Unplaced => ({
    key: name,
    label: name,
    value,
    about: [summaryOf(name), 'Enter takes the next one.'],
    enter: (app) => keepSetting(app, name, nextOf(texts, settings[name])),
    setting: { name, choices: texts.map((text) => ({ text, choose: (app) => keepSetting(app, name, text) })) },
  });
  const often = 'How often the list is read again while the app is open. Enter changes it.';
  return [
    turning('colour', 'colours'),
    choosing('theme', themes, colour || theme !== 'auto' ? theme : 'none, as colours are off'),
    choosing('glyphs', glyphChoices, glyphs),
    choosing('pane', paneSides, pane),
    turning('motion'),
    turning('mouse'),
    turning('screenReader', 'screen reader', fromNextStart),
    toRow('refresh', `every ${refreshMs / 1000} s${fromNextStart}`, often, (app) =>
      askForText(app, { kind: 'seconds' }, String(refreshMs / 1000)),
    ),
  ];
}

function summaryOf(called: string): string {
  const summary = settingDefinitions.find(({ name }) => name === called)?.summary ?? '';
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

function categories({ model }: App): readonly Unplaced[] {
  const renames = 'Enter gives the category another name; an empty one takes it away.';
  const names = 'Enter gives a category a name that you see instead of its number.';
  return [
    ...Object.entries(model.get().settings.categoryLabels).map(([name, label]) =>
      toRow(name, label, renames, (app) => askForLabel(app, name)),
    ),
    toRow('+', 'give a category a name', names, (app) => askForLabel(app), 'name'),
  ];
}

function doctor(app: App): readonly Unplaced[] {
  const checks = screenOf(app, 'settings')?.checks ?? [];
  const bad = checks.filter((check) => !check.ok).length;
  const found = bad === 0 ? 'no problem found' : countText(bad, 'problem');
  const verdict = checks.length === 0 ? 'check address, key, clock, files, locks and terminal' : found;
  return [
    toRow('run', verdict, 'Enter looks at all of it, and names each problem with its remedy.', showDoctor),
    ...checks.map(({ name, ok, checked, detail, remedy }): Unplaced => {
      const value = ok || remedy === undefined ? detail : `${detail}${/[.!?]$/.test(detail) ? '' : '.'} ${remedy}`;
      return checked === false
        ? { key: name, label: `?? ${name}`, value }
        : { key: name, label: `${ok ? 'ok' : '!!'} ${name}`, value, tone: ok ? 'good' : 'bad' };
    }),
  ];
}

function files({ model, workspace }: App): readonly Unplaced[] {
  const paths = Object.entries(model.get().session?.paths ?? {});
  return [...paths.map(([name, path]) => toRow(name, path)), toRow('version', workspace.version)];
}

/** Whether Enter does anything on the row of the settings, but show it. */
export function canChange(app: App): boolean {
  return rowAtCursor(app)?.enter !== undefined;
}

function rowAtCursor(app: App): SettingsRow | undefined {
  return settingsRows(app).at(cursorIndex(app, 'settings'));
}

/** Enter on a row of the settings. */
export function enterSetting(app: App): void {
  const row = rowAtCursor(app);
  if (row?.enter) {
    row.enter(app);
  } else {
    say(app, row?.value ?? '');
  }
}

/** The refresh interval that was typed. */
export function saveRefreshInterval(app: App): void {
  const typed = textOf(app, 'seconds').trim();
  const seconds = /^[\d.]+$/u.test(typed) ? Number(typed) : (parseDuration(typed) ?? NaN) / 1000;
  if (!(seconds >= 5 && seconds <= 86_400)) {
    refuse(app, 'It must be a number of seconds from 5 to 86400, or a length of time such as 2m.');
    return;
  }

  app.model.answer();
  keepSetting(app, 'refreshMs', seconds * 1000, `The list is refreshed every ${seconds} s from the next start on.`);
}

/** Asks for the key of the open store. */
export function askForKey(app: App): void {
  if (app.model.get().session) {
    askForText(app, { kind: 'api-key' });
  } else {
    say(app, 'No store is open that a key could be for.', 'bad');
  }
}

/** Saves the typed key and opens the store anew with it, which ends the prompt. It leaves the field at once. */
export function saveKey(app: App): void {
  const { session } = app.model.get();
  const key = textOf(app, 'api-key').trim();
  setText(app, 'api-key', '');
  if (!session || key === '') {
    refuse(app, 'Type or paste the key first; Esc leaves everything as it is.');
    return;
  }

  perform(app, async () => {
    const wrong = await app.workspace.saveKey(session.profile.name, key);
    if (!wrong) {
      openProfile(app, session.profile.name);
      await app.opening.current;
      testConnection(app, openAddress, 'The key is saved. ');
      return undefined;
    }

    // A person who has moved on meanwhile is told on the message line.
    if (app.model.get().prompt?.kind !== 'api-key') {
      return { text: wrong.message, tone: 'bad' };
    }

    refuse(app, wrong.message);
    return undefined;
  });
}

/** Renamed, it leads to the same store. */
function isRemoved(profile: Profile, profiles: readonly Profile[]): boolean {
  const isSame = (each: Profile): boolean => each.name === profile.name || identityOf(each) === identityOf(profile);
  return profile.source === 'config' && !profiles.some(isSame);
}

/** Goes by the settings that others save, and to a new address once nothing is typed. Returns the way to stop. */
export function followSettings(app: App): () => void {
  let told: string | undefined;
  let removed: Session | undefined;
  const goAlong = (): void => {
    const state = app.model.get();
    const { session } = state;
    const { name, baseUrl: at } = session?.profile ?? {};
    const profiles = app.workspace.listProfiles();
    const baseUrl = profiles.find((each) => each.name === name)?.baseUrl ?? at;
    if (session && session !== removed && isRemoved(session.profile, profiles)) {
      removed = session;
      const goesOn = 'This window goes on with its store and its key until you open another profile or leave.';
      say(app, `${session.profile.name} was removed by another petstore. ${goesOn}`, 'bad');
    }

    const isFree = listOnScreen(state) !== undefined && state.prompt === undefined;
    const moved = `${name ?? ''} has another address now, ${baseUrl ?? ''}`;
    if (baseUrl !== at && !isFree && told !== baseUrl) {
      say(app, `${moved}; this window goes there once you are back in a list.`, 'bad');
    }

    told = baseUrl === at || isFree ? undefined : baseUrl;
    if (baseUrl !== at && isFree && name !== undefined) {
      openProfile(app, name);
      void app.opening.current?.then(() => say(app, `${moved}.`));
    }
  };
  const stopWaiting = app.model.subscribe(() => (told === undefined ? undefined : goAlong()));
  const stopWatching = app.workspace.watchSettings((changed) => {
    const { session, settings } = app.model.get();
    const categoryLabels = app.workspace.labelsOf(session?.profile.name);
    app.model.set({ settings: { ...settings, ...changed, categoryLabels } });
    goAlong();
  });
  return () => [stopWatching, stopWaiting].forEach((stop) => stop());
}
