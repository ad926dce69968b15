/** The choices of a person in `config.json`. A mistake in it is told with its line, and stops no program. */
import type { Home } from '../home.js';
import type { TerminalSwitches } from '../workspace.js';
import { type BindableRow, type KeyTable, type OwnKeys, readOwnKeys } from './bind-keys.js';
import { isIgnored, settingDefinitions } from '../settings/setting-definitions.js';
import { orText } from '../../domain/pet.js';
import type { Config } from '../settings/config-file.js';

/** `problems`: whole sentences, each with the line it is about. */
export type Preferences = {
  readonly keys: OwnKeys;
  readonly terminal: TerminalSwitches;
  readonly problems: readonly string[];
};

/** Reads them; only if the file has some. */
export async function readPreferences(
  { config, configFile }: Pick<Home, 'config' | 'configFile'>,
  table: KeyTable<BindableRow>,
): Promise<Preferences> {
  if (!hasPreferences(config)) {
    return { keys: new Map(), terminal: usualManners, problems: [] };
  }

  const text = await configFile.readText();
  const problems: { readonly line: number; readonly text: string }[] = [];
  const mistakeIn =
    (section: string): TellMistake =>
    (name, why) => {
      const line = lineOf(text, name === '' ? [section] : [section, name]) ?? 1;
      const place = name === '' ? section : `"${name}"`;
      problems.push({ line, text: `config.json, line ${line}: ${place} is ignored: ${why}.` });
    };
  const entriesOf = (section: 'keys' | 'terminal'): Section => {
    const value: unknown = config[section];
    if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      mistakeIn(section)('', 'it must be an object');
      return {};
    }

    return (value ?? {}) as Section;
  };

  const ignored = settingDefinitions.filter((definition) => isIgnored(definition, config[definition.field]));
  for (const { field, choices = [] } of ignored) {
    mistakeIn(field)('', `it must be ${orText(choices)}`);
  }

  const keys = readOwnKeys(table, entriesOf('keys'), mistakeIn('keys'));
  const terminal = readTerminal(entriesOf('terminal'), mistakeIn('terminal'));
  return { keys, terminal, problems: problems.sort((a, b) => a.line - b.line).map((problem) => problem.text) };
}

type Section = Readonly<Record<string, unknown>>;
type TellMistake = (name: string, why: string) => void;

/** Without these in the configuration the key table and the file's text need not be read. */
export function hasPreferences(config: Config): boolean {
  return (
    [config.keys, config.terminal].some((section) => section !== undefined) ||
    settingDefinitions.some((definition) => isIgnored(definition, config[definition.field]))
  );
}

const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/gu;

/** The line, from 1, of the value under some names in a JSON text; the last one counts, as for `JSON.parse`. */
export function lineOf(text: string, path: readonly string[]): number | undefined {
  const names: (string | undefined)[] = [];
  let found: number | undefined;
  let last: RegExpExecArray | undefined;
  for (const match of text.matchAll(token)) {
    const [piece] = match;
    if (piece === '{' || piece === '[') {
      names.push(undefined);
    } else if (piece === '}' || piece === ']') {
      names.pop();
    } else if (piece === ':' && last) {
      names[names.length - 1] = JSON.parse(last[0]) as string;
      if (names.length === path.length && names.every((name, index) => name === path[index])) {
        found = text.slice(0, last.index).split('\n').length;
      }
    }

    last = match;
  }

  return found;
}

/** Without a choice. A terminal that does not know isolates shows each as a cell, which moves the columns. */
export const usualManners: TerminalSwitches = {
  wheel: true,
  title: true,
  progress: true,
  notices: true,
  focus: true,
  isolates: false,
};
const names = Object.keys(usualManners) as readonly (keyof TerminalSwitches)[];

/** The section `terminal` of the configuration. Anything but a switch is told to `mistake` and ignored. */
function readTerminal(section: Section, mistake: TellMistake): TerminalSwitches {
  const chosen: Partial<Record<keyof TerminalSwitches, boolean>> = {};
  for (const [name, value] of Object.entries(section)) {
    const known = names.find((each) => each === name);
    if (known === undefined) {
      mistake(name, `use one of ${names.join(', ')}`);
    } else if (typeof value !== 'boolean') {
      mistake(name, 'it must be true or false');
    } else {
      chosen[known] = value;
    }
  }

  return { ...usualManners, ...chosen };
}
