/**
 * The sender's next step, as a pure function of the entries and the time.
 *
 * Checking comes before sending. An entry whose answer is open never blocks others, but for those with its name and
 * category, and those only until a request that comes late has arrived: a litter of one name does not stand still.
 */
import { type Entry, matchingKey } from '../../domain/entry.ts';
import { elapsedAtLeast, passedSince, type Present } from '../../platform/time/clock.ts';
import { type Knowledge, lastSent } from '../reconcile/known.ts';
import { isLookAtOnce, lookDueIn } from '../reconcile/reconcile.ts';
import type { AttemptResult } from '../../domain/record.ts';
import {
  answeredAt,
  dueIn,
  findOutage,
  isAnsweredWithError,
  isDeferred,
  isRetryRequested,
  isTurnedAway,
  isUndecided,
  restsFor,
} from '../../domain/waits.ts';

type PlanInput = {
  /** The entries that may be sent and searched for under the present key. */
  readonly entries: readonly Entry[];
  /** Entries that wait for another key: they are left alone, yet each undecided one blocks its like. */
  readonly others?: readonly Entry[] | undefined;
  /** Milliseconds since 1970, and since the machine started. */
  readonly now: number;
  readonly uptime: number;
  readonly boot?: string;
  /** Since when the present start of the machine is known here: a reading of `clock.uptime()`. */
  readonly since?: number;
  /** What is known of the store: when looks are due. */
  readonly knowledge: Knowledge;
  readonly settleMs: number;
  /** The store answered unclearly: milliseconds until another animal may be sent. */
  readonly sendInMs?: number;
  /** Nothing is sent: only the looks that are due are made. */
  readonly looksOnly?: boolean | undefined;
  /** Whether the service honours idempotency keys, and the credential they are sent with. */
  readonly honoured: boolean;
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

/** So many answers that it is there, under an unknown id, or with another animal, are the service's last word. */
const mostVainAnswers = 5;
/** How long after the first attempt an honoured key can be relied on: services keep them at least a day. */
const keyLifetimeMs = 23 * 60 * 60 * 1000;

/** A pure function: checking comes before sending, and waits only for events that can still come. */
export function planNext(input: PlanInput): Plan {
  const { entries, only, sendInMs = 0 } = input;
  const present = { since: input.uptime, ...input };
  const isMine = ({ localId }: Entry): boolean => only === undefined || localId === only;
  // Only tried entries decide about others: of thousands that wait these are few.
  const tried = entries.filter(
    ({ state, undecided, nextTryAt, attempts }) =>
      state === 'checking' || undecided !== undefined || nextTryAt !== undefined || attempts > 0,
  );
  // Whoever may use the network makes the looks that are due, whichever animal it is there for.
  const checking = tried.filter(({ state }) => state === 'checking');
  const isPatient = (entry: Entry): boolean =>
    dueIn(entry, input.now) > 0 && !isRetryRequested(entry, input.retryRequestedAt);

  const resendable = checking.filter((entry) => isSettledByKey(entry, input));
  const resend = resendable.filter((entry) => isMine(entry) && !isPatient(entry));
  if (resend.length > 0 && input.looksOnly !== true) {
    return { type: 'resend', entries: resend.slice(0, input.atOnce) };
  }

  const searchable = checking.filter((entry) => !resendable.includes(entry));
  // The look right after the loss has no patience: it is of use only then.
  const isAtOnce = (entry: Entry): boolean => isLookAtOnce(entry, input.knowledge, present);
  const search = searchable.filter((entry) => isAtOnce(entry) || (!isPatient(entry) && searchIn(entry, input) <= 0));
  if (search.length > 0) {
    return { type: 'search', entries: search };
  }

  if (input.looksOnly === true) {
    return { type: 'idle' };
  }

  // The service asked to wait, and meant all that is sent to it.
  const deferredFor = Math.max(0, ...tried.filter(isDeferred).map((entry) => dueIn(entry, input.now)));
  // Of every key: two of them may turn out to show one store.
  const undecided = [...tried, ...(input.others ?? [])].filter((entry) =>
    blocksItsLike(entry, present, input.settleMs),
  );
  const blocked = new Set(undecided.map(matchingKey));
  const outage = input.honoured ? undefined : findOutage(entries, input.now, input.retryRequestedAt);
  const planned = new Set<string>();
  const send: Entry[] = [];
  for (const entry of deferredFor === 0 && sendInMs === 0 && !outage ? lastFailedLast(entries, tried) : []) {
    if (send.length >= input.atOnce) {
      // With thousands waiting, the following ones are not looked at for each animal that is sent.
      break;
    }

    if (entry.state === 'queued' && isMine(entry) && !isPatient(entry) && restsFor(entry, input.now) === 0) {
      const key = matchingKey(entry);
      if (!blocked.has(key)) {
        blocked.add(key);
        planned.add(key);
        send.push(entry);
      } else if (!input.honoured && planned.has(key)) {
        // Without keys all go in their order, and this one waits for the answer to its like.
        break;
      }
    }
  }

  if (send.length > 0) {
    return { type: 'send', entries: send };
  }

  const { until } = outage ?? { until: new Date(input.now).toISOString() };
  const blockedFor = (entry: Entry): number =>
    undecided
      .filter((other) => matchingKey(other) === matchingKey(entry))
      .reduce((most, other) => Math.max(most, unblocksIn(other, present, input.settleMs)), 0);
  const outageFor = until === undefined ? Infinity : Date.parse(until) - input.now;
  const sendable = entries.filter((entry) => entry.state === 'queued' && isMine(entry));
  const waits = [
    ...searchable.filter(isMine).map((entry) => Math.max(searchIn(entry, input), dueIn(entry, input.now))),
    ...resendable.filter(isMine).map((entry) => dueIn(entry, input.now)),
    // A blocked entry waits for the one that blocks it, two settle times at most.
    ...sendable.map((entry) =>
      Math.max(
        dueIn(entry, input.now),
        restsFor(entry, input.now),
        deferredFor,
        outageFor,
        sendInMs,
        blockedFor(entry),
      ),
    ),
  ].filter((ms) => ms < Infinity);
  return waits.length > 0 ? { type: 'wait', ms: Math.max(Math.min(...waits), 1) } : { type: 'idle' };
}

/**
 * An animal that got an error for an answer, or was sent as if to a wrong address, keeps no other from being sent: it
 * comes after those that did not, and whichever was answered so last is the last.
 */
function lastFailedLast(entries: readonly Entry[], tried: readonly Entry[]): readonly Entry[] {
  const failed = tried.filter(
    (entry) => entry.state === 'queued' && (isAnsweredWithError(entry) || isTurnedAway(entry)),
  );
  const byAnswer = failed.toSorted((one, other) => (answeredAt(one) ?? 0) - (answeredAt(other) ?? 0));
  return failed.length === 0 ? entries : [...entries.filter((entry) => !failed.includes(entry)), ...byAnswer];
}

/** Whether a person wants something else than the same bytes sent again. */
function isOverruled({ ifAbsent, instead }: Entry): boolean {
  return ifAbsent !== undefined || instead !== undefined;
}

function isSettledByKey(entry: Entry, input: PlanInput): boolean {
  const { honoured, credential, now, uptime } = input;
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
    !isAnsweredForGood(entry, input)
  );
}

