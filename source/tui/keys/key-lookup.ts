import { cellWidth } from '../../platform/text/terminal-text.js';
import type { App } from '../app-context.js';
import type { Key } from '../input/decode-keys.js';
import { keymap, type Binding } from './keymap.js';
import { modeOf } from './mode.js';
import type { Mode } from '../state/ui-state.js';

/** Runs what the key table binds to a key; false where it leaves the key to the widget that has the focus. */
export function takeKey(app: App, key: Key): boolean {
  const state = app.model.get();
  const mode = modeOf(state);
  if (key.type === 'paste') {
    return mode === 'too-small';
  }

  const { pendingKey } = state;
  if (pendingKey !== undefined) {
    app.model.dispatch({ type: 'key-pending', key: undefined });
  }

  const binding = (pendingKey === undefined ? undefined : findBinding(mode, `${pendingKey} ${key.name}`)) ?? findBinding(mode, key.name);
  if (binding?.run) {
    forgetMessage(app, mode);
    binding.run(app);
    return true;
  }

  if (startsPair(mode, key.name)) {
    app.model.dispatch({ type: 'key-pending', key: key.name });
    return true;
  }

  // A person who cannot see a field must not type into it.
  return mode === 'too-small';
}

/** What was said belongs to the key before; in a form it stays while one types, and what a prompt covers has not been seen yet. */
function forgetMessage(app: App, mode: Mode): void {
  const { message, prompt } = app.model.get();
  const isCovered = prompt !== undefined && prompt.kind !== 'filter';
  if (mode !== 'form' && mode !== 'choices' && message && !isCovered) {
    app.model.dispatch({ type: 'said', message: undefined });
  }
}

const byMode = new Map<Mode, ReadonlyMap<string, Binding>>();

/** The first binding of a key in a mode: the table's order decides. */
function findBinding(mode: Mode, name: string): Binding | undefined {
  let bindings = byMode.get(mode);
  if (!bindings) {
    bindings = new Map(keymap.filter(({ modes }) => modes.includes(mode)).flatMap((binding) => binding.keys.map((key) => [key, binding] as const)).reverse());
    byMode.set(mode, bindings);
  }

  return bindings.get(name);
}

function startsPair(mode: Mode, name: string): boolean {
  return keymap.some(({ modes, keys }) => modes.includes(mode) && keys.some((key) => key.startsWith(`${name} `)));
}

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
};

/** A key as it is printed: `Ctrl-D`, `gg`, `Enter`. */
export function keyLabel(key: string): string {
  return labels[key] ?? key.replace(/^ctrl-(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`);
}

/** Hints that are the last to go where there is little room. */
const wayOut = ['help', 'quit', 'back', 'save', 'leave', 'yes', 'no'];

/** The footer: as many hints as fit, help, quit and what Enter does always among them. */
export function hintLine(app: App, width: number): string {
  const mode = modeOf(app.model.get());
  const hints = keymap.flatMap(({ modes, keys, hint, when }) => (hint !== undefined && modes.includes(mode) && (when?.(app) ?? true) ? [{ hint, key: keyLabel(keys[0] ?? '') }] : []));
  const text = (): string => hints.map(({ key, hint }) => `${key} ${hint}`).join('  ');
  while (cellWidth(text()) > width) {
    const droppable = hints.findLastIndex(({ hint, key }) => key !== 'Enter' && !wayOut.includes(hint));
    hints.splice(droppable === -1 ? hints.length - 1 : droppable, 1);
  }

  return text();
}

/** Every key of a mode and what it does, in the table's order; the same deed in one row. */
export function helpRows(mode: Mode): readonly { readonly keys: string; readonly does: string }[] {
  const rows = new Map<string, string[]>();
  for (const { modes, keys, does } of keymap) {
    if (modes.includes(mode)) {
      rows.set(does, [...(rows.get(does) ?? []), ...keys.map(keyLabel)]);
    }
  }

  return Array.from(rows, ([does, keys]) => ({ does, keys: [...new Set(keys)].join(' ') }));
}
