import { isAllowed, type QueueActions, type QueueStep } from '../../sync/api.js';
import { describeState, type Entry, standingOf } from '../../domain/entry.js';
import type { App } from '../app-context.js';
import { shortName } from '../../text/animal/short-name.js';
import { entryAtCursor } from '../actions/cursor.js';
import { say } from '../actions/say.js';
import { hasMarks, markedAnimals } from '../marks/marks.js';
import { askAboutMarks } from './change-marked.js';
import { performChange, toChange } from './perform-change.js';

/**
 * Whether the animal under the cursor is queued and in a state that allows an action. What is held is let go before it
 * is tried.
 */
export function allows(app: App, action: keyof QueueActions): boolean {
  const entry = entryAtCursor(app);
  return entry !== undefined && isAllowed(action, entry);
}

/** Whether the key of a verb would do it now: to what is marked, else to the animal under the cursor. */
export function wouldDo(app: App, verb: Exclude<QueueStep['action'], 'edit'>): boolean {
  if (!hasMarks(app)) {
    return allows(app, verb);
  }

  const { entries } = markedAnimals(app);
  const meant =
    verb === 'retry' || verb === 'restore'
      ? ofMarks(entries, 'discarded', 'restore', 'retry')
      : verb === 'hold' || verb === 'release'
        ? ofMarks(entries, 'held', 'release', 'hold')
        : verb;
  return meant === verb && entries.some((entry) => isAllowed(verb, entry));
}

/** What one key does to marks: one verb where all of them are in a state, else the other. */
function ofMarks<Verb>(entries: readonly Entry[], state: Entry['state'], ifAll: Verb, otherwise: Verb): Verb {
  return entries.length > 0 && entries.every((entry) => standingOf(entry) === state) ? ifAll : otherwise;
}

/** The queued animal under the cursor if it allows the action; otherwise says why not. */
export function permitted(app: App, action: keyof QueueActions, verb: string): Entry | undefined {
  const entry = entryAtCursor(app);
  if (!entry) {
    say(app, `Only queued animals can be ${verb}; this one is on the store.`);
    return undefined;
  }

  if (!allows(app, action)) {
    say(app, `${entry.localId} is ${describeState(standingOf(entry))} and cannot be ${verb} now.`);
    return undefined;
  }

  return entry;
}

/** How what is held is let go, by the key that is bound to it here; empty where there is none. */
export function releaseText(app: App): string {
  const key = app.keyOf(app, 'hold');
  return key === '' ? '' : `; ${key} releases it`;
}

/** Tries the animal under the cursor now; its outcome is announced when it comes. */
export function retry(app: App): void {
  if (hasMarks(app)) {
    const { entries } = markedAnimals(app);
    askAboutMarks(app, ofMarks(entries, 'discarded', 'restore', 'retry'));
    return;
  }

  if (allows(app, 'restore')) {
    changeOne(
      app,
      'restore',
      'restored',
      'discard',
      ({ localId, name, state }) => `${localId} ${shortName(name)} is back: ${state}.`,
    );
    return;
  }

  const held = entryAtCursor(app);
  if (held && standingOf(held) === 'held') {
    say(app, `${held.localId} is held, so it is not sent${releaseText(app)}.`);
    return;
  }

  const entry = permitted(app, 'retry', 'retried');
  if (entry) {
    const { localId } = entry;
    app.model.dispatch({ type: 'watched', watched: [...app.model.get().watched, { localId }] });
    performChange(app, async ({ engine }) => ({
      entry: await engine.retry(localId),
      text: `${localId} is tried again.`,
    }));
  }
}

/** Holds the animal, or releases it if it was held. */
export function toggleHold(app: App): void {
  if (hasMarks(app)) {
    const { entries } = markedAnimals(app);
    askAboutMarks(app, ofMarks(entries, 'held', 'release', 'hold'));
  } else if (allows(app, 'release')) {
    changeOne(app, 'release', 'released', 'hold', ({ localId }) => `${localId} is released.`);
  } else {
    const key = app.keyOf(app, 'hold');
    changeOne(app, 'hold', 'held', 'release', ({ localId, state }) =>
      state === 'checking'
        ? `${localId} is looked for. It is held if it is not on the store${key === '' ? '' : ` (${key} takes that back)`}.`
        : `${localId} is held until you release it${key === '' ? '' : ` (${key})`}.`,
    );
  }
}

/** Changes the animal under the cursor where that is allowed; `back` undoes it. */
function changeOne(
  app: App,
  action: 'hold' | 'release' | 'restore',
  done: string,
  back: 'hold' | 'release' | 'discard',
  textOf: (changed: Entry) => string,
): void {
  const entry = permitted(app, action, done);
  if (entry) {
    performChange(app, async ({ engine }) => {
      const changed = await engine[action](entry.localId);
      return { entry: changed, text: textOf(changed), change: toChange(done, entry.localId, action, back) };
    });
  }
}

/** For one version: says where a key went that did something else before. */
export function sayHoldMoved(app: App): void {
  const key = app.keyOf(app, 'hold');
  say(
    app,
    `${key === '' ? 'Hold has no key now' : `Hold is ${key} now, and release too`}; h goes back where there is something to go back to.`,
  );
}
