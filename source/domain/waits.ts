/** Why a queued animal is not sent although the store can be reached: for the sender's plan, and for people. */
import { type Entry, matchingKey } from './entry.ts';
import type { EntryRecord } from './record.ts';

/** The reason why an animal is not sent yet. */
export type Wait =
  /** It was just entered, and rests until then, ISO, so that it can be taken back; nothing else holds it back. */
  | { readonly type: 'rest'; readonly until: string }
  /** It must be decided whether this one, of the same name and category, arrived. */
  | { readonly type: 'blocked'; readonly by: Entry }
  /** The service asked to wait until then, ISO, whichever animal it was asked with. */
  | { readonly type: 'deferred'; readonly until: string }
  /** The service is in trouble: no other is risked before that one is decided, or (`until`, ISO) before then. */
  | { readonly type: 'outage'; readonly by: Entry; readonly until: string | undefined };

/** A wait that ends later than this, in milliseconds, was written under a wrong clock. */
export const longestWaitMs = 60 * 60 * 1000;

/** Whether it may be on the service without anybody knowing. */
export function isUndecided({ undecided, state }: Entry): boolean {
  return undecided !== undefined && state !== 'created' && state !== 'discarded';
}

/** Whether the service asked to wait when this was last sent. */
export function isDeferred({ state, history }: Entry): boolean {
  const last = history.at(-1);
  return state === 'queued' && last?.kind === 'outcome' && last.result.type === 'deferred';
}

/** Milliseconds until an entry's own wait ends; 0: no wait, it is over, or it was written under a wrong clock. */
export function dueIn({ nextTryAt }: Entry, now: number): number {
  const left = nextTryAt === undefined ? 0 : Date.parse(nextTryAt) - now;
  return left > 0 && left <= longestWaitMs ? left : 0;
}

/** The longest that an animal rests before it is sent, in milliseconds. */
export const longestRestMs = 60_000;

/** Milliseconds until an animal that was just entered may be sent; 0: it may be, or its rest is of a wrong clock. */
export function restsFor({ restsUntil, state }: Pick<Entry, 'restsUntil' | 'state'>, now: number): number {
  const left = restsUntil === undefined || state !== 'queued' ? 0 : Date.parse(restsUntil) - now;
  return left > 0 && left <= longestRestMs ? left : 0;
}

/** Whether a person's `sync` at that moment ends an entry's own wait: it ends all but what the service asks for. */
export function isRetryRequested(entry: Entry, since: number): boolean {
  const last = entry.history.at(-1);
  return last !== undefined && !isDeferred(entry) && Date.parse(last.at) < since;
}

/**
 * How long after an animal that a person must decide the next one is tried, in milliseconds: a store that answered with
 * an error is in trouble itself, while an answer that was lost on a weak signal says nothing of the store.
 */
const shortestOutageMs = { error: 10 * 60_000, lost: 2 * 60_000 };
/** More lost answers in a row than this are an outage. One alone is an accident; an error is none. */
const mostLostInRow = 1;

/**
 * Why no more is sent to a service that honours no keys: since it last took an animal in, it answered one with an error
 * that leaves the animal open, or several answers in a row were lost (a 202 is none: it says that it is there). Each animal that is sent into an outage may end
 * with a person, so one is in doubt at a time, and each that a person must decide makes the next wait longer.
 * `retryRequestedAt`: when a person last asked to go on, in milliseconds since 1970, which ends such a wait.
 */
export function findOutage(
  entries: readonly Entry[],
  now: number,
  retryRequestedAt = -Infinity,
): Extract<Wait, { type: 'outage' }> | undefined {
  const suspects = entries
    .filter(isUndecided)
    .filter(({ undecided }) => undecided?.honoured === false && !undecided.isCopied && !undecided.applied);
  if (suspects.length === 0) {
    return undefined;
  }

  const created = Map.groupBy(entries.filter(({ state }) => state === 'created').map(lastSent), ({ boot }) => boot);
  // One for each start of the machine.
  const accepted = [...created.values()].map((sent) =>
    sent.reduce((last, each) => (isLater(each, last) ? each : last)),
  );
  const recent = suspects.filter((entry) => accepted.every((each) => isLater(lastSent(entry), each)));
  if (recent.length === 0 || (recent.length <= mostLostInRow && !recent.some(isAnsweredWithError))) {
    return undefined;
  }

  const open = recent.find(({ state }) => state === 'checking' || state === 'sending');
  if (open) {
    return { type: 'outage', by: open, until: undefined };
  }

  const shortest = shortestOutageMs[recent.some(isAnsweredWithError) ? 'error' : 'lost'];
  const wait = Math.min(shortest * 2 ** (recent.length - 1), longestWaitMs);
  // There may be more of them than a call takes arguments.
  const lastAt = recent.reduce((last, entry) => Math.max(last, answeredAt(entry) ?? 0), 0);
  const until = lastAt + wait;
  const [by] = recent;
  return by && until > now && until <= now + longestWaitMs && lastAt >= retryRequestedAt
    ? { type: 'outage', by, until: new Date(until).toISOString() }
    : undefined;
}

