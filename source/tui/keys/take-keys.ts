import type { App } from '../app-context.js';
import type { Key } from '../input/decode-keys.js';
import { createKeyStream, type KeyStream } from '../input/key-stream.js';
import { focusedField } from '../state/mode.js';
import { currentScreen, type UiState } from '../state/ui-state.js';
import { takeKey, wouldChoose } from './take-key.js';

/** The keys of the app. `isAnswer`: takes what a terminal says of itself; `pass`: hands text to the focused widget. */
export function takeKeys(app: App, isAnswer: (key: Key) => boolean, pass: (raw: string) => void): KeyStream {
  const keys = createKeyStream({
    take: (key) => isAnswer(key) || takeKey(app, key),
    typing: () => focusedField(app.model.get()) !== undefined,
    chooses: () => wouldChoose(app.model.get()),
    saves: () => isSaving(app.model.get()),
    pass,
  });
  let wasSaving = false;
  const stop = app.model.subscribe(() => {
    const isStillSaving = isSaving(app.model.get());
    if (wasSaving && !isStillSaving) {
      // Once all that belongs to the saving is done. If that failed, the form stays, and the keys were not for it.
      const couldBeSaved = currentScreen(app.model.get()).name !== 'form';
      setImmediate(() => keys.goOn(couldBeSaved));
    }

    wasSaving = isStillSaving;
  });
  return {
    ...keys,
    dispose() {
      stop();
      keys.dispose();
    },
  };
}

function isSaving(state: UiState): boolean {
  const screen = currentScreen(state);
  return screen.name === 'form' && screen.saving !== undefined;
}
