/**
 * The sender's next step, as a pure function of the entries and the time.
 *
 * Checking comes before sending. Entries with the same matching key are never in flight together, and an undecided one
 * blocks its key, held or not: otherwise one animal could be taken for the other.
 */
import { type Entry, isWaiting, matchingKey } from '../../domain/entry.js';
import { elapsedAtLeast, passedSince } from '../../platform/time/clock.js';
import { nextIsAwaitedFor } from '../evidence/decide.js';
import { firstWitnessAfter, lastSent, witnessesAmong } from '../evidence/footprint.js';
import {
  dueIn,
  findOutage,
  isAnsweredWithError,
  isDeferred,
  isRetryRequested,
  isUndecided,
} from '../../domain/waits.js';

type PlanInput = {
  /** The entries that may be sent and searched for under the present key. */
  readonly entries: readonly Entry[];
  /** Entries that wait for another key: they are left alone, yet each undecided one blocks its like. */
  readonly others?: readonly Entry[] | undefined;
  /** Entries whose records cannot be read just now: they may be on their way, so they block their like. */
  readonly aside?: readonly Entry[] | undefined;
  /** Milliseconds since 1970, and since the machine started. */
  readonly now: number;
  readonly uptime: number;
  readonly boot?: string;
  /** Since when the present start of the machine is known here: a reading of `clock.uptime()`. */
  readonly since?: number;
  /** When this drain began, a reading of `clock.uptime()`. */
  readonly began?: number;
  readonly settleMs: number;
  /** Whether the service honours idempotency keys, and the credential they are sent with. */
  readonly honoured: boolean;
  /** Whether `honoured` is no only because the question got lost. */
  readonly isUnanswered: boolean;
  readonly credential: string;
  /** How many entries are planned at once. */
  readonly atOnce: number;
  /** Waits that were set before this time are over: a person asked, or the machine woke. Milliseconds since 1970. */
  readonly retryRequestedAt: number;
  /** Only this entry, if a person waits for one. */
  readonly only?: string | undefined;
};

/** The sender's next step. */
export type Plan =
  /** Send identical bytes with the same, honoured key again: the answer settles it. */
  | { readonly type: 'resend'; readonly entries: readonly Entry[] }
  /** Read the list once for all of these. */
  | { readonly type: 'search'; readonly entries: readonly Entry[] }
  | { readonly type: 'send'; readonly entries: readonly Entry[] }
  /** Do not act before then (milliseconds from now). */
  | { readonly type: 'wait'; readonly ms: number }
  /** Only a person can help, or the queue is empty. */
  | { readonly type: 'idle' };

/** So many answers that it is there, under an unknown id, are believed to be the service's last word. */
const mostWithoutId = 5;
/** Settle times in which it is asked again whether keys are honoured, if only such an answer can settle an animal. */
const mostUnanswered = 5;
/** How long after the first attempt an honoured key can be relied on: services keep them at least a day. */
const keyLifetimeMs = 23 * 60 * 60 * 1000;

/** A pure function: checking comes before sending, and waits only for events that can still come. */
export function planNext(input: PlanInput): Plan {
  const { entries, only } = input;
  const isMine = ({ localId }: Entry): boolean => only === undefined || localId === only;
  // Only tried entries decide about others: of thousands that wait these are few.
  const tried = entries.filter(
    ({ state, undecided, nextTryAt, attempts }) =>
      state === 'checking' || undecided !== undefined || nextTryAt !== undefined || attempts > 0,
  );
  const checking = tried.filter((entry) => entry.state === 'checking' && isMine(entry));
  const isPatient = (entry: Entry): boolean =>
    dueIn(entry, input.now) > 0 && !isRetryRequested(entry, input.retryRequestedAt);

  const resendable = checking.filter((entry) => isSettledByKey(entry, input));
  const resend = resendable.filter((entry) => !isPatient(entry));
  if (resend.length > 0) {
    return { type: 'resend', entries: resend.slice(0, input.atOnce) };
  }

  const searchable = checking.filter((entry) => !resendable.includes(entry));
  const search = searchable.filter(
    (entry) => !isPatient(entry) && searchIn(entry, input) <= 0 && !isLookedForNow(entry, input),
  );
  if (search.length > 0) {
    return { type: 'search', entries: search };
  }

  // The service asked to wait, and meant all that is sent to it.
  const deferredFor = Math.max(0, ...tried.filter(isDeferred).map((entry) => dueIn(entry, input.now)));
  // Of every key: two of them may turn out to be one tenant's.
  const undecided = [...tried.filter(isUndecided), ...(input.others ?? []).filter(isUndecided)];
  const blocked = new Set(
    [...undecided, ...(input.aside ?? []).filter(({ state }) => isWaiting(state))].map(matchingKey),
  );
  const outage = input.honoured ? undefined : findOutage(entries, input.now, input.retryRequestedAt);
  const send: Entry[] = [];
  for (const entry of deferredFor === 0 && !outage ? lastFailedLast(entries, tried) : []) {
    if (send.length >= input.atOnce) {
      // With thousands waiting, the following ones are not looked at for each animal that is sent.
      break;
    }

    if (entry.state === 'queued' && isMine(entry) && !isPatient(entry)) {
      const key = matchingKey(entry);
      if (!blocked.has(key)) {
        blocked.add(key);
        send.push(entry);
      }
    }
  }

  if (send.length > 0) {
    return { type: 'send', entries: send };
  }

  const { until } = outage ?? { until: new Date(input.now).toISOString() };
  const outageFor = until === undefined ? Infinity : Date.parse(until) - input.now;
  const sendable = entries.filter((entry) => entry.state === 'queued' && isMine(entry));
  const waits = [
    // Where only the key can settle it, it is asked before that whether keys are honoured.
    ...searchable.map((entry) =>
      Math.min(
        Math.max(searchIn(entry, input), dueIn(entry, input.now), awaitedFor(entry, input)),
        isAskedAgain(entry, input) ? input.settleMs : Infinity,
      ),
    ),
    ...resendable.map((entry) => dueIn(entry, input.now)),
    // A blocked entry waits for the one that blocks it, which has a wait of its own or a person to wait for.
    ...sendable
      .filter((entry) => isPatient(entry) || !blocked.has(matchingKey(entry)))
      .map((entry) => Math.max(dueIn(entry, input.now), deferredFor, outageFor)),
  ].filter((ms) => ms < Infinity);
  return waits.length > 0 ? { type: 'wait', ms: Math.max(Math.min(...waits), 1) } : { type: 'idle' };
}

