/**
 * Own keys replace all that an action has, but for the fixed ones. They are taken as a whole: where one cannot be, none
 * counts, and that is told. The app opens with the usual ones.
 */
import { splitGraphemes } from '../../platform/text/terminal-text.ts';
import { SettingsError } from '../settings/setting-definitions.ts';

/** A row of the key table. `action`: the name in the configuration; without one it cannot be bound. */
export type BindableRow = {
  readonly action?: string;
  readonly keys: readonly string[];
  readonly modes: readonly string[];
  readonly does: string;
};

/** The keys that a person gave to actions. */
export type OwnKeys = ReadonlyMap<string, readonly string[]>;

/** The key table, and the modes in which letters are typed, so that letters cannot be bound there. */
export type KeyTable<Row extends BindableRow> = { readonly rows: readonly Row[]; readonly typing: ReadonlySet<string> };

/** `problem`: why none of them counts, in a sentence. */
export type Preferences = { readonly keys: OwnKeys; readonly problem?: string };

/** The keys of a configuration file (`keys`). */
export function readOwnKeys(table: KeyTable<BindableRow>, wanted: unknown): Preferences {
  try {
    if (wanted !== undefined && (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted))) {
      throw new SettingsError('it must be an object');
    }

    const keys = new Map(
      Object.entries(wanted ?? {}).map(([action, written]) => [action, readEntry(table, action, written)]),
    );
    refuseClash(table, keys);
    return { keys };
  } catch (error) {
    if (error instanceof SettingsError) {
      const problem = `"keys" in config.json is ignored: ${error.message}. Correct it; until then the usual keys count.`;
      return { keys: new Map(), problem };
    }

    throw error;
  }
}

/** The keys of an action. Throws a `SettingsError` if they cannot be bound to it. */
function readEntry({ rows, typing }: KeyTable<BindableRow>, action: string, written: unknown): readonly string[] {
  const own = rows.filter((row) => row.action === action);
  if (own.length === 0) {
    throw new SettingsError(`there is no action "${action}"; the reference names them`);
  }

  const keys = (Array.isArray(written) ? (written as unknown[]) : [written]).map(readKey);
  if (keys.length === 0) {
    throw new SettingsError(`"${action}" has no key`);
  }

  const typed = keys.find(isTypedKey);
  if (typed !== undefined && own.every(({ modes }) => modes.every((mode) => typing.has(mode)))) {
    throw new SettingsError(
      `"${typed}" is typed text where "${action}" is; take Ctrl, Alt or a key that types no text`,
    );
  }

  return keys;
}

/** The key table with a person's own keys. */
export function bindKeys<Row extends BindableRow>({ rows, typing }: KeyTable<Row>, own: OwnKeys): readonly Row[] {
  return rows.flatMap((row) => {
    const keys = row.action === undefined ? undefined : own.get(row.action);
    return keys === undefined ? [row] : rebind(row, keys, typing);
  });
}

/** Where letters are typed, only keys that type no text count; a row without such keys keeps its own. */
function rebind<Row extends BindableRow>(row: Row, keys: readonly string[], typing: ReadonlySet<string>): Row[] {
  const always = row.keys.filter(isFixedKey);
  const commands = keys.filter((key) => !isTypedKey(key));
  const places = [
    { modes: row.modes.filter((mode) => !typing.has(mode)), keys: [...keys, ...always] },
    {
      modes: row.modes.filter((mode) => typing.has(mode)),
      keys: commands.length === 0 ? row.keys : [...commands, ...always],
    },
  ];
  return places.filter(({ modes }) => modes.length > 0).map((place) => ({ ...row, ...place }));
}

/** Throws a `SettingsError` for a key that would do two things in one place. */
function refuseClash(table: KeyTable<BindableRow>, own: OwnKeys): void {
  const seen = new Map<string, BindableRow>();
  for (const row of bindKeys(table, own)) {
    for (const place of row.modes.flatMap((mode) => row.keys.map((key) => ({ mode, key })))) {
      const other = seen.get(`${place.mode} ${place.key}`);
      if (other && nameOf(other) !== nameOf(row)) {
        throw new SettingsError(`"${place.key}" would be both "${nameOf(other)}" and "${nameOf(row)}"`);
      }

      seen.set(`${place.mode} ${place.key}`, row);
    }
  }
}

const nameOf = ({ action, does }: BindableRow): string => action ?? does;

/** No binding changes them. */
const fixed: readonly string[] = ['ctrl-c', 'escape', 'enter', 'up', 'down', 'left', 'right'];

/** Whether a key does the same everywhere, and cannot be bound otherwise. */
export function isFixedKey(key: string): boolean {
  return fixed.includes(key);
}

/** Whether a key is a letter that a text field takes, or the space. */
function isTypedKey(key: string): boolean {
  return splitGraphemes(key).length === 1;
}

/**
 * The keys that a terminal sends and that mean one thing: Ctrl with `i`, `m`, `j` or `h` is Tab, Enter or Backspace.
 */
const bindable = new RegExp(
  '^(?:tab|shift-tab|backspace|ctrl-[a-gklno-z]|alt-[^\\p{C}\\s]|' +
    '(?:ctrl-)?(?:alt-)?(?:shift-)?(?:home|end|delete|pageup|pagedown|up|down|left|right))$',
  'u',
);

/** A late end of an arrow key that came apart looks like one of these. */
const lateEnd = /^[[\]ABCDO]$/u;

/** `z`, `ctrl-n`, `space`. */
function readKey(entry: unknown): string {
  const written = typeof entry === 'string' ? entry.trim() : '';
  const isOneCharacter = splitGraphemes(written).length === 1;
  const key = isOneCharacter ? written : written.toLowerCase();
  if (key === 'space') {
    return ' ';
  }

  const isBindable = isOneCharacter ? !lateEnd.test(key) : bindable.test(key);
  if (!isBindable || isFixedKey(key)) {
    throw new SettingsError(
      `${JSON.stringify(entry)} is no key that can be bound: write a character such as "z", "space", "ctrl-n" or ` +
        '"alt-n". Esc, Enter, the arrows alone, [ ] O and A to D are not free, and Ctrl with h, i, j or m is another key',
    );
  }

  return key;
}
