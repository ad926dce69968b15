import { bindKeys, type OwnKeys } from '../../app/preferences/bind-keys.js';
import { cellWidth, safeText, truncateCells } from '../../platform/text/terminal-text.js';
import { needsVerdict } from '../actions/navigate.js';
import { remember } from '../list/remember.js';
import type { App } from '../app-context.js';
import type { Key } from '../input/decode-keys.js';
import { type Binding, keyTable } from './keymap.js';
import { lineText } from '../input/line.js';
import { filterField, modeOf } from './mode.js';
import type { Mode, UiState } from '../state/ui-state.js';
import type { ToneText } from '../../text/tone.js';

/** Runs what the key table binds to a key; false where it leaves the key to the widget that has the focus. */
export function takeKey(app: App, key: Key): boolean {
  const state = app.model.get();
  const mode = modeOf(state);
  if (key.type === 'paste') {
    return mode === 'too-small';
  }

  // An answer of the terminal, or a key that nothing can be bound to: it ends no pair, and no widget is to take its
  // letters for text.
  if (key.type === 'key' && key.name === 'unknown') {
    return true;
  }

  if (key.isBurst === true && wouldChoose(state)) {
    return true;
  }

  const { pendingKey } = state;
  if (pendingKey !== undefined) {
    app.model.dispatch({ type: 'key-pending', key: undefined });
    return endChord(app, mode, pendingKey, key);
  }

  const binding = findBinding(app, mode, key.name);
  if (binding?.run) {
    forgetMessage(app, mode, binding);
    binding.run(app, binding.keys.indexOf(key.name));
    return true;
  }

  if (startsPair(app, mode, key.name)) {
    app.model.dispatch({ type: 'key-pending', key: key.name });
    return true;
  }

  if (!binding) {
    sayUnbound(app, mode, key);
  }

  // A person who cannot see a field must not type into it.
  return mode === 'too-small';
}

/** Where arrows change what Enter then takes. */
const choosing: readonly Mode[] = ['form', 'choices', 'review', 'confirm', 'command', 'first-run', 'connect'];

/** Whether an arrow changes what Enter then takes, so that a wheel must not. */
export function wouldChoose(state: UiState): boolean {
  const mode = modeOf(state);
  // In an empty filter an arrow recalls the filters before.
  return choosing.includes(mode) || (mode === 'filter' && lineText(state.fields[filterField(state)]) === '');
}

/**
 * Where keys are no text and no answer to a question, one that does nothing says so. A bad message is not written over
 * for that.
 */
function sayUnbound(app: App, mode: Mode, { type, name }: Key): void {
  const isChoice = (mode === 'choices' || mode === 'first-run') && /^[1-9]$/u.test(name);
  if (
    mode === 'confirm' ||
    mode === 'too-small' ||
    keyTable.typing.has(mode) ||
    isChoice ||
    app.model.get().message?.tone === 'bad'
  ) {
    return;
  }

  const help = findBinding(app, mode, '?') ? '; ? lists the keys.' : '.';
  app.model.dispatch({
    type: 'said',
    message: { text: `${type === 'text' ? safeText(name) : keyLabel(name)} does nothing here${help}`, tone: 'plain' },
  });
}

/**
 * The second key of a pair, however long after the first. One that means nothing there does nothing: it was not pressed
 * for what it does alone.
 */
function endChord(app: App, mode: Mode, first: string, { name }: Key): boolean {
  const binding =
    findBinding(app, mode, `${first} ${name}`) ?? (name === 'ctrl-c' ? findBinding(app, mode, name) : undefined);
  forgetMessage(app, mode, binding);
  if (binding?.run) {
    binding.run(app, binding.keys.indexOf(`${first} ${name}`));
  } else if (name !== 'escape') {
    app.model.dispatch({
      type: 'said',
      message: {
        text: `${keyLabel(first)} ${keyLabel(name)} does nothing here. After ${keyLabel(first)}: ${chordHints(app, mode, first)}.`,
        tone: 'plain',
      },
    });
  }

  return true;
}

