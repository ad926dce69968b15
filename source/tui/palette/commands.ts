import { type App, type Binding, bindingsOf, keyLabel } from '../app-context.js';
import { openAddress } from '../first-run/connect.js';
import { exportFile, importFile } from '../files/files.js';
import { openAddForm } from '../form/form-keys.js';
import { goTo, openAnimal, openHelp } from '../actions/navigate.js';
import { filterBy } from '../list/find-rows.js';
import { askToResume, refresh, showDoctor, syncNow, workOffline } from '../actions/ask-store.js';
import { openProfile } from '../actions/session.js';
import { openActivity } from '../activity/open-activity.js';
import { askForKey } from '../settings/settings.js';
import { perform, say } from '../actions/say.js';

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
  {
    name: 'import',
    argument: 'FILE [--new|--again]',
    does: 'queue the animals of a file, all or none',
    run: importFile,
  },
  { name: 'export', argument: 'FILE', does: 'write the marked or shown animals to a new file', run: exportFile },
  { name: 'pets', does: 'the list', run: (app) => goTo(app, 'list') },
  { name: 'queue', does: 'animals that wait to be sent', run: (app) => goTo(app, 'queue') },
  { name: 'log', does: 'what happened, while you were away too', run: openActivity },
  { name: 'settings', does: 'profiles, key, labels, files', run: (app) => goTo(app, 'settings') },
  { name: 'profile', argument: 'NAME', does: 'open another store', words: profileNames, run: openNamed },
  { name: 'bind', argument: 'ACTION KEY', does: 'give an action another key', words: actionsToBind, run: bindKey },
  { name: 'doctor', does: 'check everything', run: showDoctor },
  { name: 'help', does: 'the keys', run: openHelp },
  { name: 'quit', does: 'leave; queued animals are kept', run: (app) => app.terminal.quit() },
];

function profileNames(app: App): readonly (readonly [name: string, about: string])[] {
  const own = app.workspace.listProfiles().map(({ name, baseUrl }) => [name, baseUrl] as const);
  return [...new Map([...own, ['demo', 'the built-in store']])];
}

function openNamed(app: App, name: string): void {
  const known = profileNames(app).map(([each]) => each);
  if (known.includes(name)) {
    openProfile(app, name);
  } else {
    const missing = name === '' ? 'Say which profile: :profile NAME.' : `There is no profile "${name}".`;
    say(app, `${missing} Known: ${known.join(', ')}.`, 'bad');
  }
}

/** Words that people type for something called otherwise here: by the name of a command, an action or a setting. */
export const synonyms: Readonly<Record<string, string>> = {
  add: 'new create insert',
  address: 'url move server host correct',
  bars: 'chart count tally',
  bind: 'remap rebind shortcut own key',
  clone: 'duplicate copy twin',
  'copy-json': 'clipboard',
  discard: 'delete remove throw away trash',
  doctor: 'check diagnose problem test status',
  edit: 'change correct rename',
  export: 'csv save write download file',
  filter: 'search find look',
  glyphs: 'symbols icons ascii',
  help: 'shortcuts keys keyboard bindings manual',
  hold: 'pause stop wait',
  import: 'csv load file paste',
  'keep-view': 'save view bookmark',
  key: 'login token password api sign in',
  log: 'history yesterday activity news events',
  mouse: 'click wheel',
  'move-pane': 'preview details split sidebar',
  offline: 'pause disconnect',
  online: 'connect',
  open: 'details preview show view',
  pane: 'preview details sidebar',
  profile: 'switch server store change',
  quit: 'exit leave close q',
  refresh: 'reload update read again',
  retry: 'resend again',
  settings: 'options preferences configuration profiles',
  'sort-next': 'columns order',
  sync: 'upload push send now',
  theme: 'dark light colours colors contrast appearance',
};

function boundActions(app: App): readonly Binding[] {
  const rows = bindingsOf(app);
  return rows.filter(({ action }, at) => action !== undefined && rows.findIndex((row) => row.action === action) === at);
}

function actionsToBind(app: App): readonly (readonly [action: string, about: string])[] {
  return boundActions(app).map((row) => [row.action ?? '', `${row.does}  ${keysOf(row)}`]);
}

/** `:bind hold x` gives an action another key, and `:bind hold default` its usual ones, at once and for good. */
function bindKey(app: App, argument: string): void {
  const [action = '', ...keys] = argument.split(/\s+/u);
  const row = boundActions(app).find((each) => each.action === action);
  if (!row) {
    const missing = action === '' ? 'Say which action, and its key' : `There is no action "${action}"; try`;
    say(app, `${missing}: :bind hold x. The palette lists the actions as you type.`, 'bad');
  } else if (keys.length === 0) {
    say(app, `${action} has ${keysOf(row)}; :bind ${action} KEY changes it, and :bind ${action} default undoes that.`);
  } else {
    perform(app, async () => {
      const wanted = keys.join(' ');
      const wrong = await app.workspace.bindKey(app.keyTable, action, wanted === 'default' ? undefined : wanted);
      const now = boundActions(app).find((each) => each.action === action) ?? row;
      return wrong === undefined
        ? `${action} has ${keysOf(now)} now.`
        : { text: `${action} still has ${keysOf(now)}: ${wrong.message}.`, tone: 'bad' };
    });
  }
}

function keysOf({ keys }: Binding): string {
  return keys.map(keyLabel).join(' or ');
}
