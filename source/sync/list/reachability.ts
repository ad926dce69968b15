/** What answers say about the connection, and a person's choice to work offline. */
import type { CreateOutcome, RequestFailure } from '../../client/outcomes/outcomes.ts';
import { isShortPause } from '../../client/patient-reads.ts';
import { toStorageError } from '../../local/documents/storage-error.ts';
import type { SenderLease } from '../../local/sender-lease.ts';
import { takeInTime } from '../../platform/concurrency/turns.ts';
import { isoNow } from '../../platform/time/clock.ts';
import type { Part } from '../state.ts';

/** A `GET` was answered correctly: that also ends a refusal. */
export function noteAnswer({ questions }: Part<'questions'>): void {
  questions.settle('refusal');
  questions.show('online');
}

/** A `GET` failed. One that was given up here is no sign of the connection. */
export function noteFailure(engine: Part<'clock' | 'setConnection'>, failure: RequestFailure): void {
  if (failure.aborted !== true) {
    engine.setConnection(failure.connection, failure.problem, afterWait(engine, failure.retryAfterMs));
  }
}

/** When the store may be asked again, ISO; undefined: it did not say. */
function afterWait({ clock }: Part<'clock'>, retryAfterMs: number | undefined): string | undefined {
  return retryAfterMs === undefined ? undefined : new Date(clock.now() + retryAfterMs).toISOString();
}

/** A `POST` tells as much; refusals of everything pause the sending. */
export function noteCreateOutcome(engine: Part<'clock' | 'questions' | 'setConnection'>, outcome: CreateOutcome): void {
  const { type } = outcome;
  if (type === 'created' || type === 'rejected' || type === 'in-progress' || type === 'applied-id-unknown') {
    noteAnswer(engine);
    return;
  }

  const problem = outcome.storeProblem ?? outcome.problem;
  if (outcome.type === 'unauthorized' || outcome.type === 'misconfigured') {
    engine.questions.ask('refusal', problem, outcome.type);
  } else if (outcome.type === 'deferred') {
    // After a short pause the animal goes at once: a read before it would use up what a limit lets through.
    if (!isShortPause(outcome.retryAfterMs)) {
      engine.setConnection('error', problem, afterWait(engine, outcome.retryAfterMs));
    }
  } else if (outcome.aborted !== true) {
    engine.setConnection(outcome.connection, outcome.connection === 'online' ? undefined : problem);
  }
}

/**
 * After a refusal: takes the key that was saved meanwhile, also by another petstore. Not while anything is being sent:
 * an attempt names the credential it is made with, and one honoured for that credential may not be for another.
 */
export async function takeNewKey(engine: Part<'inFlight' | 'options' | 'snapshot'>): Promise<void> {
  if (engine.snapshot().connection.state !== 'unauthorized') {
    return;
  }

  const take = await engine.options.findNewKey?.();
  if (engine.inFlight.size === 0) {
    take?.();
  }
}

/**
 * Whether a person works offline: follows the choice, which is kept with the store, so that another program's holds here
 * too; while it does no attempt can be noted. Throws an errno if it cannot be told.
 */
export async function noticeOffline(engine: Part<'local' | 'setWorkingOffline' | 'workingOffline'>): Promise<boolean> {
  const { queue } = engine.local;
  await queue.notice();
  engine.setWorkingOffline(queue.data().offline);
  return engine.workingOffline;
}

/**
 * Carries out a person's choice, durably. Resolves to false where working offline began and another program is still in
 * the middle of sending: it stops after the animal it is at. Throws a `StorageError` if the choice cannot be kept; then
 * it is as before.
 */
export async function chooseOffline(
  engine: Part<'clock' | 'drains' | 'local' | 'setWorkingOffline' | 'workingOffline'>,
  offline: boolean,
): Promise<boolean> {
  const { local, clock } = engine;
  try {
    await local.queue.refresh();
    if (!offline) {
      if (await noticeOffline(engine)) {
        await setOffline(engine, undefined);
      }

      engine.setWorkingOffline(undefined);
      return true;
    }

    if (!(await noticeOffline(engine))) {
      await local.makeFolders();
      await setOffline(engine, isoNow(clock));
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

function setOffline({ local }: Part<'local'>, offline: string | undefined): Promise<void> {
  return local.queue.change(({ offline: _, ...rest }) => ({
    queue: { ...rest, ...(offline === undefined ? {} : { offline }) },
    result: undefined,
  }));
}

/** Takes the sender's lease as soon as it is free; undefined: another program is still sending after five seconds. */
export function waitForLease({ local, clock }: Part<'clock' | 'local'>): Promise<SenderLease | undefined> {
  return takeInTime(clock, () => local.acquireSenderLease(), { waitMs: 5000, tryMs: 50 });
}
