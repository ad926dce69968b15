/** The waits of queued animals as they are now: a promise must not ignore another wait. */
import { describeState, type Entry } from '../../domain/entry.ts';
import type { Connection, ConnectionState, MaySend } from '../../domain/connection.ts';
import { findWaits, restsFor, type Wait } from '../../domain/waits.ts';
import { wordsOf } from '../connection-words.ts';
import { countText } from '../count-text.ts';
import { exactTimeText, waitEndText } from '../time-text.ts';
import { petFieldList, type PetWord } from '../../domain/pet.ts';
import { withoutPromise } from '../../domain/lost-answer.ts';
import { shortName } from '../hints.ts';

/** The facts that decide when a queued animal is sent, beside itself. */
type SendingFacts = {
  readonly sending: MaySend;
  readonly waitOf: (entry: Entry) => Wait | undefined;
  /** Whether a long list is being read, before whose end nothing is sent. */
  readonly isReading?: boolean;
};

/** The same for the screens, with what their sentences name. */
export type WaitContext = SendingFacts & {
  /** When the store is asked next for an animal whose answer was lost, ISO. */
  readonly lookAt: (entry: Entry) => string | undefined;
  readonly hasKey: boolean;
  /** The key that an action is bound to, as it is printed. */
  readonly keyOf: (action: string) => string;
};

/** Why a queued animal is not sent now; `stopped`: until a person acts. Shell and screens have a sentence for each. */
type Cause =
  | { readonly type: 'stopped' | 'unreachable'; readonly connection: Connection }
  | { readonly type: 'wait'; readonly wait: Wait }
  | { readonly type: 'next-try'; readonly until: string }
  | { readonly type: 'turn' };

/** States in which the store may still have wishes of its own. */
const reached: readonly ConnectionState[] = ['online', 'error', 'connecting'];

/** The first that holds: what outlasts the others. */
export function whyWaiting(entry: Entry, { sending, waitOf, isReading = false }: SendingFacts, now: number): Cause {
  const connection = 'connection' in sending ? sending.connection : undefined;
  if (connection && wordsOf(connection).way !== undefined) {
    return { type: 'stopped', connection };
  }

  const wait = connection && !reached.includes(connection.state) ? undefined : waitOf(entry);
  // Its seconds are counted where nothing else keeps it from being sent at their end.
  if (wait && (wait.type !== 'rest' || !(connection || isReading))) {
    return { type: 'wait', wait };
  }

  if (connection) {
    return { type: 'unreachable', connection };
  }

  const { nextTryAt: until = '' } = entry;
  return Date.parse(until) > now ? { type: 'next-try', until } : { type: 'turn' };
}

/** Whether an animal is sent at the end of its rest, so that its seconds are counted. */
export function countsDown(entry: Entry, facts: SendingFacts, now: number): boolean {
  const cause = restsFor(entry, now) > 0 ? whyWaiting(entry, facts, now) : undefined;
  return cause?.type === 'wait' && cause.wait.type === 'rest';
}

/** A wait in the words of the app, and as `reason` in those of the shell's columns and lists, without a full stop. */
export function waitTexts(wait: Wait, now: number): { readonly text: string; readonly reason: string } {
  const { localId } = 'by' in wait ? wait.by : { localId: '' };
  switch (wait.type) {
    case 'rest': {
      const seconds = restSeconds(wait, now);
      return {
        text: `It is sent in ${seconds} s, unless you take it back.`,
        reason: `just entered in the app; rests ${seconds} s more`,
      };
    }
    case 'blocked':
      return {
        text: `It waits for ${localId}, which looks the same and may have arrived: two minutes at most.`,
        reason: `waits two minutes at most for ${localId}, which has the same name and category`,
      };
    case 'deferred':
      return {
        text: `The store asked for a pause: this animal is sent after ${exactTimeText(wait.until, now)}.`,
        reason: `the store asked for a pause; sent after ${waitEndText(wait.until, now)}`,
      };
    case 'outage': {
      const why = outageText(wait, now);
      return { text: `Answers were lost or unclear: ${why}.`, reason: `answers were unclear; ${why}` };
    }
  }
}

