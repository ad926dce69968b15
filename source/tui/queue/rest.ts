/**
 * The breath before sending: the store cannot delete, so an animal that was just entered rests for a moment in which it
 * can be taken back. The rest stands in its entry, and every petstore obeys it.
 */
import type { Session } from '../../app/session/compose-session.ts';
import type { Entry } from '../../domain/entry.ts';
import { restsFor } from '../../domain/waits.ts';
import { countText } from '../../text/count-text.ts';
import { countsDown } from '../../text/queue/wait-text.ts';
import { findEntry } from '../actions/cursor.ts';
import { say } from '../actions/say.ts';
import { readConfig, readRestMs } from '../actions/session.ts';
import { type App, keyOf, screenOf, snapshotOf, waitContext } from '../app-context.ts';
import { dropMarks, entriesMeant } from '../marks/marks.ts';
import { isTooSmall } from '../state/ui-model.ts';
import { performChange, takeSteps, tellSkipped, toChange } from './undo.ts';

/** A file rests longer than an animal: there is more to look at. */
const fileRestMs = 30_000;

/** The animals that rest at this moment. */
function restingEntries(app: App): readonly Entry[] {
  return snapshotOf(app).entries.filter((entry) => restsFor(entry, app.now()) > 0);
}

/** How long the animals of a file rest; whoever wants no rest at all has none. */
export async function importRestMs(app: App): Promise<number> {
  const restMs = await readRestMs(app);
  return restMs === 0 ? 0 : Math.max(restMs, fileRestMs);
}

/**
 * `; u takes it back, S sends it now`; empty where something else keeps them from being sent, and in a window too small
 * for these keys. The seconds are counted in the rows.
 */
export function restText(app: App, localIds: readonly string[]): string {
  // They were entered in one moment.
  const [first = ''] = localIds;
  const entry = findEntry(app, first);
  if (!entry || isTooSmall(app.model.get().size) || !countsDown(entry, waitContext(app), app.now())) {
    return '';
  }

  const behind = screenOf(app, 'form') ? 'after Esc ' : '';
  const takes = `${behind}${keyOf(app, 'undo')} takes`;
  const keys =
    localIds.length === 1 ? `${takes} it back, ${keyOf(app, 'send-now')} sends it now` : `${takes} them back`;
  return `; ${keys}`;
}

/** What is told of animals that were entered together, and what takes them back. */
export function queuedTogether(
  app: App,
  localIds: readonly string[],
  done: 'added' | 'imported',
  as: 'queued' | 'held' = 'queued',
) {
  const steps = localIds.map((localId) => ({ action: 'restore', localId }) as const);
  return {
    queued: `${countText(localIds.length, 'animal is', 'animals are')} ${as}`,
    rests: restText(app, localIds),
    change: toChange(done, steps),
  };
}

/** Of the marked animals, or the one under the cursor, those that nothing but their rest keeps from being sent. */
export function countingDown(app: App): readonly Entry[] {
  const waiting = waitContext(app);
  return entriesMeant(app).filter((entry) => countsDown(entry, waiting, app.now()));
}

/** Whether `S` sends anything. */
export const counts = (app: App): boolean => countingDown(app).length > 0;

/** Why trying again would do nothing: a person stopped the sending, or `S` is offered, which does the same. */
export function retryInVain(app: App): string | undefined {
  const { sending } = snapshotOf(app);
  if (sending.type === 'no' && ['working-offline', 'changed'].includes(sending.connection.state)) {
    return 'nothing is sent now';
  }

  return counts(app) ? 'it counts down' : undefined;
}

/** `S`: they are sent at once. */
export function sendNow(app: App): void {
  const resting = countingDown(app);
  if (resting.length === 0) {
    say(app, 'Only what counts down before it is sent can be sent now.');
    return;
  }

  dropMarks(app);
  performChange(app, async (session) => {
    const report = await takeSteps(app, session, toRetries(resting), 'Sending');
    const { length } = report.changed;
    const rests = `${countText(length, 'animal rests', 'animals rest')} no longer`;
    // What is sent already may hang: then the turn of these has not come.
    const text = `${rests}: sent when ${length === 1 ? 'its' : 'their'} turn comes.`;
    return { ...tellSkipped(text, report), during: session.engine.snapshot().connection.state };
  });
}

const toRetries = (entries: readonly Entry[]) => entries.map(({ localId }) => ({ action: 'retry', localId }) as const);

/** How long leaving the app waits for what it sends, in milliseconds. */
export const quitMs = 10_000;

/** `on-quit send`: what rests is sent before the store is closed. Else it stays queued, for the next sender. */
export async function sendOnQuit(app: App, session: Session): Promise<void> {
  await readConfig(app);
  const resting = restingEntries(app);
  const { engine } = session;
  if (app.model.get().settings.onQuit !== 'send' || resting.length === 0 || engine.snapshot().sending.type === 'no') {
    return;
  }

  await engine.changeMany(toRetries(resting));
  const signal = AbortSignal.timeout(quitMs);
  for (const { localId } of resting) {
    await engine.send(localId, signal, 0);
  }
}
