/** Checking by looking: one reading of the list for every entry whose answer was lost. */
import { randomUUID } from 'node:crypto';
import type { Entry } from '../domain/entry.js';
import { compareInt64, type Int64, toInt64 } from '../domain/int64.js';
import type { Pet } from '../domain/pet.js';
import type { EntryRecord } from '../domain/record.js';
import { isoNow } from '../platform/clock.js';
import type { Failure } from '../remote/outcomes.js';
import { nextTryAt } from './back-off.js';
import type { Context } from './context.js';
import { readFresh } from './listing.js';
import { habitsOf, ownerOf } from './owners.js';
import type { Reading } from './read-list.js';
import { findCandidates, findChanged, reconcile, type Verdict } from './reconcile.js';

/** Checking rounds without a verdict after which a person is asked. */
const mostRounds = 5;

/** Looks once for all of these entries and records what that proves. Resolves to false where the store could not be reached. */
export async function lookFor(context: Context, entries: readonly Entry[], signal: AbortSignal): Promise<boolean> {
  const { clock } = context;
  const uptime = clock.uptime();
  const reading = await readFresh(context, signal);
  if (reading.type === 'failed') {
    const isReached = reading.connection === 'error' || reading.forbidden === true;
    if (isReached && reading.aborted !== true) {
      for (const entry of entries) {
        await recordFailure(context, entry, reading);
      }
    }

    return isReached;
  }

  if (reading.ageMs > 0) {
    const problem = { code: 'stale_list', message: 'The list came out of a cache on the way to the store, so it proves nothing.' };
    for (const entry of entries) {
      await recordFailure(context, entry, { type: 'failed', connection: 'error', problem });
    }

    return true;
  }

  for (const entry of entries) {
    await lookForOne(context, entry, reading, uptime, signal);
  }

  return true;
}

async function lookForOne(context: Context, entry: Entry, reading: Reading, uptime: number, signal: AbortSignal): Promise<void> {
  const { store, clock } = context;
  const { undecided } = entry;
  const fence = undecided && undecided.fence !== null ? await store.fences.read(undecided.fence) : undefined;
  const owned = { has: (id: Int64): boolean => ownerOf(store, id, entry.localId) !== undefined };
  const seen = reading.complete ? reading.pets : [...reading.pets, ...(await readAbove(context, reading.pets, signal))];
  const candidates = findCandidates(entry, seen, fence, owned);
  const looked = await store.queue.append(entry, { kind: 'looked', at: isoNow(clock), uptime, complete: reading.complete, candidates: [...candidates] });
  const changed = fence ? findChanged(entry, seen, fence, owned) : [];
  const record = toRecord(reconcile(looked, { hasStrongFence: fence !== undefined, changed, habits: habitsOf(context) }), isoNow(clock));
  if (record) {
    await store.queue.append(looked, record);
  }
}

function toRecord(verdict: Verdict, at: string): EntryRecord | undefined {
  switch (verdict.type) {
    case 'adopt':
      return { kind: 'adopted', at, pet: verdict.pet, by: 'engine', evidence: verdict.evidence };
    case 'absent':
      return { kind: 'absent', at, key: randomUUID() };
    case 'review':
      return { kind: 'review', at, reason: verdict.reason, candidates: [...verdict.candidates] };
    case 'look-again':
      return undefined;
  }
}

/** A look that could not be made, or proves nothing. The next one is at least a settle time away, as between any two. */
async function recordFailure(context: Context, entry: Entry, { problem, retryAfterMs = 0 }: Failure): Promise<void> {
  const { store, clock, random, settleMs } = context;
  const at = isoNow(clock);
  const rounds = (entry.undecided?.failedLooks ?? 0) + 1;
  const failed = await store.queue.append(entry, { kind: 'not-looked', at, problem, nextTryAt: nextTryAt(clock.now(), rounds, random, Math.max(settleMs, retryAfterMs)) });
  if (rounds >= mostRounds) {
    const reason = `The answer was lost, and ${mostRounds} attempts to find out whether the animal arrived failed. ${problem.message}`;
    await store.queue.append(failed, { kind: 'review', at, reason, candidates: [] });
  }
}

const mostAbove = 20;

/**
 * Pets beyond the end of a list that does not show everything, read one by one upward from the highest known id. They may be
 * candidates to show a person; their absence proves nothing, as ids can jump.
 */
async function readAbove(context: Context, pets: readonly Pet[], signal: AbortSignal): Promise<readonly Pet[]> {
  const known: readonly Int64[] = [...pets, ...context.saved.pets].map(({ id }) => id);
  if (known.length === 0) {
    return [];
  }

  const highest = known.reduce((a, b) => (compareInt64(a, b) > 0 ? a : b));
  const found: Pet[] = [];
  for (let step = 1n; step <= mostAbove; step += 1n) {
    const id = toInt64(BigInt(highest) + step);
    const outcome = id === undefined ? undefined : await context.remote.get(id, signal);
    if (outcome?.type === 'pet') {
      found.push(outcome.pet);
    } else if (outcome?.type !== 'not-found') {
      break;
    }
  }

  return found;
}
