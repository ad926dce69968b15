/** What keys do at this moment, told in the footer, the pane and the palette. */
import { type App, type Binding, bindingsIn, keyLabel } from '../app-context.js';
import { modeOf } from '../state/ui-model.js';
import type { Mode } from '../state/ui-state.js';
import { hasMarks } from './cursor.js';
import { needsVerdict } from './navigate.js';

/** The keys that may follow: `g first, 1 a view`. */
export function chordHints(app: App, mode: Mode, first: string): string {
  return bindingsIn(app, mode)
    .flatMap(({ keys, does }) =>
      keys
        .filter((key) => key.startsWith(`${first} `))
        .slice(0, 1)
        .map((key) => `${keyLabel(key.slice(first.length + 1))} ${does}`),
    )
    .join(', ');
}

/** Actions that are about the marks as long as there are any. */
const ofMarks = ['retry', 'discard', 'hold', 'copy-id', 'copy-json'];

/** Those that every animal of the store has on its card, in words of their own. */
const ofPets: Readonly<Record<string, string>> = {
  clone: 'add one like it',
  'copy-id': 'copy id',
  'copy-json': 'JSON',
};

/** The keys for the animal under the cursor that have an effect on it now, opening it first. */
export function cardHints(app: App, isPet: boolean): readonly { readonly key: string; readonly hint: string }[] {
  const others = hasMarks(app) ? ofMarks : [];
  const isOffered = (row: Binding): boolean => {
    const { action = '', keys, off } = row;
    const isItsOwn = keys.length > 0 && !others.includes(action);
    return isItsOwn && ((isOfState(row) && off?.(app) === undefined) || (isPet && action in ofPets));
  };
  const rows = bindingsIn(app, modeOf({ ...app.model.get(), prompt: undefined })).filter(isOffered);
  // Where the animal fills the screen, Enter has a row of its own.
  const open =
    needsVerdict(app) && !rows.some(({ action }) => action === 'decide')
      ? [{ key: keyLabel('enter'), hint: 'decide' }]
      : [];
  const hint = (row: Binding): string => ofPets[row.action ?? ''] ?? hintOf(app, row) ?? '';
  return [...open, ...rows.map((row) => ({ key: keyLabel(row.keys[0] ?? ''), hint: hint(row) }))];
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

/** The actions of the screen beneath a prompt, each once, with its keys; those of nine keys are left to these. */
export function screenActions(app: App) {
  const mode = modeOf({ ...app.model.get(), prompt: undefined });
  const rows = bindingsIn(app, mode).filter(
    ({ action, run, keys }) => action !== undefined && action !== 'palette' && run !== undefined && keys.length < 9,
  );
  return Array.from(
    Map.groupBy(rows, ({ does }) => does),
    ([does, same]) => ({
      keys: same.flatMap(({ keys }) => keys.map(keyLabel)).join(' '),
      does,
      action: same[0]?.action,
      off: same[0]?.off?.(app),
      run: (each: App) => same[0]?.run?.(each, 0),
    }),
  );
}
