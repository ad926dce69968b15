import type { App } from './app-context.js';
import { openAddress } from './first-run/connect.js';
import { openAddForm } from './form/open-form.js';
import { goTo, openHelp } from './actions/navigate.js';
import { openAnimal } from './view/open-animal.js';
import { askToResume, refresh, syncNow, workOffline } from './actions/refresh.js';
import { openDemoSession, openProfile } from './actions/session.js';
import { askForKey } from './settings/enter-api-key.js';
import { showDoctor } from './actions/doctor.js';
import { say } from './actions/say.js';
import { lineText } from './input/line.js';

/** A command that can be typed after `:`. */
export type PaletteCommand = { readonly name: string; readonly argument?: string; readonly does: string; run(app: App, argument: string): void };

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
  { name: 'pets', does: 'the list', run: (app) => goTo(app, 'list') },
  { name: 'queue', does: 'what waits to be sent', run: (app) => goTo(app, 'queue') },
  { name: 'settings', does: 'profiles, key, labels, files', run: (app) => goTo(app, 'settings') },
  { name: 'profile', argument: 'NAME', does: 'open another store', run: openNamed },
  { name: 'doctor', does: 'check everything', run: showDoctor },
  { name: 'help', does: 'the keys', run: openHelp },
  { name: 'quit', does: 'leave; what waits is kept', run: (app) => app.terminal.quit() },
];

/** What may complete a typed line: the names that start with it. */
export function completions(typed: string): readonly PaletteCommand[] {
  return commands.filter((command) => command.name.startsWith(typed));
}

/** Tab: completes as far as the names agree. */
export function completeCommand(app: App): void {
  const typed = lineText(app.model.get().fields.command);
  const names = completions(typed).map(({ name }) => name);
  const only = names.length === 1 ? commands.find(({ name }) => name === names[0]) : undefined;
  const text = only ? `${only.name}${only.argument === undefined ? '' : ' '}` : names.reduce(sharedStart, names[0] ?? typed);
  app.model.dispatch({ type: 'edited', edit: { op: 'set', text } });
}

function sharedStart(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) {
    length += 1;
  }

  return a.slice(0, length);
}

/** Asks for a command, from an empty line. */
export function openPalette(app: App): void {
  app.model.dispatch({ type: 'edited', field: 'command', edit: { op: 'set', text: '' } });
  app.model.dispatch({ type: 'asked', prompt: { kind: 'command' } });
}

/** Enter: an id shows that animal, a name (or an unmistakable start of one) runs that command. */
export function runPaletteCommand(app: App): void {
  const typed = lineText(app.model.get().fields.command).trim();
  app.model.dispatch({ type: 'answered' });
  if (typed === '') {
    return;
  }

  const [name = '', ...rest] = typed.split(/\s+/u);
  const candidates = completions(name);
  const command = commands.find((candidate) => candidate.name === name) ?? (candidates.length === 1 ? candidates[0] : undefined);
  if (name === 'q') {
    app.terminal.quit();
  } else if (command) {
    command.run(app, rest.join(' '));
  } else if (candidates.length > 1) {
    say(app, `":${name}" may be ${candidates.map((candidate) => `:${candidate.name}`).join(' or ')}.`, 'bad');
  } else {
    openAnimal(app, typed);
  }
}

function openNamed(app: App, name: string): void {
  const known = app.workspace.listProfiles().map((profile) => profile.name);
  if (known.includes(name)) {
    openProfile(app, name);
  } else if (name === 'demo') {
    openDemoSession(app);
  } else {
    say(app, `There is no profile "${name}". Known: ${known.join(', ')}.`, 'bad');
  }
}
