/** What keys do at this moment, told in the footer, the pane and the palette. */
import { cellWidth, truncateCells } from '../../platform/text/terminal-text.js';
import type { ToneText } from '../../text/tone.js';
import { type App, type Binding, bindingsOf } from '../app-context.js';
import { keyLabel } from '../models/key-rows.js';
import { modeOf } from '../state/mode.js';
import type { Mode } from '../state/ui-state.js';
import { needsVerdict } from './navigate.js';

/** What the second key may be: `g first, 1 a view`. */
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

  const hints = bindingsOf(app).flatMap((row) => {
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
  const rows = bindingsOf(app).filter(
    ({ modes, hint, when }) => hint !== undefined && modes.includes(mode) && when?.(app) === true,
  );
  const open = needsVerdict(app) ? [{ key: keyLabel('enter'), hint: 'decide' }] : [];
  return [...open, ...rows.map((row) => ({ key: keyLabel(row.keys[0] ?? ''), hint: hintOf(app, row) ?? '' }))];
}

function hintOf(app: App, { hint }: Binding): string | undefined {
  return typeof hint === 'function' ? hint(app) : hint;
}

/** An action of the screen. */
type ScreenAction = { readonly keys: string; readonly does: string; readonly run: (app: App) => void };

/**
 * The actions of the screen beneath a prompt, each once, with its keys. Those of several keys, a view each, are left to
 * their keys.
 */
export function screenActions(app: App): readonly ScreenAction[] {
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
      run: (each: App) => same[0]?.run?.(each, 0),
    }),
  );
}