/** Whether the key's answer is known and of no use: the same bytes get the same, and only looking helps. */
function isAnsweredForGood({ history }: Entry, { settleMs, now }: PlanInput): boolean {
  const still = history.find((record) => record.kind === 'outcome' && isStillRunning(record.result));
  if (still && Math.abs(now - Date.parse(still.at)) >= arrivesWithin * settleMs) {
    return true;
  }

  const results = history.flatMap((record) => (record.kind === 'outcome' ? [record.result] : []));
  const last = results.at(-1);
  const isVain = (result: AttemptResult): boolean =>
    result.type === 'unknown' && (result.applied === true || result.problem.code === 'not_ours');
  return (
    last?.type === 'rejected' ||
    (last?.type === 'unknown' && last.problem.status === 422) ||
    results.filter(isVain).length >= mostVainAnswers
  );
}

/** The store says that the first request of this key still runs. */
function isStillRunning(result: AttemptResult): boolean {
  return result.type === 'unknown' && result.problem.status === 409;
}

/** Milliseconds until the next look may be made. */
function searchIn(entry: Entry, input: PlanInput): number {
  return lookDueIn(entry, input.knowledge, { since: input.uptime, ...input });
}

/** In settle times: a request that comes late has arrived by then. */
const arrivesWithin = 2;

/** Whether an entry's answer is open, and so young that another one with its name and category waits. */
export function blocksItsLike(entry: Entry, present: Present, settleMs: number): boolean {
  return isUndecided(entry) && (entry.state === 'sending' || unblocksIn(entry, present, settleMs) > 0);
}

function unblocksIn(entry: Entry, present: Present, settleMs: number): number {
  const sent = lastSent(entry);
  return sent === undefined ? 0 : arrivesWithin * settleMs - passedSince(sent, present);
}
