/**
 * Working offline: a person's choice, kept with the store (`local/offline-mark.ts`). What this engine believes about it is
 * in `EngineState.workingOffline`; it is read again before anything is sent, so that another program's choice holds here too.
 */
import { isoNow } from '../../platform/time/clock.js';
import { toStorageError } from '../../local/documents/storage-error.js';
import type { EngineState } from '../engine-state.js';

/** Reads what was chosen, and goes by it. Resolves to whether a person works offline; throws an errno where that cannot be told. */
export async function noticeOffline(engine: EngineState): Promise<boolean> {
  engine.setWorkingOffline(await engine.local.offline.since());
  return engine.workingOffline;
}

/** How long is waited until another program's sending has ended, in milliseconds, and how often that is seen. */
const quietWaitMs = 5000;
const quietTryMs = 50;

/**
 * Carries out a person's choice, durably. Resolves to false where working offline began and another program is still in the
 * middle of sending: it stops after the animal it is at. Throws a `StorageError` where the choice cannot be kept; then
 * nothing has changed.
 */
export async function chooseOffline(engine: EngineState, offline: boolean): Promise<boolean> {
  const { local, clock } = engine;
  try {
    if (!offline) {
      await local.offline.clear();
      engine.setWorkingOffline(undefined);
      return true;
    }

    if (!(await noticeOffline(engine))) {
      await local.makeFolders();
      await local.offline.set(isoNow(clock));
      await noticeOffline(engine);
    }

    return await untilNobodySends(engine);
  } catch (error) {
    throw toStorageError(offline ? 'Working offline did not begin' : 'Working offline did not end', local.folder, error);
  }
}

/** Whoever gets the sender's lock from here on reads the choice before it sends. */
async function untilNobodySends(engine: EngineState): Promise<boolean> {
  const { local, clock, drains } = engine;
  await drains.idle();
  const deadline = clock.uptime() + quietWaitMs;
  for (;;) {
    const lock = await local.acquireSenderLease();
    lock?.release();
    if (lock || clock.uptime() > deadline) {
      return lock !== undefined;
    }

    await clock.wait(quietTryMs);
  }
}
