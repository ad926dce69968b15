import { type App, runAction } from '../app-context.ts';
import { askForKey, openAddress, openConnect } from '../first-run/connect.ts';
import { importFile } from '../files/import-file.ts';
import { openAddForm } from '../form/form-keys.ts';
import { goToTab, openAnimal } from '../actions/navigate.ts';
import { filterBy } from '../list/find-rows.ts';
import { askToResume, refresh, showDoctor, syncNow, workOffline } from '../actions/ask-store.ts';
import { openProfile, readConfig } from '../actions/session.ts';
import { openActivity } from '../activity/open-activity.ts';
import { giveName, type PaletteCommand, settingCommands, usedCategories } from './change-settings.ts';
import { say } from '../actions/say.ts';
import { shortName } from '../../text/hints.ts';

/** The frequent ones first. */
export const commands: readonly PaletteCommand[] = [
  { name: 'add', does: 'add an animal', run: openAddForm },
  { name: 'filter', argument: 'WORDS', does: 'filter the list', run: filterBy },
  { name: 'get', argument: 'ID', does: 'show one animal', run: openAnimal },
  { name: 'sync', does: 'check, send and refresh now', run: syncNow },
  { name: 'refresh', does: 'read the list again', run: refresh },
  { name: 'all', does: 'all animals', run: (app) => goToTab(app, 'all') },
  { name: 'mine', does: 'what you entered here', run: (app) => goToTab(app, 'mine') },
  { name: 'log', does: 'what happened, while you were away too', run: openActivity },
  {
    name: 'import',
    argument: 'FILE [--again]',
    does: 'preview the animals of a file, and queue them',
    run: importFile,
  },
  { name: 'name', argument: '3 Dogs', does: 'give a category a name', words: usedCategories, run: giveName },
  { name: 'offline', does: 'work offline: send nothing', run: (app) => workOffline(app, true) },
  { name: 'online', does: 'go back online', run: (app) => workOffline(app, false) },
  {
    name: 'profile',
    argument: 'NAME',
    does: 'open another store',
    words: profileNames,
    now: ({ model }) => model.get().session?.profile.name,
    run: (app, name) => void openNamed(app, name),
  },
  { name: 'connect', does: 'set up another store', run: openConnect },
  {
    name: 'address',
    does: 'correct the address',
    now: ({ model }) => model.get().session?.profile.baseUrl,
    run: openAddress,
  },
  { name: 'key', does: 'enter the API key', now: keyOf, run: askForKey },
  ...settingCommands,
  { name: 'doctor', does: 'check everything', run: showDoctor },
  { name: 'resume', does: 'go on sending after "changed"', run: askToResume },
  { name: 'help', does: 'the keys', run: (app) => runAction(app, 'help') },
  { name: 'quit', does: 'leave; queued animals are kept', run: (app) => app.terminal.quit() },
];

function keyOf({ model }: App): string | undefined {
  const { session } = model.get();
  return session?.key ? `••••${session.key.last4}, ${session.key.source}` : 'none';
}

function profileNames(app: App): readonly (readonly [name: string, about: string])[] {
  const own = app.workspace.listProfiles().map(({ name, baseUrl }) => [name, baseUrl] as const);
  return [...new Map([...own, ['demo', 'the built-in store']])];
}

/** One that is not known may have been added in a shell meanwhile. */
async function openNamed(app: App, name: string): Promise<void> {
  const isKnown = (): boolean => profileNames(app).some(([each]) => each === name);
  if (!isKnown()) {
    await readConfig(app);
  }

  if (isKnown()) {
    openProfile(app, name);
  } else {
    const missing = name === '' ? 'Say which profile: :profile NAME.' : `There is no profile "${shortName(name)}".`;
    const known = profileNames(app).map(([each]) => each);
    say(app, `${missing} Known: ${known.join(', ')}.`, 'bad');
  }
}

/** Words that people type for something called otherwise here: by the name of a command, an action or a setting. */
export const synonyms: Readonly<Record<string, string>> = {
  add: 'new create insert',
  all: 'pets list animals',
  address: 'url move server host correct',
  connect: 'new server store login',
  clone: 'duplicate copy twin',
  'copy-id': 'clipboard',
  discard: 'delete remove throw away trash',
  doctor: 'check diagnose problem test status',
  edit: 'change correct rename',
  filter: 'search find look',
  glyphs: 'settings signs symbols icons ascii',
  help: 'shortcuts keys keyboard bindings manual',
  hold: 'pause stop wait',
  import: 'csv load file paste',
  key: 'login logout token password api sign in',
  log: 'history yesterday activity news events',
  mouse: 'click wheel',
  mine: 'queue waiting own sent lost',
  name: 'category label rename',
  offline: 'pause disconnect wifi signal',
  online: 'connect wifi signal',
  open: 'card details pane preview show view answer adopt review',
  profile: 'switch server store change',
  quit: 'exit leave close q',
  refresh: 'reload update read again',
  retry: 'retry resend',
  'screen-reader': 'spoken accessible accessibility',
  'sort-next': 'columns order',
  sync: 'upload push retry send now',
  rest: 'settings undo wait seconds',
  theme: 'settings dark light colours colors contrast appearance',
};

/** Words for what no command of the app does, and what does it. */
export const elsewhere: Readonly<Record<string, string>> = {
  'export save download print': 'In a shell `petstore list --format csv` writes the animals as a table.',
  'language locale translate': 'petstore speaks English alone; categories have the names that :name gives them.',
  'version about': 'In a shell `petstore --version` tells the version.',
};
