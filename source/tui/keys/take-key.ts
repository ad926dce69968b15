import { safeText } from '../../platform/text/terminal-text.ts';
import { isStartled, noteRow } from '../actions/guard-row.ts';
import { say } from '../actions/say.ts';
import { type App, type Binding, bindingsIn, keyLabel, keyOf } from '../app-context.ts';
import type { Key } from '../input/decode-keys.ts';
import { pasteLines } from '../form/paste-animals.ts';
import { takeMouse } from './take-mouse.ts';
import { focusedField, isTooSmall, modeOf } from '../state/ui-model.ts';
import { currentScreen, type Mode, type UiState } from '../state/ui-state.ts';
import { createKeyStream } from '../input/key-stream.ts';

/** Runs the action of a key; false if the key table leaves the key to the widget that has the focus. */
export function takeKey(app: App, key: Key): boolean {
  const isTaken = runKey(app, key);
  noteRow(app, true);
  return isTaken;
}

function runKey(app: App, key: Key): boolean {
  const state = app.model.get();
  const mode = modeOf(state);
  if (key.type === 'paste') {
    const lines = key.name.split(/[\r\n]+/u).flatMap((line) => line.trim() || []);
    if (mode === 'form' && lines.length > 1) {
      pasteLines(app, key.name, lines);
      return true;
    }

    if (mode === 'list') {
      say(app, `No text is typed here: :import FILE adds the animals of a file, ${keyOf(app, 'add')} adds one.`);
    }

    if (mode === 'choices') {
      say(app, 'A choice takes no pasted text: a letter or an arrow chooses. Names go into Name.');
    }

    return mode === 'too-small';
  }

  if (key.type === 'mouse') {
    takeMouse(app, key.name);
    return true;
  }

  // An answer of the terminal, or a key that cannot be bound: no widget is to take its letters for text.
  if (key.type === 'key' && key.name === 'unknown') {
    return true;
  }

  if (isTooSmall(state.size) && taking[mode] === key.name) {
    return true;
  }

  const binding = findBinding(app, mode, key.name);
  if (binding?.run) {
    forgetMessage(app, mode, binding);
    if (isStartled(app, binding.action)) {
      say(
        app,
        `The row under the cursor has just changed, so ${keyLabel(key.name)} did nothing. Look, and press it again.`,
      );
    } else {
      binding.run(app, binding.keys.indexOf(key.name));
    }

    return true;
  }

  if (!binding) {
    sayUnbound(app, mode, key);
  }

  // No key is to wait for a larger window. A widget takes the letter of Ctrl and Alt for text.
  return mode === 'too-small' || (!binding && key.type === 'key' && /^(?:ctrl|alt)-/u.test(key.name));
}

/** The keys that take what was typed or asked: it may be about an animal, which nobody sees in a window too small. */
const taking: Partial<Record<Mode, string>> = { command: 'enter', 'pet-id': 'enter', confirm: 'y' };

/** Says that a key has no action here, unless keys are text or an answer. That never covers a bad message. */
function sayUnbound(app: App, mode: Mode, { type, name }: Key): void {
  const isChoice = (mode === 'choices' || mode === 'first-run') && /^[1-9]$/u.test(name);
  const isAnswer = mode === 'confirm' || mode === 'too-small' || app.keyTable.typing.has(mode);
  if (!isAnswer && !isChoice && app.model.get().message?.tone !== 'bad') {
    const help = findBinding(app, mode, '?') ? '; ? lists the keys.' : '.';
    say(app, `${type === 'text' && name !== ' ' ? safeText(name) : keyLabel(name)} does nothing here${help}`);
  }
}

/** Keys that only look around, by their actions: what went wrong is still to be answered after them. */
const looking = /^(?:down|up|first|last|(?:half-)?page-(?:down|up)|(?:next|previous)-match|redraw|suspend)$/;

/**
 * A message belongs to the key before. In a form it stays while one types, but for what was said of a choice; under a
 * prompt it has not been seen yet. A bad message stays until a key is pressed that does more than move.
 */
function forgetMessage(app: App, mode: Mode, binding: Binding | undefined): void {
  const { message, prompt } = app.model.get();
  const isCovered = prompt !== undefined && prompt.kind !== 'filter';
  const isUnanswered = message?.tone === 'bad' && (binding === undefined || looking.test(binding.action ?? ''));
  const isOfForm = mode === 'form' || (mode === 'choices' && message?.tone !== 'plain');
  if (message && !isOfForm && !isCovered && !isUnanswered) {
    app.model.say(undefined);
  }
}

/** The first binding of a key in a mode: the table's order decides. */
function findBinding(app: App, mode: Mode, name: string): Binding | undefined {
  return bindingsIn(app, mode).find(({ keys }) => keys.includes(name));
}

/** The keys of the app. `pass`: hands text to the focused widget. */
export function takeKeys(app: App, pass: (raw: string) => void) {
  const keys = createKeyStream({
    take(key) {
      app.model.get().session?.engine.attend();
      return takeKey(app, key);
    },
    typing: () => focusedField(app.model.get()) !== undefined,
    waits: (key) => waits(app, key),
    isDrawn: () => app.mounted.current === app.model.get(),
    escapeMs: () => app.model.get().settings.escapeMs,
    pass,
  });
  let before: 'form' | 'first-run' | undefined;
  const stop = app.model.subscribe(() => {
    const left = before;
    before = onTheWay(app.model.get());
    if (left !== undefined && before === undefined) {
      // Once all that belongs to it is done. If that failed, the screen stays, and the keys were not for it.
      const isPast = currentScreen(app.model.get()).name !== left;
      setImmediate(() => keys.goOn(isPast));
    }
  });
  return {
    ...keys,
    dispose() {
      stop();
      keys.dispose();
    },
  };
}

/** The screen from which the next one comes by itself: a form that is being saved, or a store that is being opened. */
function onTheWay(state: UiState): 'form' | 'first-run' | undefined {
  const screen = currentScreen(state);
  const isComing =
    (screen.name === 'form' && screen.saving !== undefined) || (screen.name === 'first-run' && screen.opening === true);
  return isComing ? screen.name : undefined;
}

/** Whether a key is about the next screen. A report of the terminal is not. */
function waits(app: App, { type, name }: Key): boolean {
  switch (onTheWay(app.model.get())) {
    case 'form':
      return name !== 'escape' && name !== 'ctrl-c';
    case 'first-run':
      return !(type === 'key' && name === 'unknown') && !findBinding(app, 'opening', name)?.run;
    case undefined:
      return false;
  }
}
