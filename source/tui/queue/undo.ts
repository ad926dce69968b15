/**
 * Changes of the queue that `u` takes back. While they are made, each is noted once it is on the disk, and what goes by
 * what the others leave waits until they are.
 *
 * What was done in this window is a stack: each change with the steps that take it back.
 * What is on the store by now is skipped and said so: nothing can be taken back from there.
 */
import type { Session } from '../../app/session/compose-session.ts';
import { describeState, type Entry } from '../../domain/entry.ts';
import { canRest, manyWords, type QueueStep, verbs } from '../../domain/verbs.ts';
import type { StepsReport } from '../../sync/api.ts';
import { countText } from '../../text/count-text.ts';
import { changedText } from '../../text/queue/changed-text.ts';
import { manyCheckedText, staysText } from '../../text/queue/wait-text.ts';
import { shortName } from '../../text/hints.ts';
import { type Done, isOpen, performOnStore, say, tellProgress } from '../actions/say.ts';
import { findEntry, followAnimal } from '../actions/cursor.ts';
import { readRestMs } from '../actions/session.ts';
import { askNext, isAsked } from '../actions/navigate.ts';
import { type App, keyOf, screenOf, undoText } from '../app-context.ts';
import type { Change } from '../state/ui-state.ts';

type Changed = Done & { readonly change?: Change | undefined };
type Work = (session: Session) => Promise<Changed | undefined>;

/** Changes at once, whatever else is under way. A `u` that is pressed meanwhile is about this change. */
export function performChange(app: App, work: Work): void {
  performOnStore(app, (session) => underWay(app, noted(app, session, work)));
}

/** The same once all changes before it are made. */
export function performInTurn(app: App, work: Work): void {
  performOnStore(app, (session) => {
    if (app.changing.count > 0) {
      // A disk that hangs may keep it waiting for long.
      say(app, 'This waits until what was begun before is done …');
    }

    const inTurn = app.changing.current.then(async () => {
      if (isOpen(app, session)) {
        return await noted(app, session, work);
      }

      const { name } = session.profile;
      say(app, `Another store was opened meanwhile, so what waited its turn in ${name} was not done.`, 'bad');
      return undefined;
    });
    return underWay(app, inTurn);
  });
}

/** In its turn as well, but nothing is told: what it is done for tells it. Undefined where it came to nothing. */
export function performQuietly<T>(app: App, work: (session: Session) => Promise<T>): Promise<T | undefined> {
  const { session } = app.model.get();
  const inTurn = app.changing.current.then(() => (session ? work(session) : undefined)).catch(() => undefined);
  return underWay(app, inTurn);
}

function underWay<T>(app: App, work: Promise<T>): Promise<T> {
  app.changing.count += 1;
  app.changing.current = Promise.allSettled([app.changing.current, work.finally(() => (app.changing.count -= 1))]).then(
    () => undefined,
  );
  return work;
}

async function noted(app: App, session: Session, work: Work): Promise<Done | undefined> {
  const done = await work(session);
  noteChange(app, session, done?.change);
  if (done?.entry?.ifAbsent !== undefined && isOpen(app, session)) {
    // Should it be there after all, that is told.
    app.model.watch(done.entry.localId);
  }

  return done;
}

/** Notes a change just made. One of another store is none of this one. */
export function noteChange(app: App, session: Session, change: Change | undefined): void {
  if (change && isOpen(app, session)) {
    app.model.noteChange(change);
  }
}

/** A change by its steps, with those that take them back; undefined: nothing does. */
export function toChange(says: string, steps: readonly QueueStep[]): Change | undefined {
  const back = steps.flatMap((step): readonly QueueStep[] => {
    const { action, localId } = step;
    if (step.action === 'edit') {
      return step.from ? [{ ...step, pet: step.from, from: step.pet }] : [];
    }

    const verb = verbs[action].back?.verb;
    return verb ? [{ action: verb, localId }] : [];
  });
  return back.length === 0 ? undefined : { says, back };
}

/** Takes steps. `doing`: said while it lasts. */
export async function takeSteps(app: App, session: Session, steps: readonly QueueStep[], doing: string) {
  const restMs = await readRestMs(app);
  const rested = steps.map((step) => (canRest(step.action) ? { ...step, restMs } : step));
  return await session.engine.changeMany(rested, { onProgress: tellProgress(app, session, doing) });
}

/** Those of some steps that changed their animal. */
export function stepsTaken(steps: readonly QueueStep[], { changed }: StepsReport): readonly QueueStep[] {
  const done = new Set(changed.map(({ localId }) => localId));
  return steps.filter(({ localId }) => done.has(localId));
}

