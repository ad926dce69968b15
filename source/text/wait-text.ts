/** What a queued animal waits for, as it is now: nothing may be promised that something else holds back. */
import type { Connection } from '../domain/connection.js';
import type { Entry } from '../domain/entry.js';
import { findBlocker } from '../sync/outbox/plan.js';
import { exactTimeText } from './time-text.js';

/** What decides when an animal is sent, beside itself. */
export type WaitContext = { readonly connection: Connection; readonly entries: readonly Entry[]; readonly hasKey: boolean };

/** Why an animal is not sent yet; `column` is for a cell of the queue. */
export type Wait = { readonly text: string; readonly brief: string; readonly column?: string; readonly until?: string };

/** What holds a queued animal back; undefined: nothing but its turn, or its own next try. */
export function findWait(entry: Entry, { connection, entries, hasKey }: WaitContext, now: number): Wait | undefined {
  const stop = stopOf(connection, hasKey);
  if (stop) {
    return stop;
  }

  const blocker = findBlocker(entries, entry);
  if (blocker) {
    return {
      text: `It waits for ${blocker.localId}, which looks the same: it must be known first whether that one arrived.`,
      brief: `Waits for ${blocker.localId}.`,
      column: `waits for ${blocker.localId}`,
    };
  }

  const until = deferredUntil(entries, now);
  return until === undefined
    ? undefined
    : { text: `The store asked to wait until ${exactTimeText(until, now)}; then it is sent.`, brief: `Waits until ${exactTimeText(until, now)}.`, column: 'the store asked to wait', until };
}

/** What keeps everything from being sent until a person acts. */
function stopOf({ state, problem }: Connection, hasKey: boolean): Wait | undefined {
  switch (state) {
    case 'connecting':
    case 'online':
    case 'offline':
    case 'intercepted':
    case 'error':
      return undefined;
    case 'working-offline':
      return { text: 'Nothing is sent until :online.', brief: 'Not sent until :online.' };
    case 'changed':
      return { text: 'Nothing is sent until :resume, as the store looks reset.', brief: 'Not sent until :resume.' };
    case 'misconfigured':
      return { text: 'Nothing is sent until the address is right (3).', brief: 'Not sent: address? (3)' };
    case 'unauthorized':
      return problem?.code === 'key_unreadable'
        ? { text: 'Nothing is sent until the key can be read (:doctor).', brief: 'Not sent: see :doctor' }
        : { text: `Nothing is sent until ${hasKey ? 'the store takes the key' : 'there is a key'} (:key).`, brief: 'Not sent until :key.' };
  }
}

/** Until when the store itself asked to wait; that holds for all that is sent to it. */
function deferredUntil(entries: readonly Entry[], now: number): string | undefined {
  const times = entries.flatMap(({ state, history, nextTryAt }) => {
    const last = history.at(-1);
    return state === 'queued' && last?.kind === 'outcome' && last.result.type === 'deferred' && nextTryAt !== undefined && Date.parse(nextTryAt) > now ? [nextTryAt] : [];
  });
  return times.sort().at(-1);
}