/** When an animal was last sent, by the machine's own clock and by the calendar, in milliseconds. */
type Sent = { readonly boot: string | undefined; readonly uptime: number; readonly answeredAt: number };

function lastSent(entry: Entry): Sent {
  const last = entry.history.findLast((record) => record.kind === 'attempt');
  return { boot: last?.boot, uptime: last?.uptime ?? 0, answeredAt: answeredAt(entry) ?? 0 };
}

/** Within one start of the machine its own clock tells, whatever somebody sets the calendar to. */
function isLater(one: Sent, other: Sent): boolean {
  return one.boot !== undefined && one.boot === other.boot
    ? one.uptime > other.uptime
    : one.answeredAt > other.answeredAt;
}

/** When the service last answered for an animal, or did not, in milliseconds since 1970; undefined: never. */
export function answeredAt({ history }: Entry): number | undefined {
  const last = history.findLast((record) => record.kind === 'outcome');
  return last && Date.parse(last.at);
}

/** When an animal was last sent, by the calendar, in milliseconds since 1970; 0: never. */
function lastSentAt({ history }: Entry): number {
  const last = history.findLast((record) => record.kind === 'attempt');
  return last ? Date.parse(last.at) : 0;
}

const lastResult = ({ history }: Entry) => history.findLast((record) => record.kind === 'outcome')?.result;

/** Whether the last attempt found no store at the address. */
export function isTurnedAway(entry: Entry): boolean {
  return lastResult(entry)?.type === 'misconfigured';
}

/** Whether an answer came to the last attempt, and left the animal open. */
export function isAnsweredWithError(entry: Entry): boolean {
  const result = lastResult(entry);
  return result?.type === 'unknown' && result.applied !== true && result.problem.status !== undefined;
}

/**
 * For so long after it was sent an animal whose answer is open keeps others like it back, with the default settle time.
 */
const blocksForMs = 2 * 60_000;

/** Finds what each queued animal waits for; the entries are gone through once, however many are asked for. */
export function findWaits(entries: readonly Entry[], now: number): (entry: Entry) => Wait | undefined {
  const isBlocking = (entry: Entry): boolean =>
    isUndecided(entry) && (entry.state === 'sending' || Math.abs(now - lastSentAt(entry)) < blocksForMs);
  const undecided = new Map(entries.filter(isBlocking).map((entry) => [matchingKey(entry), entry]));
  const until = findDeferral(entries, now);
  const outage = findOutage(entries, now);
  return (entry) => {
    if (entry.state !== 'queued') {
      return undefined;
    }

    const by = undecided.size > 0 ? undecided.get(matchingKey(entry)) : undefined;
    if (by) {
      return { type: 'blocked', by };
    }

    if (until !== undefined) {
      return { type: 'deferred', until };
    }

    // Last, as the others last longer: its seconds are counted where it is sent at their end.
    const rests = entry.restsUntil !== undefined && restsFor(entry, now) > 0;
    return outage ?? (rests ? { type: 'rest', until: entry.restsUntil } : undefined);
  };
}

/** The queued animals that wait until this one is decided. */
export function findBlocked(entries: readonly Entry[], blocker: Entry): readonly Entry[] {
  const key = isUndecided(blocker) ? matchingKey(blocker) : undefined;
  return entries.filter(
    (entry) => entry.state === 'queued' && entry.localId !== blocker.localId && matchingKey(entry) === key,
  );
}

/** When the longest wait ends that the service asked for, ISO; undefined: no such wait. */
export function findDeferral(entries: readonly Entry[], now: number): string | undefined {
  const ends = entries
    .filter((entry) => isDeferred(entry) && dueIn(entry, now) > 0)
    .flatMap(({ nextTryAt }) => nextTryAt ?? []);
  return ends.sort().at(-1);
}

const shortestMs = 1000;
const longestMs = 60_000;

/** When to try again, ISO: exponential from 1 s to 60 s with full jitter, never sooner than asked. */
export function nextTryAt(now: number, failures: number, random: () => number, atLeastMs = 0): string {
  const ceiling = Math.min(longestMs, shortestMs * 2 ** Math.min(failures, 10));
  const wait = Math.max(Math.round(random() * ceiling), Math.min(atLeastMs, longestWaitMs));
  return new Date(now + wait).toISOString();
}

/**
 * How many attempts in a row failed, the last one included. A row ends with an edit or another decision of a person, or
 * with an answer that the service gave to the data itself. `impatientSince`: attempts before that time (milliseconds
 * since 1970) do not count, as a person does not want to wait for them.
 */
export function failuresInRow(history: readonly (EntryRecord | undefined)[], impatientSince: number): number {
  const since = history.findLastIndex((record) => record !== undefined && endsRow(record));
  return history
    .slice(since + 1)
    .filter((record) => record?.kind === 'attempt' && Date.parse(record.at) >= impatientSince).length;
}

const decisions: readonly EntryRecord['kind'][] = ['edited', 'retried', 'released', 'restored', 'sent-again'];

function endsRow(record: EntryRecord): boolean {
  return (
    decisions.includes(record.kind) ||
    (record.kind === 'outcome' && (record.result.type === 'created' || record.result.type === 'rejected'))
  );
}
