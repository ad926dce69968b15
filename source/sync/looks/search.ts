/** Checking by searching: one reading of the list for every entry whose answer was lost. */
import { randomUUID } from 'node:crypto';
import { type Entry, matchingKey } from '../../domain/entry.js';
import { compareInt64, type Int64 } from '../../domain/int64.js';
import type { Problem } from '../../domain/problem.js';
import { withoutPromise } from '../../domain/lost-answer.js';
import type { EntryRecord } from '../../domain/record.js';
import { unlessErrno } from '../../platform/files/errno.js';
import { isoNow } from '../../platform/time/clock.js';
import type { RequestFailure } from '../../client/outcomes/outcomes.js';
import { answeredAt, nextTryAt } from '../../domain/waits.js';
import type { EngineState } from '../engine-state.js';
import { refreshQueue } from '../evidence/queue-view.js';
import { isLikeCap, namesNextPage } from '../lists/read-list.js';
import { readFresh } from './read-fresh.js';
import { decide, type Decision, explain } from '../evidence/decide.js';
import { type Ground, type Look, see } from '../evidence/see.js';
import { doIdsRise, footprintOf } from '../evidence/footprint.js';
import { isOwnedByAnother } from '../evidence/ownership.js';

/** Looks in a row that could not be finished, after which a person is asked. */
const mostRounds = 5;

/** Looks once for all of these and records the proof. Resolves to false if the store could not be reached. */
export async function searchFor(engine: EngineState, entries: readonly Entry[], signal: AbortSignal): Promise<boolean> {
  const began = engine.present();
  const at = isoNow(engine.clock);
  // A balancer may send another connection to another replica.
  const newConnection = entries.some(({ undecided }) => undecided?.searches.length);
  const sight = await readFresh(engine, signal, { newConnection });
  if (sight.type === 'failed') {
    const isReached = sight.connection === 'error' || sight.forbidden === true;
    if (isReached && sight.aborted !== true) {
      await recordFailures(engine, entries, sight);
    }

    return isReached && sight.aborted !== true;
  }

  if (sight.ageMs > 0) {
    await recordFailures(engine, entries, { problem: staleList });
    return true;
  }

  const look: Look = {
    began,
    at,
    isToTheEnd: sight.complete,
    pets: sight.pets,
    isGrown: engine.saved.lists.all?.grew === true && !isLikeCap(sight.pets.length),
    namesNextPage: await namesNextPage(engine.client, sight, signal),
  };
  await engine.local.archive.prepareOwners();
  for (const entry of entries) {
    await searchForOne(engine, entry, look);
  }

  return true;
}

const staleList: Problem = {
  code: 'stale_list',
  message: 'The list came out of a cache on the way to the store, so it proves nothing.',
};

/** More newcomers than these are not remembered: then each is taken for one that came later. */
const mostOthers = 100;

async function searchForOne(engine: EngineState, entry: Entry, look: Look): Promise<void> {
  const { local, clock } = engine;
  const { baseline = null, highest } = entry.undecided ?? {};
  const awaited = new Set(
    local.journal
      .entries()
      .flatMap((each) => (each.undecided && each.localId !== entry.localId ? [matchingKey(each)] : [])),
  );
  const risenTo = highest !== undefined && doIdsRise(engine.credit.ids, highest) ? highest : undefined;
  const ground: Ground = {
    before: baseline === null ? upTo(risenTo) : await local.baselines.read(baseline),
    risenTo,
    isOwned: (pet) => isOwnedByAnother(engine, pet, entry.localId),
    isAwaited: (pet) => awaited.has(matchingKey(pet)),
  };
  const footprint = footprintOf(engine);
  const seen = see(entry, look, footprint, ground);
  const { candidates, witness, others } = seen;
  const decision = decide(entry, look, seen, footprint, ground);
  const looked = await local.journal.append(entry, {
    kind: 'looked',
    at: isoNow(clock),
    uptime: look.began.uptime,
    boot: look.began.boot,
    complete: look.isToTheEnd,
    candidates: [...candidates],
    ...(witness === undefined ? {} : { witness }),
    ...(others.length > mostOthers ? {} : { others: others.map(({ id }) => id) }),
  });
  const record = toRecord(entry, decision, isoNow(clock), local.journal.entries());
  if (record?.kind === 'adopted') {
    const claiming = local.whileClaiming(clock, async () => {
      await refreshQueue(engine);
      // Given to another animal by a person just now: the next search sees what is left.
      if (!isOwnedByAnother(engine, record.pet, entry.localId)) {
        await local.journal.append(looked, record);
      }
    });
    // One that stands still while it claims (SIGSTOP) holds up no other animal: the next search finds it.
    await unlessErrno(claiming, 'EDEADLK');
  } else if (record) {
    await local.journal.append(looked, record);
  }
}

