import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { glyphChoices, paneSides, settingDefinitions, themes } from '../../app/settings/setting-definitions.js';
import type { UiSettings } from '../../app/workspace.js';
import { askForLabel, nextOf } from '../list/arrange.js';
import { openAddress, openConnect } from '../first-run/connect.js';
import { askForText, keepSetting, perform, refuse, say, setText } from '../actions/say.js';
import { cursorIndex } from '../actions/cursor.js';
import { showDoctor, testConnection } from '../actions/ask-store.js';
import { openDemoSession, openProfile } from '../actions/session.js';
import { type SettingsCommand, type SettingsRow, settingsRows } from '../actions/settings-rows.js';

/** Enter on the rows that are not a switch or a choice: its description and its action. */
const commands: Readonly<Record<SettingsCommand, readonly [about: string, run: (app: App, name: string) => void]>> = {
  'open-profile': ['Enter opens this store. Animals queued for another one stay there.', openProfile],
  'open-demo': ['Enter opens the built-in store, to try everything with.', openDemoSession],
  'add-profile': ['Enter asks for name, address and key of another store.', openConnect],
  address: ['Enter corrects the address. Queued animals go along with the profile.', openAddress],
  'enter-key': ['Enter asks for the key of this address. It is never shown.', askForKey],
  test: ['Enter asks the store once, and shows its answer.', (app) => testConnection(app, openAddress)],
  doctor: ['Enter looks at all of it, and names each problem with its remedy.', showDoctor],
  'refresh-interval': ['How often the list is read again while the app is open. Enter changes it.', askForInterval],
  label: ['Enter gives the category another name; an empty one takes it away.', askForLabel],
  'add-label': ['Enter gives a category a name that you see instead of its number.', (app) => askForLabel(app)],
};

/** The meaning of a row of the settings, and of Enter on it. */
export function settingAbout({ action }: SettingsRow): readonly string[] {
  if (action?.type !== 'toggle' && action?.type !== 'choose') {
    return action ? [commands[action.type][0]] : [];
  }

  const called = action.name === 'screenReader' ? 'screen-reader' : action.name;
  const summary = settingDefinitions.find(({ name }) => name === called)?.summary ?? '';
  return [
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    action.type === 'toggle' ? 'Enter turns it on or off.' : 'Enter takes the next one.',
  ];
}

/** Whether Enter does anything on the row of the settings, but show it. */
export function canChange(app: App): boolean {
  return rowAtCursor(app)?.action !== undefined;
}

function rowAtCursor(app: App): SettingsRow | undefined {
  return settingsRows(app).at(cursorIndex(app, 'settings'));
}

/** Enter on a row of the settings. */
export function enterSetting(app: App): void {
  const row = rowAtCursor(app);
  const action = row?.action;
  if (!action) {
    say(app, row?.value ?? '');
  } else if (action.type === 'toggle') {
    keepSetting(app, action.name, !app.model.get().settings[action.name]);
  } else if (action.type === 'choose') {
    const { name } = action;
    keepSetting(app, name, nextOf<UiSettings[typeof name]>(settingChoices[name], app.model.get().settings[name]));
  } else {
    commands[action.type][1](app, action.name ?? '');
  }
}

/** The choices of each setting that has some. */
export const settingChoices = { theme: themes, glyphs: glyphChoices, pane: paneSides } as const;

function askForInterval(app: App): void {
  askForText(app, { kind: 'seconds' }, String(app.model.get().settings.refreshMs / 1000));
}

/** The refresh interval that was typed. */
export function saveRefreshInterval(app: App): void {
  const seconds = Number(lineText(app.model.get().fields.seconds).trim());
  if (!(seconds >= 5 && seconds <= 86_400)) {
    refuse(app, 'It must be a number of seconds from 5 to 86400.');
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
  const { session, fields } = app.model.get();
  const key = lineText(fields['api-key']).trim();
  setText(app, 'api-key', '');
  if (!session || key === '') {
    refuse(app, 'Type or paste the key first; Esc leaves everything as it is.');
    return;
  }

  perform(app, async () => {
    const wrong = await app.workspace.saveKey(session.profile.name, key);
    if (!wrong) {
      openProfile(app, session.profile.name);
      return 'The key is saved.';
    }

    // A person who has moved on meanwhile is told on the message line.
    if (app.model.get().prompt?.kind !== 'api-key') {
      return { text: wrong.message, tone: 'bad' };
    }

    refuse(app, wrong.message);
    return undefined;
  });
}

/** Goes by the settings that another program saves, a shell or another window. Returns the way to stop. */
export function followSettings(app: App): () => void {
  return app.workspace.watchSettings((changed) => {
    const { session, settings } = app.model.get();
    app.model.set({
      settings: { ...settings, ...changed, categoryLabels: app.workspace.labelsOf(session?.profile.name) },
    });
  });
}
