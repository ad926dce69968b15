/**
 * What was done to the queue in this window, as a stack: each change with the steps that take it back and those that do
 * it again. What is on the store by now is skipped and said so: nothing can be taken back from there.
 */
import type { Session } from '../../app/workspace.js';
import { describeState, type Entry, standingOf } from '../../domain/entry.js';
import { type QueueStep, verbs } from '../../domain/verbs.js';
import { countText } from '../../text/count-text.js';
import { stateWord } from '../../text/queue/entry-text.js';
import { shortName } from '../../text/animal/short-name.js';
import { exactTimeText } from '../../text/time-text.js';
import { askWhether, type Done, isOpen, say } from '../actions/say.js';
import { findEntry } from '../actions/cursor.js';
import { type App, snapshotOf, undoText } from '../app-context.js';
import type { Change } from '../state/ui-state.js';
import { performInTurn, stepsTaken, takeSteps, tellSkipped } from './perform-change.js';

/** `u`: takes the last change back. Where nothing was done in this window, the last one on this store is offered. */
export function undo(app: App): void {
  if (app.importing.current !== undefined) {
    say(app, `The import is not queued yet.${undoText(app, 'takes it back once it is')}`);
    return;
  }

  performInTurn(app, async (session) => {
    const { undos, redos } = app.model.get();
    const change = undos.at(-1);
    if (!change) {
      return redos.length > 0
        ? plain(`All that was done in this window is undone.${undoText(app, 'does it again', 'redo')}`)
        : offerEarlier(app);
    }

    app.model.set({ undos: undos.slice(0, -1) });
    const gone = sentMeanwhile(app, change.back);
    return gone
      ? plain(`#${gone.petId} ${shortName(gone.name)} is on the store already and cannot be taken back from here.`)
      : await run(app, session, change, 'back');
  });
}

function plain(text: string): Done {
  return { text, tone: 'plain' };
}

/** Whether `u` would take anything back, or offer to. */
export function canUndo(app: App): boolean {
  const { undos } = app.model.get();
  return undos.length > 0 || snapshotOf(app).entries.some((entry) => earlierStep(entry) !== undefined);
}

/** `U`: does again what was undone last. */
export function redo(app: App): void {
  performInTurn(app, async (session) => {
    const { redos } = app.model.get();
    const change = redos.at(-1);
    if (!change) {
      return plain('There is nothing to do again.');
    }

    app.model.set({ redos: redos.slice(0, -1) });
    return await run(app, session, change, 'forth');
  });
}

/** The only animal that a change is about, where it was sent meanwhile. */
function sentMeanwhile(app: App, steps: readonly QueueStep[]): Entry | undefined {
  const entry = steps.length === 1 ? findEntry(app, steps[0]?.localId ?? '') : undefined;
  return entry?.petId === undefined ? undefined : entry;
}

async function run(app: App, session: Session, change: Change, direction: Direction): Promise<Done> {
  const steps = change[direction];
  const isBack = direction === 'back';
  const report = await takeSteps(app, session, steps, isBack ? 'Taking back' : 'Doing again').catch(
    (error: unknown) => {
      // It may be possible in a moment.
      keep(app, session, change, direction);
      throw error;
    },
  );
  const { changed, skipped } = report;
  const [entry] = changed;
  if (!entry) {
    return { text: skipped[0]?.problem.message ?? 'There is nothing to undo.', tone: 'bad' };
  }

  const taken = { ...change, back: stepsTaken(change.back, report), forth: stepsTaken(change.forth, report) };
  keep(app, session, taken, isBack ? 'forth' : 'back');
  return changed.length === 1 && skipped.length === 0
    ? { entry, text: stepText(steps[0] as QueueStep, entry, direction) }
    : tellSkipped(
        `${isBack ? 'Taken back' : 'Done again'}: ${change.says} (${countText(changed.length, 'animal')}).`,
        report,
      );
}

type Direction = 'back' | 'forth';

/** Puts a change where the next `u` (back) or `U` (forth) finds it. */
function keep(app: App, session: Session, change: Change, direction: Direction): void {
  const { undos, redos } = app.model.get();
  if (isOpen(app, session)) {
    app.model.set(direction === 'back' ? { undos: [...undos, change] } : { redos: [...redos, change] });
  }
}

function stepText({ action }: QueueStep, entry: Entry, direction: Direction): string {
  const became = becameTexts[action]?.(entry, direction) ?? (verbs[action].many ?? verbs[action]).past;
  return `${entry.localId} ${shortName(entry.name)} is ${became}.`;
}

/** What an animal is once a step was taken back or done again, where that is more than the verb's past tense. */
const becameTexts: Partial<Record<QueueStep['action'], (entry: Entry, direction: Direction) => string>> = {
  restore: ({ state }) => `back: ${stateWord(state)}`,
  discard: () => 'taken back and not sent',
  release: ({ state }) => `released: ${stateWord(state)}`,
  edit: ({ state }, direction) =>
    `${direction === 'back' ? 'as it was before' : 'changed again'}: ${describeState(state)}`,
};

/**
 * Of what another program did, or this one before it was started, only the last can be known; so it is named, and asked
 * about.
 */
function offerEarlier(app: App): Done | undefined {
  const last = snapshotOf(app)
    .entries.flatMap((entry) => {
      const record = entry.history.at(-1);
      const step = earlierStep(entry);
      return record && step ? [{ entry, step, at: record.at }] : [];
    })
    .sort((a, b) => a.at.localeCompare(b.at))
    .at(-1);
  if (!last) {
    return plain('There is nothing to undo.');
  }

  const { entry, step, at } = last;
  const done: Partial<Record<QueueStep['action'], string>> = { restore: 'discarded', release: 'held' };
  const what = done[step.action] ?? 'added';
  const change: Change = { says: `${entry.localId} ${what}`, back: [step], forth: [] };
  const question =
    `Nothing was done in this window. ${entry.localId} ${shortName(entry.name)} ` +
    `was ${what} ${exactTimeText(at, app.now())}. Take that back?`;
  askWhether(app, question, () => performInTurn(app, (session) => run(app, session, change, 'back')));
  return undefined;
}

function earlierStep(entry: Entry): QueueStep | undefined {
  const { localId, state, history } = entry;
  const kind = history.at(-1)?.kind;
  const standing = standingOf(entry);
  if (standing === 'discarded') {
    return { action: 'restore', localId };
  }

  if (standing === 'held' && kind === 'held') {
    return { action: 'release', localId };
  }

  return state === 'queued' && kind === 'entered' ? { action: 'discard', localId } : undefined;
}
