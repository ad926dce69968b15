/** The rows of the key table with the keys of a person's own, and their words. */
import type { BindableRow } from '../../app/preferences/bind-keys.js';

/** Keys or a command, and what they do. */
export type KeyHelp = { readonly keys: string; readonly does: string };

const labels: Readonly<Record<string, string>> = {
  enter: 'Enter',
  escape: 'Esc',
  tab: 'Tab',
  'shift-tab': 'Shift-Tab',
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  backspace: 'Backspace',
  delete: 'Del',
  'g g': 'gg',
  ' ': 'Space',
  f1: 'F1',
};

/** A key as it is printed: `Ctrl-D`, `gg`, `Enter`. */
export function keyLabel(key: string): string {
  return labels[key] ?? key.replace(/^ctrl-(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`);
}

/** The keys of some rows of the table, in its order; the same deed in one row. */
export function keyRows<Row extends BindableRow>(
  rows: readonly Row[],
  isTold: (row: Row) => boolean,
): readonly KeyHelp[] {
  const told = Map.groupBy(rows.filter(isTold), ({ does }) => does);
  return Array.from(told, ([does, same]) => ({
    does,
    keys: shortKeys([...new Set(same.flatMap(({ keys }) => keys.map(keyLabel)))]),
  }));
}

/** Nine keys in a row are told as a range. */
function shortKeys(keys: readonly string[]): string {
  return keys.length === 9 ? `${keys[0] ?? ''} to ${keys[8] ?? ''}` : keys.join(' ');
}