/** Where ids rise with time the highest one stands for all that was there. */
function upTo(highest: Int64 | undefined): Ground['before'] {
  return highest === undefined ? undefined : { has: (id) => compareInt64(id, highest) <= 0, size: Infinity };
}

/** A refusal that nobody signed, and that always came to nothing, is the service's word after so many times. */
const mostRefusals = 3;

function toRecord(entry: Entry, decision: Decision, at: string, entries: readonly Entry[]): EntryRecord | undefined {
  switch (decision.type) {
    case 'adopt': {
      const { pet } = decision;
      const evidence =
        `#${pet.id} is the only new animal with this name and category, and was not there before it ` + `was sent.`;
      return { kind: 'adopted', at, pet, by: 'engine', evidence };
    }
    case 'absent': {
      const refusal = findRefusal(entry, entries);
      return { kind: 'absent', at, key: randomUUID(), ...(refusal ? { refusal } : {}) };
    }
    case 'ask':
      return { kind: 'review', at, reason: explain(decision.code, entry), candidates: [...decision.candidates] };
    case 'wait':
      return undefined;
  }
}

/** In the place of the status of an answer that never came. */
const noAnswer = 0;
/**
 * Bare refusals that tell nothing of the animal: of the key (401), of a proxy that wants a login of its own (407), and
 * of the time at which it was sent (408, 425, 429). However often they come, the animal waits.
 */
const notOfTheAnimal: readonly number[] = [noAnswer, 401, 407, 408, 425, 429];

/**
 * Why the same bytes came to nothing each of the last times; undefined: not often enough. An error of the service's own
 * (409, 5xx, a redirect) says something of the animal only if others were taken in meanwhile.
 */
function findRefusal({ history, localId }: Entry, entries: readonly Entry[]): Problem | undefined {
  const refusals: { readonly problem: Problem; readonly at: number; readonly isBare: boolean }[] = [];
  for (const record of history.toReversed()) {
    if (record === undefined || record.kind === 'edited' || record.kind === 'entered') {
      break;
    }

    // What never left this machine tells nothing of the animal.
    if (record.kind === 'outcome' && record.result.type !== 'not-sent') {
      const { result, at } = record;
      if (result.type !== 'unknown' || notOfTheAnimal.includes(result.problem.status ?? noAnswer)) {
        break;
      }

      refusals.push({ problem: result.problem, at: Date.parse(at), isBare: result.refusal !== undefined });
    }
  }

  const [last] = refusals;
  const first = refusals[mostRefusals - 1];
  if (last === undefined || first === undefined) {
    return undefined;
  }

  const wasTakenIn = (other: Entry): boolean =>
    other.localId !== localId && other.state === 'created' && (answeredAt(other) ?? 0) > first.at;
  return refusals.every(({ isBare }) => isBare) || entries.some(wasTakenIn)
    ? {
        ...last.problem,
        code: 'rejected',
        message:
          `${withoutPromise(last.problem.message)} It was not there afterwards, ${refusals.length} ` +
          `times: it is not sent again by itself.`,
      }
    : undefined;
}

/** A search that failed, or proves nothing. The next one is at least a settle time away. */
async function recordFailures(
  engine: EngineState,
  entries: readonly Entry[],
  { problem, retryAfterMs = 0 }: Pick<RequestFailure, 'problem' | 'retryAfterMs'>,
): Promise<void> {
  const { local, clock, random } = engine.options;
  for (const entry of entries) {
    const at = isoNow(clock);
    const rounds = (entry.undecided?.failedSearches ?? 0) + 1;
    const failed = await local.journal.append(entry, {
      kind: 'not-looked',
      at,
      problem,
      nextTryAt: nextTryAt(clock.now(), rounds, random, Math.max(engine.settleMs, retryAfterMs)),
    });
    if (rounds >= mostRounds) {
      const reason = `${explain('list-not-read', entry)} ${problem.message}`;
      await local.journal.append(failed, { kind: 'review', at, reason, candidates: [] });
    }
  }
}