/** What is said of many steps: `text`, and of how many animals it is not true, and why. */
export function tellSkipped(text: string, { skipped }: StepsReport): Done {
  const [first] = skipped;
  const count = countText(skipped.length, 'animal is', 'animals are');
  const why = first?.problem.message.replace(/ Nothing was changed\.$/u, '') ?? '';
  return first ? { text: `${text} ${count} as before: ${why}`, tone: 'bad' } : { text };
}

/** `u`: takes the last change of this window back. */
export function undo(app: App): void {
  if (app.importing.current !== undefined) {
    say(app, `The import is not queued yet.${undoText(app, 'takes it back once it is')}`);
    return;
  }

  performInTurn(app, async (session) => {
    const { undos } = app.model.get();
    const change = undos.at(-1);
    if (!change) {
      return plain('Nothing that was done in this window is left to take back.');
    }

    app.model.keepChanges(undos.length - 1);
    const { back, says, reopens } = change;
    if (reopens !== undefined) {
      const { localId, state } = await session.engine.reopen(reopens);
      follow(app, session, localId);
      if (state === 'checking') {
        return { text: `${localId} is being checked again.` };
      }

      return { text: `${localId} is in review again.` };
    }

    if (back.length === 0) {
      return plain(says);
    }

    const { petId, name = '' } = (back.length === 1 && findEntry(app, back[0]?.localId ?? '')) || {};
    // The only animal that it is about was sent meanwhile.
    if (petId !== undefined) {
      return plain(`#${petId} ${shortName(name)} is on the store already and cannot be taken back from here.`);
    }

    const steps = back.filter((step) => !givesUp(app, step));
    const left = back.length - steps.length;
    const [which, them] =
      left === 1 ? [back.find((step) => givesUp(app, step))?.localId ?? '', 'it'] : [countText(left, 'animal'), 'them'];
    const why = `${which} may be on the store; ${keyOf(app, 'discard')} discards ${them}.`;
    if (steps.length === 0) {
      return plain(why);
    }

    const done = await takeBack(app, session, { ...change, back: steps });
    return left === 0 ? done : { ...done, text: `${done.text} ${why}` };
  });
}

/** Whether a step would give up an animal that may be on the store: the key that does so asks first. */
function givesUp(app: App, { action, localId }: QueueStep): boolean {
  const state = action === 'discard' ? findEntry(app, localId)?.state : undefined;
  return state === 'checking' || state === 'review';
}

const plain = (text: string): Done => ({ text, tone: 'plain' });

/** Whether `u` would take anything back. */
export function canUndo(app: App): boolean {
  const last = app.model.get().undos.at(-1);
  return last !== undefined && canBeTakenBack(app, last);
}

/** One that has no steps says what to do instead, or asks again. What is on the store, or may be, stays. */
function canBeTakenBack(app: App, { back }: Change): boolean {
  const isHere = ({ localId }: QueueStep): boolean => {
    const entry = findEntry(app, localId);
    return entry !== undefined && entry.petId === undefined;
  };
  return back.length === 0 || back.some((step) => isHere(step) && !givesUp(app, step));
}

async function takeBack(app: App, session: Session, change: Change): Promise<Done> {
  const steps = change.back;
  const report = await takeSteps(app, session, steps, 'Taking back').catch((error: unknown) => {
    // It may be possible in a moment.
    noteChange(app, session, change);
    throw error;
  });
  const { changed, skipped } = report;
  const [entry] = changed;
  if (!entry) {
    return { text: skipped[0]?.problem.message ?? 'There is nothing to undo.', tone: 'bad' };
  }

  const { action } = steps[0] as QueueStep;
  const { past } = manyWords(action);
  if (changed.length > 1 || skipped.length > 0) {
    const animals = countText(changed.length, 'animal is', 'animals are');
    const text = `Taken back: ${animals} ${action === 'edit' ? 'changed back' : past}.`;
    return tellSkipped(`${text}${manyCheckedText(changed)}`, report);
  }

  follow(app, session, entry.localId);
  const became = entry.state === 'checking' ? undefined : becameTexts[action];
  const told = became ? `is ${became(entry)}` : changedText(action, entry, () => '');
  return { entry, text: `${entry.localId} ${shortName(entry.name)} ${told}.` };
}

/** In a store that was opened meanwhile the same id is another animal. */
function follow(app: App, session: Session, localId: string): void {
  if (!isOpen(app, session)) {
    return;
  }

  // A card that asked on about the next animal would stand beside the row of this one.
  if (screenOf(app, 'review') && isAsked(findEntry(app, localId))) {
    askNext(app, localId);
  } else {
    followAnimal(app, localId);
  }
}

/** What an animal is once a step took a change back, where that is not what the verb makes of it otherwise. */
const becameTexts: Partial<Record<QueueStep['action'], (entry: Entry) => string>> = {
  discard: (entry) =>
    staysText(entry) === '' ? 'taken back and not sent' : `taken back.${staysText(entry).slice(0, -1)}`,
  edit: ({ state }) => `as it was before: ${describeState(state)}`,
};
