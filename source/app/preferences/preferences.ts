/** The choices of a person in `config.json`. A mistake in it is told with its line, and stops no program. */
import type { Home } from '../home.js';
import { type BindableRow, type KeyTable, type OwnKeys, readOwnKeys } from './bind-keys.js';
import { isIgnored, settingDefinitions } from '../settings/setting-definitions.js';
import { orText } from '../../domain/pet.js';
import type { Config } from '../settings/config-file.js';

/** `problems`: whole sentences, each with the line it is about. */
export type Preferences = {
  readonly keys: OwnKeys;
  readonly problems: readonly string[];
};

/** Reads them; only if the file has some. */
export async function readPreferences(
  { config, configFile }: Pick<Home, 'config' | 'configFile'>,
  table: KeyTable<BindableRow>,
): Promise<Preferences> {
  if (!hasPreferences(config)) {
    return { keys: new Map(), problems: [] };
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
  const readKeys = (): Section => {
    const value: unknown = config.keys;
    if (value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value))) {
      mistakeIn('keys')('', 'it must be an object');
      return {};
    }

    return (value ?? {}) as Section;
  };

  const ignored = settingDefinitions.filter((definition) => isIgnored(definition, config[definition.field]));
  for (const { field, choices = [] } of ignored) {
    mistakeIn(field)('', `it must be ${orText(choices)}`);
  }

  const keys = readOwnKeys(table, readKeys(), mistakeIn('keys'));
  return { keys, problems: problems.sort((a, b) => a.line - b.line).map((problem) => problem.text) };
}

type Section = Readonly<Record<string, unknown>>;
type TellMistake = (name: string, why: string) => void;

/** Without these in the configuration the key table and the file's text need not be read. */
export function hasPreferences(config: Config): boolean {
  return (
    config.keys !== undefined ||
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
