import type { App } from '../app-context.js';
import { openAddress } from '../first-run/connect.js';
import { actionsToBind, bindKey } from './bind-key.js';
import { exportFile, importFile } from '../files/files.js';
import { openAddForm } from '../form/form-keys.js';
import { openAnimal } from '../actions/open-animal.js';
import { filterBy } from '../list/filter-line.js';
import { goTo, openHelp } from '../actions/navigate.js';
import { askToResume, refresh, syncNow, workOffline } from '../actions/refresh.js';
import { openDemoSession, openProfile } from '../actions/session.js';
import { openActivity } from '../activity/open-activity.js';
import { askForKey } from '../settings/settings.js';
import { showDoctor } from '../actions/doctor.js';
import { say } from '../actions/say.js';

/** A command that can be typed after `:`. */
export type PaletteCommand = {
  readonly name: string;
  readonly argument?: string;
  readonly does: string;
  /** The first words that an argument may have, and what each is about. */
  readonly words?: (app: App) => readonly (readonly [word: string, about: string])[];
  run(app: App, argument: string): void;
};

/** In the order of the help. */
export const commands: readonly PaletteCommand[] = [
  { name: 'sync', does: 'check, send and refresh now', run: syncNow },
  { name: 'offline', does: 'work offline: send nothing', run: (app) => workOffline(app, true) },
  { name: 'online', does: 'go back online', run: (app) => workOffline(app, false) },
  { name: 'resume', does: 'send again to a store that looked reset', run: askToResume },
  { name: 'refresh', does: 'read the list again', run: refresh },
  { name: 'key', does: 'enter the API key', run: askForKey },
  { name: 'address', does: 'correct the address of the store', run: openAddress },
  { name: 'add', does: 'add an animal', run: openAddForm },
  { name: 'get', argument: 'ID', does: 'show one animal', run: openAnimal },
  { name: 'filter', argument: 'WORDS', does: 'filter the list', run: filterBy },
  { name: 'import', argument: 'FILE', does: 'queue the animals of a file, all or none', run: importFile },
  { name: 'export', argument: 'FILE', does: 'write the marked or shown animals to a new file', run: exportFile },
  { name: 'pets', does: 'the list', run: (app) => goTo(app, 'list') },
  { name: 'queue', does: 'animals that wait to be sent', run: (app) => goTo(app, 'queue') },
  { name: 'log', does: 'what happened, while you were away too', run: openActivity },
  { name: 'settings', does: 'profiles, key, labels, files', run: (app) => goTo(app, 'settings') },
  { name: 'profile', argument: 'NAME', does: 'open another store', run: openNamed },
  { name: 'bind', argument: 'ACTION KEY', does: 'give an action another key', words: actionsToBind, run: bindKey },
  { name: 'doctor', does: 'check everything', run: showDoctor },
  { name: 'help', does: 'the keys', run: openHelp },
  { name: 'quit', does: 'leave; queued animals are kept', run: (app) => app.terminal.quit() },
];

function openNamed(app: App, name: string): void {
  const known = app.workspace.listProfiles().map((profile) => profile.name);
  if (known.includes(name)) {
    openProfile(app, name);
  } else if (name === 'demo') {
    openDemoSession(app);
  } else {
    const missing = name === '' ? 'Say which profile: :profile NAME.' : `There is no profile "${name}".`;
    say(app, `${missing} Known: ${known.join(', ')}.`, 'bad');
  }
}