/** An animal that got an error for an answer each time keeps no other from being sent. */
function lastFailedLast(entries: readonly Entry[], tried: readonly Entry[]): readonly Entry[] {
  const failed = tried.filter((entry) => entry.state === 'queued' && isAnsweredWithError(entry));
  return failed.length === 0 ? entries : [...entries.filter((entry) => !failed.includes(entry)), ...failed];
}

/** Whether a person wants something else than the same bytes sent again. */
function isOverruled({ ifAbsent, instead }: Entry): boolean {
  return ifAbsent !== undefined || instead !== undefined;
}

function isSettledByKey(entry: Entry, { honoured, credential, now, uptime }: PlanInput): boolean {
  const { undecided } = entry;
  return (
    honoured &&
    !isOverruled(entry) &&
    undecided?.honoured === true &&
    undecided.credential === credential &&
    undecided.firstSentAt !== undefined &&
    // By both clocks: the calendar's may have been set back, the machine's begins anew at each start.
    Math.abs(now - Date.parse(undecided.firstSentAt)) < keyLifetimeMs &&
    elapsedAtLeast(undecided.firstUptime ?? uptime, uptime) < keyLifetimeMs &&
    !isAnsweredForGood(entry)
  );
}

/** Whether the key's answer is known and of no use: the same bytes get the same, and only searching helps. */
function isAnsweredForGood({ history }: Entry): boolean {
  const results = history.flatMap((record) => (record?.kind === 'outcome' ? [record.result] : []));
  const last = results.at(-1);
  const withoutId = results.filter((result) => result.type === 'unknown' && result.applied === true).length;
  return (
    last?.type === 'rejected' || (last?.type === 'unknown' && last.problem.status === 422) || withoutId >= mostWithoutId
  );
}

/** Whether it was sent without a baseline, as its key was honoured: searching for it could only end with a person. */
export function isSettledByKeyAlone(entry: Entry): boolean {
  const { state, undecided } = entry;
  return state === 'checking' && undecided?.honoured === true && undecided.baseline === null && !isOverruled(entry);
}

function isAskedAgain(entry: Entry, { isUnanswered, credential }: PlanInput): boolean {
  return isUnanswered && isSettledByKeyAlone(entry) && entry.undecided?.credential === credential;
}

/** Milliseconds until the next search may be made: a settle time from sending, and one between two searches. */
function searchIn(entry: Entry, input: PlanInput): number {
  const last = entry.undecided?.searches.at(-1) ?? lastSent(entry);
  if (last === undefined) {
    return 0;
  }

  const settleMs = input.settleMs * (isAskedAgain(entry, input) ? mostUnanswered : 1);
  return settleMs - passedSince(last, { since: input.uptime, ...input });
}

/**
 * Whether this drain looked for it already, and only the next animal of ours can tell more: where a look takes longer
 * than a settle time the next one would always be due.
 */
function isLookedForNow(entry: Entry, input: PlanInput): boolean {
  const last = entry.undecided?.searches.at(-1);
  const { boot, began = Infinity } = input;
  return last !== undefined && last.boot === boot && last.uptime >= began && awaitedFor(entry, input) > 0;
}

/** Milliseconds for which only the next animal of ours, once the store took it in, makes a look worth while. */
function awaitedFor(entry: Entry, { entries, settleMs, now, ...present }: PlanInput): number {
  const sent = lastSent(entry);
  const next =
    sent &&
    firstWitnessAfter({ witnesses: witnessesAmong(entries), settleMs }, sent, { since: present.uptime, ...present });
  return nextIsAwaitedFor(entry, next, now);
}
