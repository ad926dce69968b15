/** What a queued animal waits for, as it is now: nothing may be promised that something else holds back. */
import type { Entry } from '../domain/entry.js';
import type { MaySend } from '../sync/outbox/may-send.js';
import { findWaits } from '../sync/outbox/waits.js';
import { exactTimeText } from './time-text.js';

/** What decides when an animal is sent, beside itself. */
export type WaitContext = { readonly sending: MaySend; readonly entries: readonly Entry[]; readonly hasKey: boolean };

/** Why an animal is not sent yet; `column` is for a cell of the queue. */
export type Wait = { readonly text: string; readonly brief: string; readonly column?: string; readonly until?: string };

/** What holds a queued animal back; undefined: nothing but its turn, or its own next try. */
export function findWait(entry: Entry, { sending, entries, hasKey }: WaitContext, now: number): Wait | undefined {
  const stop = stopOf(sending, hasKey);
  if (stop) {
    return stop;
  }

  const wait = findWaits(entries, now)(entry);
  switch (wait?.type) {
    case undefined:
      return undefined;
    case 'blocked':
      return {
        text: `It waits for ${wait.by.localId}, which looks the same: it must be known first whether that one arrived.`,
        brief: `Waits for ${wait.by.localId}.`,
        column: `waits for ${wait.by.localId}`,
      };
    case 'deferred': {
      const until = exactTimeText(wait.until, now);
      return { text: `The store asked to wait until ${until}; then it is sent.`, brief: `Waits until ${until}.`, column: 'the store asked to wait', until: wait.until };
    }
  }
}

/** What keeps everything from being sent until a person acts. */
function stopOf(sending: MaySend, hasKey: boolean): Wait | undefined {
  if (!('connection' in sending)) {
    return undefined;
  }

  const { state, problem } = sending.connection;
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
