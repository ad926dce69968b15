/** What keys do at this moment, in words. */
import { type App, type Binding, bindingsIn, keyLabel } from '../app-context.js';
import type { Mode } from '../state/ui-state.js';

/** The keys that may follow: `g first, 1 a view`. */
export function chordHints(app: App, mode: Mode, first: string): string {
  const told = bindingsIn(app, mode).flatMap(({ keys, does }) => {
    const second = keys
      .filter((key) => key.startsWith(`${first} `))
      .map((key) => keyLabel(key.slice(first.length + 1)));
    return second.length === 0 ? [] : `${second.join(' ')} ${does}`;
  });
  return told.join(', ');
}

/** A deed, and why it would have no effect now. */
export function doesNow({ does, off }: { readonly does: string; readonly off?: string | undefined }): string {
  return off === undefined ? does : `${does}; off: ${off}`;
}

/** Whether the state of the animal under the cursor decides on it: of others the footer tells in their order. */
export function isOfState({ hint, off }: Binding): boolean {
  return typeof hint === 'string' && off !== undefined;
}

/** The word for what a key does just now, in the footer; undefined: it has no place there. */
export function hintOf(app: App, { hint }: Binding): string | undefined {
  return typeof hint === 'function' ? hint(app) : hint;
}
