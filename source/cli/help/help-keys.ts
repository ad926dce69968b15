import { cellWidth } from '../../platform/text/terminal-text.js';
import { bindKeys, type OwnKeys } from '../../app/preferences/bind-keys.js';
import type { Home } from '../../app/home.js';
import { type Preferences, readPreferences } from '../../app/preferences/preferences.js';
import { type Binding, keyLabel, keyRows } from '../../tui/app-context.js';
import { keyTable } from '../../tui/keys/keymap.js';
import { commands } from '../../tui/palette/commands.js';
import type { Mode } from '../../tui/state/ui-state.js';
import { wrapCells } from '../../text/wrap-cells.js';

/** Every mode of the key table: one without a title does not compile. In the order in which they are told. */
const titles: Readonly<Record<Mode, string>> = {
  list: 'List',
  view: 'View',
  form: 'Add and edit',
  choices: 'Choice in a form',
  queue: 'Queue',
  review: 'Review',
  activity: 'Activity',
  help: 'Help',
  'form-help': 'Help over a form',
  found: 'Pet looked up by its id',
  report: 'Report of a file or of the doctor',
  filter: 'Filter',
  command: 'Command line',
  confirm: 'Question',
  field: 'Field of all that is marked',
  'pet-id': 'Id of a pet',
  'api-key': 'API key',
  'first-run': 'Welcome',
  connect: 'Connect to a store',
  opening: 'Opening a store',
  'too-small': 'Window that is too small',
};

type KeyRows = ReturnType<typeof keyRows>;
type Section = { readonly title: string; readonly rows: KeyRows };

const modes = Object.keys(titles) as readonly Mode[];
const typingModes = modes.filter((mode) => keyTable.typing.has(mode));
const isEverywhere = (row: Binding): boolean => modes.every((mode) => row.modes.includes(mode));
const isForTyping = (row: Binding): boolean => typingModes.every((mode) => row.modes.includes(mode));

/** Every key by its place, and the words after `:`. One that works everywhere, or in all text, is told once. */
export function keySections(own: OwnKeys = new Map()): readonly Section[] {
  const rows = bindKeys(keyTable, own);
  const toSection = (title: string, isTold: (row: Binding) => boolean): Section => ({
    title,
    rows: keyRows(rows, isTold),
  });
  const ofMode = (mode: Mode): Section =>
    toSection(
      titles[mode],
      (row) => row.modes.includes(mode) && !isEverywhere(row) && !(typingModes.includes(mode) && isForTyping(row)),
    );
  return [
    toSection('Everywhere', isEverywhere),
    ...modes.map(ofMode),
    toSection('Wherever you type', (row) => isForTyping(row) && !isEverywhere(row)),
    typed,
  ].filter(({ rows }) => rows.length > 0);
}

const typed: Section = {
  title: 'After :',
  rows: [
    { keys: '42, Q-3', does: 'show that animal' },
    ...commands.map(({ name, argument, does }) => ({
      keys: argument === undefined ? name : `${name} ${argument}`,
      does,
    })),
  ],
};

const width = 80;
const column = 26;

/** `petstore help keyboard`: as they are bound, and the names of the actions in the configuration. */
export function toKeysText(own: OwnKeys = new Map()): string {
  const named = bindKeys(keyTable, own).filter(({ action }) => action !== undefined);
  const rows = Array.from(
    Map.groupBy(named, ({ action }) => action ?? ''),
    ([action, bindings]) => {
      const meanings = new Set(bindings.map(({ does }) => does));
      const labels = new Set(bindings.flatMap(({ keys }) => keys.map(keyLabel)));
      return { keys: action, does: `${[...meanings].join('; ')}: ${[...labels].join(' ')}` };
    },
  );
  const sections = [...keySections(own), { title: 'Names for "keys" in config.json', rows }];
  const texts = sections.map((section) => [section.title, ...section.rows.flatMap(toLines)].join('\n'));
  return `Keys of the app\n\n${texts.join('\n\n')}\n`;
}

function toLines({ keys, does }: KeyRows[number]): readonly string[] {
  return wrapCells(does, width - column).map((line, index) => {
    const name = index === 0 ? `  ${keys}` : '';
    return `${name}${' '.repeat(Math.max(1, column - cellWidth(name)))}${line}`;
  });
}

/** The bindings and names of a person, with those that are ignored. */
export function readOwn(home: Pick<Home, 'config' | 'configFile'>): Promise<Preferences> {
  return readPreferences(home, keyTable);
}