/** The seconds that an animal rests, counted down to 1. */
export function restSeconds({ until }: { readonly until: string }, now: number): number {
  return Math.max(1, Math.ceil((Date.parse(until) - now) / 1000));
}

/** Why a store in trouble gets no more animals, without a full stop: one animal is in doubt at a time. */
export function outageText({ by, until }: Extract<Wait, { type: 'outage' }>, now: number): string {
  return until === undefined
    ? `petstore checks for ${by.localId} a few minutes before it sends another animal`
    : `nothing more is sent until ${waitEndText(until, now)}, or until it is known whether ${by.localId} arrived`;
}

/** More than these only fill the screen. */
const mostBlockers = 3;

/** The causes that hold animals back: what the store asks for, and animals that are being checked. */
export function waitSentences(entries: readonly Entry[], now: number): readonly string[] {
  const waitOf = findWaits(entries, now);
  const waits = entries.flatMap((entry) => waitOf(entry) ?? []);
  const until = waits.find((wait) => wait.type === 'deferred')?.until;
  const blockedBy = waits.flatMap((wait) => (wait.type === 'blocked' ? [wait.by.localId] : []));
  const blockers = [...Map.groupBy(blockedBy, (localId) => localId)];
  const outage = waits.find((wait) => wait.type === 'outage');
  return [
    ...(outage ? [`Answers were lost or unclear: ${outageText(outage, now)}.`] : []),
    ...(until === undefined ? [] : [`The store asked for a pause: animals are sent after ${waitEndText(until, now)}.`]),
    ...blockers
      .slice(0, mostBlockers)
      .map(
        ([localId, { length }]) =>
          `${countText(length, 'waits', 'wait')} until ${localId}, which has the same ` +
          `name and category, is no longer checked (\`petstore queue show ${localId}\`).`,
      ),
    ...(blockers.length > mostBlockers
      ? [`Others wait for ${blockers.length - mostBlockers} more animals that are being checked.`]
      : []),
  ];
}

/** More ids than these only fill the line. */
const mostBlocked = 5;

/** Says which animals wait as long as this one is checked. */
export function blockedText(blocked: readonly Entry[]): string {
  const ids = blocked.slice(0, mostBlocked).map(({ localId }) => localId);
  const like = 'of the same name and category';
  const wait = countText(blocked.length, `animal ${like} waits`, `animals ${like} wait`);
  return `${wait} for this one: ${ids.join(', ')}${blocked.length > mostBlocked ? ' and others' : ''}`;
}

/** What went wrong last. If petstore no longer looks by itself, the text must not say that it does. */
export function reasonText({ state, lastError, history }: Pick<Entry, 'state' | 'lastError' | 'history'>): string {
  const last = history.findLast(({ kind }) => kind === 'outcome' || kind === 'edited');
  // What the store said of the data is no reason any more once a person changed them.
  const message = last?.kind === 'edited' && state !== 'review' ? '' : (lastError?.message ?? '');
  return state === 'checking' || state === 'sending' ? message : withoutPromise(message);
}

/** A refusal with the service's own words first: `400 name: no animals with "bad"`. */
export function shortReason(message: string): string {
  const [, status, words] = /^\S+ (?:rejected|refused) the animal \((\d{3})\): (.+)$/su.exec(message) ?? [];
  return status === undefined || words === undefined ? message : `${status} ${words}`;
}

/** Why the store refused an animal, in short; undefined: it did not, or the animal was changed since. */
export function refusalText({ history }: Pick<Entry, 'history'>): string | undefined {
  const last = history.findLast((record) => record.kind === 'outcome' || record.kind === 'edited');
  return last?.kind === 'outcome' && last.result.type === 'rejected'
    ? shortReason(last.result.problem.message)
    : undefined;
}

