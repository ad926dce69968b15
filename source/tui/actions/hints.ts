/** What keys do at this moment, told in the footer, the pane and the palette. */
import { cellWidth, truncateCells } from '../../platform/text/terminal-text.js';
import { type App, type Binding, bindingsOf, type Clickable, keyLabel } from '../app-context.js';
import { inset } from '../layout.js';
import { modeOf } from '../state/mode.js';
import type { Mode } from '../state/ui-state.js';
import { needsVerdict } from './navigate.js';

/** The keys that may follow: `g first, 1 a view`. */
export function chordHints(app: App, mode: Mode, first: string): string {
  const rows = bindingsOf(app).filter(({ modes }) => modes.includes(mode));
  return rows
    .flatMap(({ keys, does }) =>
      keys
        .filter((key) => key.startsWith(`${first} `))
        .slice(0, 1)
        .map((key) => `${keyLabel(key.slice(first.length + 1))} ${does}`),
    )
    .join(', ');
}

/** Actions that no footer leaves out, and the ways out, which go before them. */
const always = ['mark', 'undo', 'palette', 'help'];
const wayOut = ['quit', 'back', 'save', 'leave', 'yes', 'no'];

type Hint = { readonly key: string; readonly hint: string; readonly row: Binding; readonly isSpecial: boolean };

/**
 * The footer: first the keys for the animal under the cursor. In a narrow window the others go, from the last on, then
 * the words of those that always stand there.
 */
export function hintLine(app: App, columns: number): readonly Clickable[] {
  const width = columns - inset;
  const margin = { text: ' '.repeat(inset) };
  const mode = modeOf(app.model.get());
  const { pendingKey } = app.model.get();
  if (pendingKey !== undefined) {
    return [
      margin,
      { text: keyLabel(pendingKey), tone: 'accent' },
      { text: truncateCells(` …  ${chordHints(app, mode, pendingKey)}`, width - cellWidth(keyLabel(pendingKey))) },
    ];
  }

  const isOfAnimal = mode === 'list' || mode === 'queue' || mode === 'view';
  const told = bindingsOf(app).flatMap((row): readonly Hint[] => {
    const hint = row.modes.includes(mode) && row.off?.(app) === undefined ? hintOf(app, row) : undefined;
    const isSpecial = isOfAnimal && (isOfState(row) || hint === 'decide');
    return hint === undefined ? [] : [{ row, hint, key: keyLabel(row.keys[0] ?? ''), isSpecial }];
  });
  const hints = told.toSorted((a, b) => Number(b.isSpecial) - Number(a.isSpecial));
  const enter = isOfAnimal ? undefined : hints.find(({ key }) => key === keyLabel('enter'));
  const main = enter ?? hints.find(({ hint }) => hint === 'save') ?? hints[0];
  // If the animal allows no action, the hint for adding the next one helps more than these.
  const usual = hints[0]?.isSpecial === true ? always : [...always, 'add'];
  const kept = mode === 'review' ? ['discard', 'back', ...always] : usual;
  const isOneOf = (actions: readonly string[], { row }: Hint): boolean => actions.includes(row.action ?? '');
  const widthNow = (): number => cellWidth(hints.map(({ key, hint }) => `${key} ${hint}`.trimEnd()).join('  '));
  /** From the last on, as long as there is too little room; `[]`: it goes. */
  const shorten = (become: (each: Hint) => readonly Hint[]): void => {
    for (let at = hints.length - 1; at >= 0 && widthNow() > width; at -= 1) {
      hints.splice(at, 1, ...hints.slice(at, at + 1).flatMap(become));
    }
  };
  shorten((each) => (each === main || isOneOf(kept, each) || wayOut.includes(each.hint) ? [each] : []));
  shorten((each) => (each === main || isOneOf(kept, each) ? [each] : []));
  shorten((each) => [isOneOf(always, each) ? { ...each, hint: '' } : each]);
  shorten((each) => [isOneOf(kept, each) ? { ...each, hint: '' } : each]);
  const pieces = hints.flatMap(({ key, hint, row }, index): readonly Clickable[] => {
    const click = (each: App): void => row.run?.(each, 0);
    const text = hint === '' ? '' : ` ${hint}`;
    return [
      { text: key, tone: 'accent', click },
      { text: index === hints.length - 1 ? text : `${text}  `, click },
    ];
  });
  return [margin, ...pieces];
}

/** The keys that this state of the animal under the cursor allows, opening it first. */
export function stateHints(app: App): readonly { readonly key: string; readonly hint: string }[] {
  const mode = modeOf({ ...app.model.get(), prompt: undefined });
  const rows = bindingsOf(app).filter(
    (row) => isOfState(row) && row.modes.includes(mode) && row.off?.(app) === undefined,
  );
  // Where the animal fills the screen, Enter has a row of its own.
  const open =
    needsVerdict(app) && !rows.some(({ action }) => action === 'decide')
      ? [{ key: keyLabel('enter'), hint: 'decide' }]
      : [];
  return [...open, ...rows.map((row) => ({ key: keyLabel(row.keys[0] ?? ''), hint: hintOf(app, row) ?? '' }))];
}

/** A deed, and why it would have no effect now. */
export function doesNow({ does, off }: { readonly does: string; readonly off?: string | undefined }): string {
  return off === undefined ? does : `${does}; off: ${off}`;
}

/** Whether the state of the animal under the cursor decides on it: of others the footer tells in their order. */
function isOfState({ hint, off }: Binding): boolean {
  return typeof hint === 'string' && off !== undefined;
}

function hintOf(app: App, { hint }: Binding): string | undefined {
  return typeof hint === 'function' ? hint(app) : hint;
}

/**
 * The actions of the screen beneath a prompt, each once, with its keys. Those of several keys, a view each, are left to
 * their keys.
 */
export function screenActions(app: App) {
  const mode = modeOf({ ...app.model.get(), prompt: undefined });
  const rows = bindingsOf(app).filter(
    ({ modes, action, run, keys }) =>
      modes.includes(mode) && action !== undefined && action !== 'palette' && run !== undefined && keys.length < 9,
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
