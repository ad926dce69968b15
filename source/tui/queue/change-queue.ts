import { actionStates, type QueueActions } from '../../sync/api.js';
import type { Entry } from '../../domain/entry.js';
import type { App } from '../app-context.js';
import { shortName } from '../../text/animal/short-name.js';
import { entryAtCursor } from '../actions/cursor.js';
import { perform, say } from '../actions/say.js';
import { hasMarks, markedAnimals } from '../marks/marks.js';
import { askAboutMarks } from './change-marked.js';
import { noteChange } from './undo.js';

/** Whether the animal under the cursor is queued and in a state that allows an action. What is held is let go before it is tried. */
export function allows(app: App, action: keyof QueueActions): boolean {
  const entry = entryAtCursor(app);
  const isHeldBack = entry?.state === 'held' && action === 'retry';
  return entry !== undefined && actionStates[action].includes(entry.state) && !isHeldBack && !(action === 'edit' && entry.undecided);
}

/** The queued animal under the cursor if it allows the action; otherwise says why not. */
export function permitted(app: App, action: keyof QueueActions, verb: string): Entry | undefined {
  const entry = entryAtCursor(app);
  if (!entry) {
    say(app, `Only queued animals can be ${verb}; this one is on the store.`);
    return undefined;
  }

  if (!allows(app, action)) {
    say(app, `${entry.localId} is ${entry.state} and cannot be ${verb} now.`);
    return undefined;
  }

  return entry;
}

/** Tries the animal under the cursor now; its outcome is announced when it comes. */
export function retry(app: App): void {
  if (hasMarks(app)) {
    const { entries } = markedAnimals(app);
    askAboutMarks(app, entries.length > 0 && entries.every(({ state }) => state === 'discarded') ? 'restore' : 'retry');
    return;
  }

  if (allows(app, 'restore')) {
    restore(app);
    return;
  }

  const held = entryAtCursor(app);
  if (held?.state === 'held') {
    say(app, `${held.localId} is held, so it is not sent; z releases it.`);
    return;
  }

  const entry = permitted(app, 'retry', 'retried');
  const engine = app.model.get().session?.engine;
  if (entry && engine) {
    app.model.dispatch({ type: 'watched', localIds: [...app.model.get().watched, entry.localId] });
    perform(app, async () => ({ entry: await engine.retry(entry.localId), text: `${entry.localId} is tried again.` }));
  }
}

/** Holds the animal, or releases it if it was held. */
export function toggleHold(app: App): void {
  if (hasMarks(app)) {
    const { entries } = markedAnimals(app);
    askAboutMarks(app, entries.length > 0 && entries.every(({ state }) => state === 'held') ? 'release' : 'hold');
    return;
  }

  const engine = app.model.get().session?.engine;
  const isHeld = allows(app, 'release');
  const entry = isHeld ? entryAtCursor(app) : permitted(app, 'hold', 'held');
  if (entry && engine) {
    const { localId } = entry;
    perform(app, async () => {
      const changed = await (isHeld ? engine.release(localId) : engine.hold(localId));
      const [forth, back] = isHeld ? (['release', 'hold'] as const) : (['hold', 'release'] as const);
      noteChange(app, { says: isHeld ? 'released' : 'held', back: [{ action: back, localId }], forth: [{ action: forth, localId }] });
      return { entry: changed, text: isHeld ? `${localId} is released.` : `${localId} is held until you release it (z).` };
    });
  }
}

/** Brings back the discarded animal under the cursor. */
function restore(app: App): void {
  const entry = permitted(app, 'restore', 'restored');
  const engine = app.model.get().session?.engine;
  if (entry && engine) {
    const { localId } = entry;
    perform(app, async () => {
      const restored = await engine.restore(localId);
      noteChange(app, { says: 'restored', back: [{ action: 'discard', localId }], forth: [{ action: 'restore', localId }] });
      return { entry: restored, text: `${localId} ${shortName(restored.name)} is back: ${restored.state}.` };
    });
  }
}

/** For one version: says where a key went that did something else before. */
export function sayHoldMoved(app: App): void {
  say(app, 'Hold is z now, and release too; h goes back where there is something to go back to.');
}
