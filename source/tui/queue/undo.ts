/**
 * What was done to the queue in this window, as a stack: each change with the steps that take it back and those that do it
 * again. What is on the store by now is skipped and said so: nothing can be taken back from there.
 */
import type { Entry } from '../../domain/entry.js';
import type { QueueStep } from '../../sync/api.js';
import { countText } from '../../text/count-text.js';
import { shortName } from '../../text/animal/short-name.js';
import { exactTimeText } from '../../text/time-text.js';
import { findEntry } from '../actions/cursor.js';
import { type Done, perform, say } from '../actions/say.js';
import { snapshotOf, type App } from '../app-context.js';
import type { Change } from '../state/ui-state.js';
import { takeSteps } from './take-steps.js';

/** Changes that are kept. */
const mostChanges = 100;

/** Notes what was just done; what was undone before cannot be done again after it. */
export function noteChange(app: App, change: Change): void {
  const { undos } = app.model.get();
  app.model.dispatch({ type: 'noted', undos: [...undos, change].slice(-mostChanges), redos: [] });
}

/** `u`: takes the last change back. Where nothing was done in this window, the last one on this store is offered. */
export function undo(app: App): void {
  if (app.importing.current !== undefined) {
    say(app, 'The import is not queued yet. Once it is, u takes it back.');
    return;
  }

  const { undos, redos } = app.model.get();
  const change = undos.at(-1);
  if (!change) {
    offerEarlier(app);
    return;
  }

  app.model.dispatch({ type: 'noted', undos: undos.slice(0, -1), redos });
  const gone = sentMeanwhile(app, change.back);
  if (gone) {
    say(app, `#${gone.petId} ${shortName(gone.name)} is on the store already and cannot be taken back from here.`);
    return;
  }

  perform(app, () => run(app, change, 'back'));
}

/** `U`: does again what was undone last. */
export function redo(app: App): void {
  const { undos, redos } = app.model.get();
  const change = redos.at(-1);
  if (!change) {
    say(app, 'There is nothing to do again.');
    return;
  }

  app.model.dispatch({ type: 'noted', undos, redos: redos.slice(0, -1) });
  perform(app, () => run(app, change, 'forth'));
}

/** The only animal that a change is about, where it was sent meanwhile. */
function sentMeanwhile(app: App, steps: readonly QueueStep[]): Entry | undefined {
  const entry = steps.length === 1 ? findEntry(app, steps[0]?.localId ?? '') : undefined;
  return entry?.petId === undefined ? undefined : entry;
}

async function run(app: App, change: Change, direction: 'back' | 'forth'): Promise<Done | string | undefined> {
  const steps = change[direction];
  const report = await takeSteps(app, steps, direction === 'back' ? 'Taking back' : 'Doing again').catch((error: unknown) => {
    // It may be possible in a moment.
    keep(app, change, direction);
    throw error;
  });
  const { changed, skipped } = report;
  const [first] = skipped;
  if (changed.length === 0) {
    say(app, first?.problem.message ?? 'There is nothing to undo.', 'bad');
    return undefined;
  }

  const done = new Set(changed.map(({ localId }) => localId));
  const only = (each: readonly QueueStep[]): readonly QueueStep[] => each.filter(({ localId }) => done.has(localId));
  keep(app, { ...change, back: only(change.back), forth: only(change.forth) }, direction === 'back' ? 'forth' : 'back');
  const [entry] = changed;
  if (entry && changed.length === 1 && first === undefined) {
    return { entry, text: stepText(steps[0] as QueueStep, entry) };
  }

  const text = `${direction === 'back' ? 'Taken back' : 'Done again'}: ${change.says} (${countText(changed.length, 'animal')}).`;
  if (first === undefined) {
    return text;
  }

  say(app, `${text} ${countText(skipped.length, 'animal is', 'animals are')} as before: ${first.problem.message}`, 'bad');
  return undefined;
}

/** Puts a change where the next `u` (back) or `U` (forth) finds it. */
function keep(app: App, change: Change, direction: 'back' | 'forth'): void {
  const { undos, redos } = app.model.get();
  app.model.dispatch({ type: 'noted', undos: direction === 'back' ? [...undos, change] : undos, redos: direction === 'forth' ? [...redos, change] : redos });
}

function stepText({ action }: QueueStep, entry: Entry): string {
  const animal = `${entry.localId} ${shortName(entry.name)}`;
  switch (action) {
    case 'restore':
      return `${animal} is back: ${entry.state}.`;
    case 'discard':
      return `${animal} is taken back and not sent.`;
    case 'hold':
      return `${animal} is held.`;
    case 'release':
      return `${animal} is released: ${entry.state}.`;
    case 'edit':
      return `${animal} is as it was before: ${entry.state}.`;
    case 'retry':
      return `${animal} is tried again.`;
  }
}

/** Of what another program did, or this one before it was started, only the last can be known; so it is named, and asked about. */
function offerEarlier(app: App): void {
  const last = snapshotOf(app)
    .entries.flatMap((entry) => {
      const record = entry.history.at(-1);
      const step = earlierStep(entry);
      return record && step ? [{ entry, step, at: record.at }] : [];
    })
    .sort((a, b) => a.at.localeCompare(b.at))
    .at(-1);
  if (!last) {
    say(app, 'There is nothing to undo.');
    return;
  }

  const { entry, step, at } = last;
  const what = step.action === 'restore' ? 'discarded' : step.action === 'release' ? 'held' : 'added';
  const change: Change = { says: `${entry.localId} ${what}`, back: [step], forth: [] };
  const question = `Nothing was done in this window. ${entry.localId} ${shortName(entry.name)} was ${what} ${exactTimeText(at, app.now())}. Take that back?`;
  app.model.dispatch({ type: 'asked', prompt: { kind: 'confirm', question, action: { type: 'undo', change }, at: app.now() } });
}

function earlierStep({ localId, state, history }: Entry): QueueStep | undefined {
  const kind = history.at(-1)?.kind;
  if (state === 'discarded') {
    return { action: 'restore', localId };
  }

  return state === 'held' && kind === 'held' ? { action: 'release', localId } : state === 'queued' && kind === 'entered' ? { action: 'discard', localId } : undefined;
}

/** Takes back a change that was offered. */
export function undoOffered(app: App, change: Change): void {
  perform(app, () => run(app, change, 'back'));
}
