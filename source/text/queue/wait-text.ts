/** The waits of queued animals as they are now: a promise must not ignore another wait. */
import type { Entry } from '../../domain/entry.js';
import type { MaySend } from '../../domain/may-send.js';
import { findWaits, type Wait } from '../../domain/waits.js';
import { changeTexts } from '../connection-text.js';
import { countText } from '../count-text.js';
import { exactTimeText, waitEndText } from '../time-text.js';

/** The facts that decide when an animal is sent, beside itself. */
export type WaitContext = {
  readonly sending: MaySend;
  readonly waitOf: (entry: Entry) => Wait | undefined;
  readonly hasKey: boolean;
  /** The key that an action is bound to, as it is printed; empty: not bound. */
  readonly keyOf: (action: string) => string;
};

/** Why an animal is not sent yet; `column` is for a cell of the queue. */
type WaitText = {
  readonly text: string;
  readonly brief: string;
  readonly column?: string;
  readonly until?: string;
};

/** The cause that holds a queued animal back; undefined: only its turn, or its own next try. */
export function waitText(
  entry: Entry,
  { sending, waitOf, hasKey, keyOf }: WaitContext,
  now: number,
): WaitText | undefined {
  const stop = stopOf(sending, hasKey, keyOf('show-settings') || ':settings');
  if (stop) {
    return stop;
  }

  const wait = waitOf(entry);
  switch (wait?.type) {
    case undefined:
      return undefined;
    case 'blocked':
      return {
        text: `It waits for ${wait.by.localId}, which looks the same: whether that one arrived must be known first.`,
        brief: `Waits for ${wait.by.localId}.`,
        column: `waits for ${wait.by.localId}`,
      };
    case 'deferred': {
      const until = exactTimeText(wait.until, now);
      return {
        text: `The store asked for a pause: this animal is sent after ${until}.`,
        brief: `Waits until ${until}.`,
        column: 'the store asked to wait',
        until: wait.until,
      };
    }
    case 'outage': {
      const until = wait.until === undefined ? undefined : exactTimeText(wait.until, now);
      return {
        text: `The store is in trouble: ${outageText(wait)}.`,
        brief: until === undefined ? `Waits for ${wait.by.localId}.` : `Waits until ${until}.`,
        column: 'the store is in trouble',
        ...(wait.until === undefined ? {} : { until: wait.until }),
      };
    }
  }
}

/** The cause that keeps all animals from being sent until a person acts. */
function stopOf(sending: MaySend, hasKey: boolean, settings: string): WaitText | undefined {
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
      return { text: 'Not sent until :online.', brief: 'Not sent until :online.' };
    case 'changed': {
      const { long } = changeTexts(sending.connection);
      return {
        text: `Not sent until :resume, as ${long.charAt(0).toLowerCase()}${long.slice(1)}.`,
        brief: 'Not sent until :resume.',
      };
    }
    case 'misconfigured':
      return problem?.code === 'moved'
        ? {
            text: 'This profile has moved: quit and open petstore again.',
            brief: 'Moved; open petstore again',
          }
        : {
            text: `Not sent until the address is right (${settings}).`,
            brief: `Not sent: address? (${settings})`,
          };
    case 'unauthorized':
      return problem?.code === 'key_unreadable'
        ? { text: 'Not sent until the key can be read (:doctor).', brief: 'Not sent: see :doctor' }
        : {
            text: `Not sent until ${hasKey ? 'the store accepts the key' : 'there is a key'} (:key).`,
            brief: 'Not sent until :key.',
          };
  }
}

/** The same for the shell's columns and lists, without a full stop. */
export function waitReason(wait: Wait, now: number): string {
  switch (wait.type) {
    case 'blocked':
      return `waits until ${wait.by.localId}, which has the same name and category, is decided`;
    case 'deferred':
      return `the store asked for a pause; sent after ${waitEndText(wait.until, now)}`;
    case 'outage':
      return `the store is in trouble; ${outageText(wait)}`;
  }
}

/** Why a store in trouble gets no more animals, without a full stop: one animal is in doubt at a time. */
export function outageText({ by, until }: Extract<Wait, { type: 'outage' }>): string {
  return until === undefined
    ? `no other animal is sent before it is known whether ${by.localId} arrived`
    : `another animal is tried later, or once ${by.localId} is settled`;
}

/** More than these only fill the screen. */
const mostBlockers = 3;

/** The causes that hold animals back: the store's own wish, and animals that have to be decided first. */
export function waitSentences(entries: readonly Entry[], now: number): readonly string[] {
  const waitOf = findWaits(entries, now);
  const waits = entries.flatMap((entry) => waitOf(entry) ?? []);
  const until = waits.find((wait) => wait.type === 'deferred')?.until;
  const blockers = [
    ...Map.groupBy(
      waits.flatMap((wait) => (wait.type === 'blocked' ? [wait.by.localId] : [])),
      (localId) => localId,
    ),
  ];
  const outage = waits.find((wait) => wait.type === 'outage');
  return [
    ...(outage ? [`The store is in trouble: ${outageText(outage)}.`] : []),
    ...(until === undefined ? [] : [`The store asked for a pause: animals are sent after ${waitEndText(until, now)}.`]),
    ...blockers
      .slice(0, mostBlockers)
      .map(
        ([localId, { length }]) =>
          `${countText(length, 'waits', 'wait')} until ${localId}, which has the same ` +
          `name and category, is decided (\`petstore queue show ${localId}\`).`,
      ),
    ...(blockers.length > mostBlockers
      ? [`Others wait for ${blockers.length - mostBlockers} more animals to be decided.`]
      : []),
  ];
}

/** More ids than these only fill the line. */
const mostBlocked = 5;

/** Says which animals wait until this one is decided. */
export function blockedText(blocked: readonly Entry[]): string {
  const ids = blocked.slice(0, mostBlocked).map(({ localId }) => localId);
  const like = 'of the same name and category';
  const wait = countText(blocked.length, `animal ${like} waits`, `animals ${like} wait`);
  return `${wait} for this one: ${ids.join(', ')}${blocked.length > mostBlocked ? ' and others' : ''}`;
}
