/**
 * The breath before sending: the store cannot delete, so an animal that was just entered rests for a moment in which it
 * can be taken back. The rest stands in its entry, and every petstore obeys it.
 */
import type { Session } from '../../app/session/compose-session.ts';
import { restsFor } from '../../domain/waits.ts';
import { countText } from '../../text/count-text.ts';
import { countsDown } from '../../text/queue/wait-text.ts';
import { findEntry } from '../actions/cursor.ts';
import { readConfig, readRestMs } from '../actions/session.ts';
import { type App, keyOf, screenOf, snapshotOf, waitContext } from '../app-context.ts';
import { isTooSmall } from '../state/ui-model.ts';
import { toChange } from './undo.ts';

/** A file rests longer than an animal: there is more to look at. */
const fileRestMs = 30_000;

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
  const keys = localIds.length === 1 ? `${takes} it back, ${keyOf(app, 'retry')} sends it now` : `${takes} them back`;
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

/** How long leaving the app waits for what it sends, in milliseconds. */
export const quitMs = 10_000;

/** `on-quit send`: what rests is sent before the store is closed. Else it stays queued, for the next sender. */
export async function sendOnQuit(app: App, session: Session): Promise<void> {
  await readConfig(app);
  const resting = snapshotOf(app).entries.filter((entry) => restsFor(entry, app.now()) > 0);
  const { engine } = session;
  if (app.model.get().settings.onQuit !== 'send' || resting.length === 0 || engine.snapshot().sending.type === 'no') {
    return;
  }

  await engine.changeMany(resting.map(({ localId }) => ({ action: 'retry', localId })));
  const signal = AbortSignal.timeout(quitMs);
  for (const { localId } of resting) {
    await engine.send(localId, signal, 0);
  }
}