/** What the second key may be: `g first, 1 a view`. */
function chordHints(app: App, mode: Mode, first: string): string {
  const rows = rowsOf(app).filter(({ modes }) => modes.includes(mode));
  return rows
    .flatMap(({ keys, does }) =>
      keys
        .filter((key) => key.startsWith(`${first} `))
        .slice(0, 1)
        .map((key) => `${keyLabel(key.slice(first.length + 1))} ${does}`),
    )
    .join(', ');
}

const bindOnce = remember((own: OwnKeys) => bindKeys(keyTable, own));

/** The key table with the keys of a person's own. */
function rowsOf(app: App): readonly Binding[] {
  return bindOnce(app.workspace.ownKeys);
}

/** Keys that only look around, by their actions: what went wrong is still to be answered after them. */
const looking = new Set([
  'down',
  'up',
  'first',
  'last',
  'half-page-down',
  'half-page-up',
  'page-down',
  'page-up',
  'next-match',
  'previous-match',
  'redraw',
  'suspend',
]);

/**
 * What was said belongs to the key before; in a form it stays while one types, and what a prompt covers has not been
 * seen yet. What went wrong stays until a key is pressed that does more than move.
 */
function forgetMessage(app: App, mode: Mode, binding: Binding | undefined): void {
  const { message, prompt } = app.model.get();
  const isCovered = prompt !== undefined && prompt.kind !== 'filter';
  const isUnanswered = message?.tone === 'bad' && (binding === undefined || looking.has(binding.action ?? ''));
  if (mode !== 'form' && mode !== 'choices' && message && !isCovered && !isUnanswered) {
    app.model.dispatch({ type: 'said', message: undefined });
  }
}

/** The first binding of each key in a mode: the table's order decides. */
const bindingsOf = remember(
  (rows: readonly Binding[], mode: Mode) =>
    new Map(
      rows
        .filter(({ modes }) => modes.includes(mode))
        .flatMap((binding) => binding.keys.map((key) => [key, binding] as const))
        .reverse(),
    ),
);

function findBinding(app: App, mode: Mode, name: string): Binding | undefined {
  return bindingsOf(rowsOf(app), mode).get(name);
}

