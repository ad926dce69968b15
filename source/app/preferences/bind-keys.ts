/** Own keys replace all that an action has, but for the fixed ones. One that cannot be is ignored: the app opens. */
import { splitGraphemes } from '../../platform/text/terminal-text.js';
import { SettingsError } from '../settings/setting-definitions.js';

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

/** Reads the entries, in their order. `mistake` is told what of an action is ignored, and why. */
export function readOwnKeys(
  table: KeyTable<BindableRow>,
  wanted: Readonly<Record<string, unknown>>,
  mistake: (action: string, why: string) => void,
): OwnKeys {
  const own = new Map<string, readonly string[]>();
  for (const [action, written] of Object.entries(wanted)) {
    try {
      own.set(action, readEntry(table, action, written));
    } catch (error) {
      if (!(error instanceof SettingsError)) {
        throw error;
      }

      mistake(action, error.message);
    }
  }

  // A dropped binding gives its default keys back, which the next one may want.
  for (let clash = findClash(table, own); clash; clash = findClash(table, own)) {
    own.delete(clash.action);
    mistake(clash.action, clash.why);
  }

  return own;
}

/** The keys of an action. Throws a `SettingsError` if they cannot be bound to it. */
function readEntry({ rows, typing }: KeyTable<BindableRow>, action: string, written: unknown): readonly string[] {
  const own = rows.filter((row) => row.action === action);
  if (own.length === 0) {
    throw new SettingsError('there is no such action; the reference names them');
  }

  const keys = (Array.isArray(written) ? (written as unknown[]) : [written]).map(readKey);
  if (keys.length === 0) {
    throw new SettingsError('it has no key');
  }

  const typed = keys.find(isTypedKey);
  if (typed !== undefined && own.every(({ modes }) => modes.every((mode) => typing.has(mode)))) {
    throw new SettingsError(`"${typed}" is typed text there; take Ctrl, Alt or a key that types no text`);
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

/** The first key that would do two things in one place, and the last of the entries that it comes from. */
function findClash(table: KeyTable<BindableRow>, own: OwnKeys): { action: string; why: string } | undefined {
  const order = [...own.keys()];
  const seen = new Map<string, BindableRow>();
  const places = bindKeys(table, own).flatMap((row) =>
    row.modes.flatMap((mode) => row.keys.map((key) => ({ row, mode, key }))),
  );
  for (const { row, ...place } of places) {
    const other = seen.get(`${place.mode} ${place.key}`);
    seen.set(`${place.mode} ${place.key}`, row);
    const later = [row, other].map((each) => order.indexOf(each?.action ?? '')).sort((a, b) => a - b)[1] ?? -1;
    const action = order[later];
    if (other && nameOf(other) !== nameOf(row) && action !== undefined) {
      const rival = action === row.action ? other : row;
      const by = rival.action === undefined ? `what ${rival.does} is done with` : `"${rival.action}"`;
      return { action, why: `"${place.key}" is taken there by ${by}` };
    }
  }

  return undefined;
}

const nameOf = ({ action, does }: BindableRow): string => action ?? does;

/** No binding changes them. */
const fixed: readonly string[] = ['ctrl-c', 'escape', 'enter', 'up', 'down', 'left', 'right'];

/** Late ends of split arrow keys look like them. */
const lateEnds: readonly string[] = ['[', ']', 'A', 'B', 'C', 'D', 'O'];

const named: readonly string[] = ['tab', 'backspace', 'delete', 'home', 'end', 'pageup', 'pagedown'];
const modifiable = /^(?:ctrl-)?(?:alt-)?(?:shift-)?(?:home|end|delete|pageup|pagedown|up|down|left|right)$/u;
/** A terminal sends another key for Ctrl and these letters. */
const sameAs: Readonly<Record<string, string>> = {
  'ctrl-i': 'Tab',
  'ctrl-m': 'Enter',
  'ctrl-j': 'Enter',
  'ctrl-h': 'Backspace',
};

/** Whether a key does the same everywhere, and cannot be bound otherwise. */
export function isFixedKey(key: string): boolean {
  return fixed.includes(key);
}

/** Whether a key is a letter that a text field takes, or the space. */
function isTypedKey(key: string): boolean {
  return splitGraphemes(key).length === 1;
}

/** `z`, `ctrl-n`, `space`. Only those that a terminal sends, and that mean one thing: many are the same bytes. */
function readKey(entry: unknown): string {
  const written = typeof entry === 'string' ? entry.trim() : '';
  if (written === '') {
    throw new SettingsError(`${JSON.stringify(entry)} is no key: write keys as text, such as "z" or "ctrl-n"`);
  }

  const isOneCharacter = splitGraphemes(written).length === 1;
  const key = isOneCharacter ? written : written.toLowerCase();
  if (key === 'space') {
    return ' ';
  }

  const same = sameAs[key];
  const isSent =
    isOneCharacter ||
    named.includes(key) ||
    key === 'shift-tab' ||
    /^ctrl-[a-z]$/u.test(key) ||
    modifiable.test(key) ||
    /^alt-[^\p{C}\s]$/u.test(key);
  const problem =
    (isFixedKey(key) && `"${written}" always does the same and cannot be bound`) ||
    (lateEnds.includes(key) && `"${written}" cannot be told from the end of an arrow key that comes late`) ||
    (same !== undefined && `a terminal sends ${same} for "${written}"`) ||
    (!isSent && `no terminal sends "${written}" as a key of its own`);
  if (problem) {
    throw new SettingsError(problem);
  }

  return key;
}
