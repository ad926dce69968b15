/** The keys of the app as the reference and the manual page have them, from the key table. */
import { cellWidth } from '../../source/platform/text/terminal-text.ts';
import { type Binding, keyLabel, keyRows } from '../../source/tui/app-context.ts';
import { keyTable } from '../../source/tui/keys/keymap.ts';
import { commands } from '../../source/tui/palette/commands.ts';
import type { Mode } from '../../source/tui/state/ui-state.ts';
import { wrapCells } from '../../source/text/wrap-cells.ts';

/** Every mode of the key table: one without a title does not compile. In the order in which they are told. */
const titles: Readonly<Record<Mode, string>> = {
  list: 'List',
  view: 'View',
  form: 'Add and edit',
  choices: 'Choice in a form',
  review: 'Review',
  activity: 'Activity',
  report: 'Help, proof, report of a file or of the doctor',
  import: 'What a file would add',
  filter: 'Filter',
  command: 'Command line',
  confirm: 'Question',
  'pet-id': 'Id of a pet',
  'first-run': 'Welcome',
  connect: 'Connect to a store',
  opening: 'Opening a store',
  'too-small': 'Window that is too small',
};

type KeyRows = ReturnType<typeof keyRows>;
/** `action`: its name in `config.json`, if a person can give it another key. */
type Section = { readonly title: string; readonly rows: readonly (KeyRows[number] & { readonly action?: string })[] };

const modes = Object.keys(titles) as readonly Mode[];
const typingModes = modes.filter((mode) => keyTable.typing.has(mode));
const isEverywhere = (row: Binding): boolean => modes.every((mode) => row.modes.includes(mode));
const isForTyping = (row: Binding): boolean => typingModes.every((mode) => row.modes.includes(mode));

/** Every key by its place, and the words after `:`. One that works everywhere, or in all text, is told once. */
export function keySections(): readonly Section[] {
  const { rows } = keyTable;
  const toSection = (title: string, isTold: (row: Binding) => boolean): Section => ({
    title,
    rows: keyRows(rows.filter(isTold)).map((told) => {
      const action = rows.find((row) => isTold(row) && row.does === told.does)?.action;
      return action === undefined ? told : { ...told, action };
    }),
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

/** Every action that a person can give another key, under its name in `config.json`. */
export function actionRows(): KeyRows {
  const named = keyTable.rows.filter(({ action }) => action !== undefined);
  return Array.from(
    Map.groupBy(named, ({ action }) => action ?? ''),
    ([action, bindings]) => {
      const meanings = new Set(bindings.map(({ does }) => does));
      const labels = new Set(bindings.flatMap(({ keys }) => keys.map(keyLabel)));
      return { keys: action, does: `${[...meanings].join('; ')}: ${[...labels].join(' ')}` };
    },
  );
}

/** All of them as text, for the manual page. */
export function toKeysText(): string {
  const sections = [...keySections(), { title: 'Names for "keys" in config.json', rows: actionRows() }];
  return sections.map((section) => [section.title, ...section.rows.flatMap(toLines)].join('\n')).join('\n\n');
}

/** Keys that are wider than their column have a line of their own. */
function toLines({ keys, does }: KeyRows[number]): readonly string[] {
  const lines = wrapCells(does, width - column).map((line) => `${' '.repeat(column)}${line}`);
  const name = `  ${keys}`;
  const [first = '', ...rest] = lines;
  return cellWidth(name) < column ? [`${name}${first.slice(cellWidth(name))}`, ...rest] : [name, ...lines];
}