function startsPair(app: App, mode: Mode, name: string): boolean {
  return rowsOf(app).some(({ modes, keys }) => modes.includes(mode) && keys.some((key) => key.startsWith(`${name} `)));
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

/**
 * The footer: as many hints as fit. What Enter does is the last of them to go, or else what only this animal allows;
 * help, quit and the way back are the last before it.
 */
export function hintLine(app: App, width: number): readonly ToneText[] {
  const mode = modeOf(app.model.get());
  const { pendingKey } = app.model.get();
  if (pendingKey !== undefined) {
    return [
      { text: keyLabel(pendingKey), tone: 'accent' },
      { text: truncateCells(` …  ${chordHints(app, mode, pendingKey)}`, width - cellWidth(keyLabel(pendingKey))) },
    ];
  }

  const hints = rowsOf(app).flatMap((row) => {
    const { modes, keys, when } = row;
    const hint = modes.includes(mode) && (when?.(app) ?? true) ? hintOf(app, row) : undefined;
    return hint === undefined ? [] : [{ hint, key: keyLabel(keys[0] ?? ''), isSpecial: when !== undefined }];
  });
  const main =
    hints.find(({ key }) => key === keyLabel('enter')) ??
    hints.find(({ hint }) => hint === 'save') ??
    hints.find(({ isSpecial }) => isSpecial);
  const text = (): string => hints.map(({ key, hint }) => `${key} ${hint}`).join('  ');
  while (hints.length > 1 && cellWidth(text()) > width) {
    const droppable = hints.findLastIndex((each) => each !== main && !wayOut.includes(each.hint));
    hints.splice(droppable === -1 ? hints.findLastIndex((each) => each !== main) : droppable, 1);
  }

  return hints.flatMap(({ key, hint }, index): readonly ToneText[] => [
    { text: key, tone: 'accent' },
    { text: index === hints.length - 1 ? ` ${hint}` : ` ${hint}  ` },
  ]);
}

/**
 * What can be done with the animal under the cursor as it stands, which is not so for every animal; opening it first.
 */
export function stateHints(app: App): readonly { readonly key: string; readonly hint: string }[] {
  const mode = modeOf({ ...app.model.get(), prompt: undefined });
  const rows = rowsOf(app).filter(
    ({ modes, hint, when }) => hint !== undefined && modes.includes(mode) && when?.(app) === true,
  );
  const open = needsVerdict(app) ? [{ key: keyLabel('enter'), hint: 'decide' }] : [];
  return [...open, ...rows.map((row) => ({ key: keyLabel(row.keys[0] ?? ''), hint: hintOf(app, row) ?? '' }))];
}

function hintOf(app: App, { hint }: Binding): string | undefined {
  return typeof hint === 'function' ? hint(app) : hint;
}

/** The first key of an action, as it is printed; nothing where a person bound none to it. */
export function keyOf(app: App, action: string): string {
  const row = rowsOf(app).find((each) => each.action === action && each.keys.length > 0);
  return keyLabel(row?.keys[0] ?? '');
}

/**
 * The actions of the screen beneath a prompt, each once, with its keys. Those of several keys, a view each, are left to
 * their keys.
 */
export function screenActions(app: App): ReturnType<App['actions']> {
  const mode = modeOf({ ...app.model.get(), prompt: undefined });
  const rows = rowsOf(app).filter(
    ({ modes, action, run, keys }) =>
      modes.includes(mode) && action !== undefined && action !== 'palette' && run !== undefined && keys.length < 9,
  );
  return Array.from(
    Map.groupBy(rows, ({ does }) => does),
    ([does, same]) => ({
      keys: same.flatMap(({ keys }) => keys.map(keyLabel)).join(' '),
      does,
      run: (each: App) => same[0]?.run?.(each, 0),
    }),
  );
}

const noKeys: OwnKeys = new Map();

/** The actions that can be bound, with their keys and everything that each does. */
export function actionRows(
  own: OwnKeys = noKeys,
): readonly { readonly action: string; readonly keys: string; readonly does: string }[] {
  const rows = Map.groupBy(
    bindOnce(own).filter(({ action }) => action !== undefined),
    ({ action }) => action ?? '',
  );
  return Array.from(rows, ([action, bindings]) => ({
    action,
    keys: [...new Set(bindings.flatMap(({ keys }) => keys.map(keyLabel)))].join(' '),
    does: [...new Set(bindings.map(({ does }) => does))].join('; '),
  }));
}

/** Whether a key of a mode does that. */
export function isBound(action: string, mode: Mode, own: OwnKeys = noKeys): boolean {
  return bindOnce(own).some((row) => row.action === action && row.keys.length > 0 && row.modes.includes(mode));
}

/** Every key of a mode and what it does, in the table's order; the same deed in one row. */
export function helpRows(
  mode: Mode,
  own: OwnKeys = noKeys,
): readonly { readonly keys: string; readonly does: string }[] {
  return keyRows(({ modes }) => modes.includes(mode), own);
}

/** The keys of some rows of the table, in its order; the same deed in one row. */
export function keyRows(
  isTold: (row: Binding) => boolean,
  own: OwnKeys = noKeys,
): readonly { readonly keys: string; readonly does: string }[] {
  const rows = Map.groupBy(bindOnce(own).filter(isTold), ({ does }) => does);
  return Array.from(rows, ([does, same]) => ({
    does,
    keys: shortKeys([...new Set(same.flatMap(({ keys }) => keys.map(keyLabel)))]),
  }));
}

/** Nine keys in a row are told as a range. */
function shortKeys(keys: readonly string[]): string {
  return keys.length === 9 ? `${keys[0] ?? ''} to ${keys[8] ?? ''}` : keys.join(' ');
}
