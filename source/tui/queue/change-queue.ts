import { actionStates, type QueueActions } from '../../sync/api.js';
import type { Entry } from '../../domain/entry.js';
import type { App } from '../app-context.js';
import { shortName } from '../../text/short-name.js';
import { entryAtCursor } from '../actions/cursor.js';
import { perform, say } from '../actions/say.js';

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
  const held = entryAtCursor(app);
  if (held?.state === 'held') {
    say(app, `${held.localId} is held, so it is not sent; h releases it.`);
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
  const engine = app.model.get().session?.engine;
  const isHeld = allows(app, 'release');
  const entry = isHeld ? entryAtCursor(app) : permitted(app, 'hold', 'held');
  if (entry && engine) {
    perform(app, async () => ({
      entry: await (isHeld ? engine.release(entry.localId) : engine.hold(entry.localId)),
      text: isHeld ? `${entry.localId} is released.` : `${entry.localId} is held until you release it (h).`,
    }));
  }
}

/** `u`: takes back the last discard, or the last animal added, as long as it was not sent. */
export function undo(app: App): void {
  const { undo, session } = app.model.get();
  if (!undo || !session) {
    say(app, 'There is nothing to undo.');
    return;
  }

  if (undo.type === 'none') {
    say(app, `#${undo.petId} ${shortName(undo.name)} is on the store already and cannot be taken back from here.`);
    return;
  }

  app.model.dispatch({ type: 'can-undo', undo: undefined });
  perform(app, async () => {
    const entry = await session.engine[undo.type](undo.localId).catch((error: unknown) => {
      // It may be possible in a moment, when what is under way is known.
      app.model.dispatch({ type: 'can-undo', undo });
      throw error;
    });
    const animal = `${entry.localId} ${shortName(entry.name)}`;
    return { entry, text: undo.type === 'restore' ? `${animal} is back: ${entry.state}.` : `${animal} is taken back and not sent.` };
  });
}
