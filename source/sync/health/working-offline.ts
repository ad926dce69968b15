/**
 * Working offline: a person's choice, kept with the store (`local/offline-mark.ts`). This engine's belief about it is
 * in `EngineState.workingOffline`; it is read again before each sending, so that another program's choice holds here
 * too.
 */
import { takeInTime } from '../../platform/concurrency/turns.js';
import { isoNow } from '../../platform/time/clock.js';
import { toStorageError } from '../../local/documents/storage-error.js';
import type { SenderLease } from '../../local/sender-lease.js';
import type { EngineState } from '../engine-state.js';

/** Reads the choice, and follows it. Whether a person works offline; throws an errno if that cannot be told. */
export async function noticeOffline(engine: EngineState): Promise<boolean> {
  engine.setWorkingOffline(await engine.local.offline.since());
  return engine.workingOffline;
}

/**
 * Carries out a person's choice, durably. Resolves to false where working offline began and another program is still in
 * the middle of sending: it stops after the animal it is at. Throws a `StorageError` if the choice cannot be kept; then
 * it is as before.
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
      // A command ends before the list is saved, which otherwise writes the activities too.
      const row = { at: isoNow(clock), kind: 'connection', state: 'working-offline' } as const;
      await local.changeLog.append([row]).catch(() => undefined);
    }

    await engine.drains.idle();
    // Whoever gets the lease from here on reads the choice before it sends.
    const lease = await waitForLease(engine);
    lease?.release();
    return lease !== undefined;
  } catch (error) {
    throw toStorageError(
      offline ? 'Working offline did not begin' : 'Working offline did not end',
      local.folder,
      error,
    );
  }
}

/** How long somebody who has to be alone waits until another program's sending has ended. */
const patience = { waitMs: 5000, tryMs: 50 };

/** Takes the sender's lease as soon as it is free; undefined: another program still does. */
export function waitForLease({ local, clock }: EngineState): Promise<SenderLease | undefined> {
  return takeInTime(clock, () => local.acquireSenderLease(), patience);
}
