import type { App } from '../app-context.js';
import { lineText } from '../input/line.js';
import { glyphChoices, paneSides, themes } from '../../app/settings/setting-definitions.js';
import type { UiSettings } from '../../app/workspace.js';
import { nextOf } from '../list/arrange.js';
import { askForKey } from './enter-api-key.js';
import { askForLabel } from '../list/name-category.js';
import { openAddress, openConnect } from '../first-run/connect.js';
import { askForText } from '../actions/ask.js';
import { keepSetting } from '../actions/keep-setting.js';
import { cursorIndex } from '../actions/cursor.js';
import { showDoctor, testConnection } from '../actions/doctor.js';
import { refuse, say } from '../actions/say.js';
import { openDemoSession, openProfile } from '../actions/session.js';
import { settingsRows, type SettingsRow } from '../actions/settings-rows.js';

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
  switch (action?.type) {
    case undefined:
      say(app, row?.value ?? '');
      return;
    case 'open-profile':
      openProfile(app, action.name);
      return;
    case 'open-demo':
      openDemoSession(app);
      return;
    case 'add-profile':
      openConnect(app);
      return;
    case 'address':
      openAddress(app);
      return;
    case 'enter-key':
      askForKey(app);
      return;
    case 'test':
      testConnection(app);
      return;
    case 'doctor':
      showDoctor(app);
      return;
    case 'toggle':
      keepSetting(app, action.name, !app.model.get().settings[action.name]);
      return;
    case 'choose':
      chooseNext(app, action.name);
      return;
    case 'refresh-interval':
      askForText(app, { kind: 'seconds' }, String(app.model.get().settings.refreshMs / 1000));
      return;
    case 'label':
      askForLabel(app, action.category);
      return;
  }
}

/** What may be chosen of each. */
export const settingChoices = { theme: themes, glyphs: glyphChoices, pane: paneSides } as const;

function chooseNext(app: App, name: keyof typeof settingChoices): void {
  keepSetting(app, name, nextOf<UiSettings[typeof name]>(settingChoices[name], app.model.get().settings[name]));
}

/** The refresh interval that was typed. */
export function saveRefreshInterval(app: App): void {
  const seconds = Number(lineText(app.model.get().fields.seconds).trim());
  if (!(seconds >= 5 && seconds <= 86_400)) {
    refuse(app, 'It must be a number of seconds from 5 to 86400.');
    return;
  }

  app.model.dispatch({ type: 'answered' });
  keepSetting(app, 'refreshMs', seconds * 1000, `The list is refreshed every ${seconds} s from the next start on.`);
}

/** Goes by the settings that another program saves, a shell or another window. Returns the way to stop. */
export function followSettings(app: App): () => void {
  return app.workspace.watchSettings((changed) => {
    const { session, settings } = app.model.get();
    app.model.dispatch({
      type: 'settings-changed',
      settings: { ...settings, ...changed, categoryLabels: app.workspace.labelsOf(session?.profile.name) },
    });
  });
}
