/**
 * Keys as people write them into the configuration: `z`, `ctrl-n`, `space`, `o n`. Only those count that a terminal
 * sends, and that mean one thing: many pairs of keys are the same bytes.
 */
import { splitGraphemes } from '../../platform/text/terminal-text.js';

/** A key in the form in which the app reads it, or why it cannot be bound. */
export type ReadKey = { readonly key: string } | { readonly problem: string };

/** They lead out of everything, or move: no binding changes them. */
const fixed: readonly string[] = ['ctrl-c', 'escape', 'enter', 'up', 'down', 'left', 'right'];

/** Late ends of split arrow keys look like them. */
const lateEnds: readonly string[] = ['[', ']', 'A', 'B', 'C', 'D', 'O'];

const named: readonly string[] = ['tab', 'backspace', 'delete', 'home', 'end', 'pageup', 'pagedown'];
/** They come with Ctrl, Alt and Shift. */
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

/** Whether a key, or the first of two, is a letter that a text field takes. */
export function isTypedKey(key: string): boolean {
  return !/^.{2,}/u.test(key.replace(/ .*$/u, '')) || splitGraphemes(key.replace(/ .*$/u, '')).length === 1;
}

/** Reads one key, or two that are pressed one after the other. */
export function readKeys(written: unknown): ReadKey {
  if (typeof written !== 'string' || written.trim() === '') {
    return { problem: `${JSON.stringify(written)} is no key: write keys as text, such as "z", "ctrl-n" or "o n"` };
  }

  const keys = written === ' ' ? [readKey('space')] : written.trim().split(/ +/u).map(readKey);
  const wrong = keys.find((key) => 'problem' in key);
  if (wrong || keys.length > 2) {
    return wrong ?? { problem: `"${written}" is more than two keys` };
  }

  return { key: keys.map((key) => ('key' in key ? key.key : '')).join(' ') };
}

function readKey(written: string): ReadKey {
  const key = /^.$/u.test(written) || splitGraphemes(written).length === 1 ? written : written.toLowerCase();
  if (key === 'space') {
    return { key: ' ' };
  }

  if (isFixedKey(key)) {
    return { problem: `"${written}" always does the same and cannot be bound` };
  }

  if (lateEnds.includes(key)) {
    return { problem: `"${written}" cannot be told from the end of an arrow key that comes late` };
  }

  const same = sameAs[key];
  if (same !== undefined) {
    return { problem: `a terminal sends ${same} for "${written}"` };
  }

  const isSent =
    splitGraphemes(key).length === 1 ||
    named.includes(key) ||
    key === 'shift-tab' ||
    /^ctrl-[a-z]$/u.test(key) ||
    modifiable.test(key) ||
    /^alt-[^\p{C}\s]$/u.test(key);
  return isSent ? { key } : { problem: `no terminal sends "${written}" as a key of its own` };
}