/** The field that a reason is about; undefined if it does not name exactly one. */
export function fieldInReason(reason: string): PetWord | undefined {
  const named = petFieldList.filter(({ field, word }) => new RegExp(`\\b(?:${field}|${word})s?\\b`, 'iu').test(reason));
  return named.length === 1 ? named[0]?.word : undefined;
}

/**
 * What becomes of an animal that was sent, as a person wants it; empty: it is sent again if it is not there. If that is
 * for the person to decide, their intent so far.
 */
export function ifAbsentText(entry: Intended): string {
  const { state, name, body, ifAbsent, instead } = entry;
  const change = instead && instead.body !== body ? instead : undefined;
  const changed = change && change.name !== name ? ` as ${shortName(change.name)}` : ' as you changed it';
  const as = change ? changed : '';
  const intent = state === 'review' ? lastIntent(entry) : undefined;
  if (intent !== undefined) {
    return `You asked to ${intent === 'held' ? `hold it${as}` : 'discard it'}; sending it again ends that.`;
  }

  if (ifAbsent === undefined && change === undefined) {
    return '';
  }

  return state === 'review' ? `It is sent${as} if you send it again.` : whenAbsent(ifAbsent, as);
}

type Intended = Pick<Entry, 'state' | 'name' | 'body' | 'ifAbsent' | 'instead' | 'history'>;

function whenAbsent(ifAbsent: Entry['ifAbsent'], as: string): string {
  const then = { sent: `sent${as}`, held: `held${as}, not sent,`, discarded: 'discarded, not sent,' };
  return `It is ${then[ifAbsent ?? 'sent']} if it is not on the store.`;
}

/** The meaning of any change by a person while an animal is being checked; undefined: it is not. */
export function checkedText(entry: Intended): string | undefined {
  return entry.state === 'checking'
    ? `is ${describeState(entry.state)}. ${ifAbsentText(entry) || whenAbsent(undefined, ' again')}`
    : undefined;
}

/** Said of a discarded animal that may have been sent; empty: it was not. */
export function staysText({ state, undecided }: Pick<Entry, 'state' | 'undecided'>): string {
  return state === 'discarded' && undecided !== undefined ? ' If it is on the store, it stays there.' : '';
}

/** The same where many were changed as one. Only those that are being checked are told of. */
export function manyCheckedText(entries: readonly Intended[]): string {
  const checked = entries.flatMap((entry) => (checkedText(entry) === undefined ? [] : [entry]));
  const [first] = checked;
  if (!first) {
    return '';
  }

  const { ifAbsent } = first;
  const isOneIntent = checked.every((entry) => entry.ifAbsent === ifAbsent);
  const then = isOneIntent ? ` ${whenAbsent(ifAbsent, ' as it is now').replace('It is', 'Each is')}` : '';
  return ` ${countText(checked.length, 'of them is', 'of them are')} ${describeState('checking')}.${then}`;
}

const intents = ['discarded', 'restored', 'held', 'released', 'attempt', 'sent-again'] as const;

/** The intent of a person for an animal since it was last sent; undefined: to have it sent. */
function lastIntent({ history }: Pick<Entry, 'history'>): 'held' | 'discarded' | undefined {
  const last = history.findLast((record) => intents.some((kind) => kind === record.kind))?.kind;
  return last === 'discarded' || last === 'held' ? last : undefined;
}

/** The intent for an animal that was on the store before a person changed or discarded it; empty: no such intent. */
export function tooLateText(entry: Entry): string {
  const { state, body, instead } = entry;
  if (state !== 'created') {
    return '';
  }

  if (instead !== undefined && instead.body !== body) {
    const changes = petFieldList
      .filter(({ field }) => instead[field] !== entry[field])
      .map(({ field, word }) => `${word} ${instead[field] ?? 'not set'}`);
    return `It was on the store before your change, which was not made: ${changes.join(', ')}.`;
  }

  const intent = lastIntent(entry);
  return intent === undefined ? '' : `It was on the store before it was ${intent}, so it stays there.`;
}
