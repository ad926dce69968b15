/** Checking by searching: one reading of the list for every entry whose answer was lost. */
import { randomUUID } from 'node:crypto';
import type { Entry } from '../../domain/entry.js';
import { compareInt64, highestInt64, type Int64, toInt64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';
import type { Problem } from '../../domain/problem.js';
import { withoutPromise } from '../../domain/promise-to-look.js';
import type { EntryRecord } from '../../domain/record.js';
import { unlessErrno } from '../../platform/files/errno.js';
import { elapsedAtLeast, isoNow } from '../../platform/time/clock.js';
import type { RequestFailure } from '../../client/outcomes/outcomes.js';
import { nextTryAt } from '../outbox/back-off.js';
import type { EngineState } from '../engine-state.js';
import { refreshQueue } from '../outbox/queue-view.js';
import { settleMs } from './lag.js';
import { matchingKey } from '../../domain/matching-key.js';
import { answeredAt } from '../../domain/waits.js';
import { readFresh, type FreshReading } from './baseline.js';
import { quirksOf, isOwnedByAnother } from './ownership.js';
import { doIdsRise } from './rising-ids.js';
import { type Grounds, reconcile, type Verdict, viewOf } from './verdict.js';
import {
  judgeWholeness,
  mayHaveSlidIn,
  namesNextPage,
  readByStatus,
  readUnlisted,
  unlistedIds,
  type Wholeness,
} from './second-opinion.js';
import { lostAnswerStart } from '../../domain/lost-answer.js';

/** Checking rounds without a verdict after which a person is asked. */
const mostRounds = 5;

/** What one reading showed, for every entry that is searched for. */
type SearchReading = {
  readonly sight: FreshReading;
  /** When it began: a reading of `clock.uptime()`. */
  readonly uptime: number;
  /** What the list holds, or, where it does not show everything, may hold. */
  readonly seen: readonly Pet[];
  /** What only the list of a status shows; undefined: no second opinion was asked for. */
  readonly hidden: readonly Pet[] | undefined;
  /** What no list shows, and is there when it is asked for by id. */
  readonly unlisted: readonly Pet[];
  /**
   * Of a second opinion: whether the list is surely all there is; `unanswered` too where an id that was asked for was
   * not answered.
   */
  readonly wholeness: Wholeness;
  /** Whether the service names a next page where there is one. Asks it, so only where that matters. */
  readonly namesNextPage: () => Promise<boolean>;
};

/**
 * Searches once for all of these entries and records what that proves. Resolves to false where the store could not be
 * reached.
 */
export async function searchFor(engine: EngineState, entries: readonly Entry[], signal: AbortSignal): Promise<boolean> {
  const uptime = engine.clock.uptime();
  const baselines = new Map<string, ReadonlySet<Int64> | undefined>();
  for (const name of new Set(entries.flatMap(({ undecided }) => undecided?.baseline ?? []))) {
    baselines.set(name, await engine.local.baselines.read(name));
  }

  const needsSecond = entries.some(({ undecided }) => undecided?.searches.some(({ complete }) => complete));
  // Read before the whole list: what is added in between is then in the later one, and nothing seems hidden that is
  // not.
  const byStatus = needsSecond ? await readByStatus(engine, signal) : undefined;
  const failed = byStatus && 'type' in byStatus ? byStatus : undefined;
  const byId =
    needsSecond && !failed
      ? await readUnlisted(engine, toAskFor(engine, [...baselines.values()]), signal)
      : { pets: [], isAnswered: true };
  const sight =
    failed ??
    (await readFresh(engine, signal, {
      expected: new Set([...baselines.values()].flatMap((ids) => [...(ids ?? [])])),
      newConnection: needsSecond,
    }));
  if (sight.type === 'failed') {
    const isReached = sight.connection === 'error' || sight.forbidden === true;
    if (isReached && sight.aborted !== true) {
      await recordFailures(engine, entries, sight);
    }

    return isReached && sight.aborted !== true;
  }

  const proofless = whyProofless(sight);
  if (proofless) {
    await recordFailures(engine, entries, { type: 'failed', connection: 'error', problem: proofless });
    return true;
  }

  let names: ReturnType<typeof namesNextPage> | undefined;
  const listed = new Set(sight.pets.map(({ id }) => id));
  const search: SearchReading = {
    sight,
    uptime,
    seen: sight.standing === 'whole' ? sight.pets : [...sight.pets, ...(await readAbove(engine, sight.pets, signal))],
    hidden: byStatus && !('type' in byStatus) ? byStatus.filter(({ id }) => !listed.has(id)) : undefined,
    unlisted: byId.pets.filter(({ id }) => !listed.has(id)),
    wholeness: !byId.isAnswered
      ? 'unanswered'
      : needsSecond && sight.standing === 'whole'
        ? await judgeWholeness(engine, sight, signal)
        : 'not-surely',
    namesNextPage: async () => (await (names ??= namesNextPage(engine.client, sight.lastPage, signal))) === 'yes',
  };
  for (const entry of entries) {
    const { undecided } = entry;
    await engine.local.archive.prepareOwners();
    await searchForOne(
      engine,
      entry,
      undecided && undecided.baseline !== null ? baselines.get(undecided.baseline) : undefined,
      search,
    );
  }

  return true;
}

/** Ids begin above it. */
const belowAll = '0' as Int64;

/**
 * Ids to ask for, since one that is there says that the lists hide animals. What is known to be ours is not asked for.
 */
function toAskFor(
  { local, saved, gone, hidden }: EngineState,
  baselines: readonly (ReadonlySet<Int64> | undefined)[],
): readonly Int64[] {
  const [oldest] = baselines.flatMap((ids) => (ids ? (highestInt64([...ids]) ?? belowAll) : [])).sort(compareInt64);
  const isKnown = (id: Int64): boolean => gone.has(id) || hidden.has(id) || local.journal.owners(id).length > 0;
  return oldest === undefined
    ? []
    : unlistedIds(
        saved.pets.map(({ id }) => id),
        oldest,
        isKnown,
      );
}

/** Why a list proves nothing now and may prove something the next time. */
function whyProofless({ ageMs, standing }: FreshReading): Problem | undefined {
  if (ageMs > 0) {
    return {
      code: 'stale_list',
      message: 'The list came out of a cache on the way to the store, so it proves nothing.',
    };
  }

  return standing === 'behind' || standing === 'lagging'
    ? { code: 'list_behind', message: 'The list lacks animals that the store has, so it proves nothing yet.' }
    : undefined;
}

async function searchForOne(
  engine: EngineState,
  entry: Entry,
  baseline: ReadonlySet<Int64> | undefined,
  { sight, uptime, seen, hidden, unlisted, wholeness, namesNextPage: isPaged }: SearchReading,
): Promise<void> {
  const { local, clock } = engine;
  const isOwned = (pet: Pet): boolean => isOwnedByAnother(engine, pet, entry.localId);
  const awaited = new Set(
    local.journal
      .entries()
      .flatMap((each) => (each.undecided && each.localId !== entry.localId ? [matchingKey(each)] : [])),
  );
  const view = viewOf(entry, seen, {
    before: baseline,
    isOwned,
    isAwaited: (pet) => awaited.has(matchingKey(pet)),
    wasHidden: ({ id }) => engine.hidden.has(id),
  });
  // What was known before the attempt and is hidden stays so; anything else there says that the whole list is not
  // whole.
  const isNews = (pet: Pet): boolean => baseline?.has(pet.id) !== true && !isOwned(pet);
  const others = hidden?.filter(isNews);
  const inNoList = unlisted.filter(isNews);
  const looked = await local.journal.append(entry, {
    kind: 'looked',
    at: isoNow(clock),
    uptime,
    complete: sight.standing === 'whole',
    candidates: [...view.candidates],
    ...(hidden ? { isSecondOpinion: true } : {}),
  });
  const isSecond = others !== undefined && entry.undecided?.searches.some(({ complete }) => complete) === true;
  const secondOpinion = !isSecond
    ? undefined
    : others.length > 0
      ? 'shows-others'
      : inNoList.length > 0
        ? 'has-others'
        : wholeness;
  const { highest, cutAt } = entry.undecided ?? {};
  const grounds: Grounds = {
    hasStrongBaseline: baseline !== undefined,
    baselineSize: baseline?.size ?? 0,
    risenTo: highest !== undefined && doIdsRise(engine.saved.ids, highest) ? highest : undefined,
    // Where it names next pages, one without was all there was.
    isMaybeCut:
      cutAt !== undefined &&
      view.candidates.length === 1 &&
      mayHaveSlidIn(cutAt, sight.pets.length, view.newcomers) &&
      !(await isPaged()),
    quirks: quirksOf(engine),
    sinceSentMs: sinceSent(engine, entry, uptime),
    secondOpinion,
  };
  const candidatesAmong = (pets: readonly Pet[]): readonly Pet[] =>
    viewOf(entry, pets, { before: baseline, isOwned }).candidates;
  const record = toRecord(
    entry,
    withHidden(entry, reconcile(looked, view, grounds), candidatesAmong(others ?? []), candidatesAmong(inNoList)),
    isoNow(clock),
    local.journal.entries(),
  );
  if (record?.kind === 'adopted') {
    const claiming = local.whileClaiming(clock, async () => {
      await refreshQueue(engine);
      // Given to another animal by a person just now: the next search sees what is left.
      if (!isOwnedByAnother(engine, record.pet, entry.localId)) {
        await local.journal.append(looked, record);
      }
    });
    // One that stands still while it claims (SIGSTOP) keeps no other animal from being sent: this one is found again by
    // the next search.
    await unlessErrno(claiming, 'EDEADLK');
  } else if (record) {
    await local.journal.append(looked, record);
  }
}

/** By both clocks: the calendar's may have been set back, the machine's begins anew at each start. */
function sinceSent({ clock }: EngineState, { undecided }: Entry, uptime: number): number {
  const { firstSentAt, firstUptime = uptime } = undecided ?? {};
  const byCalendar = firstSentAt === undefined ? 0 : Math.abs(clock.now() - Date.parse(firstSentAt));
  return Math.max(byCalendar, elapsedAtLeast(firstUptime, uptime));
}

/**
 * A hidden animal that looks like it is shown to the person who decides. One that is in no list may be in the next one,
 * as lists may lag, so nobody is asked before there is a review anyway.
 */
function withHidden(entry: Entry, verdict: Verdict, byStatus: readonly Pet[], inNoList: readonly Pet[]): Verdict {
  const isReview = verdict.type === 'review';
  if (verdict.type === 'adopt' || (byStatus.length === 0 && (inNoList.length === 0 || !isReview))) {
    return verdict;
  }

  const candidates = [...(isReview ? verdict.candidates : []), ...byStatus, ...inNoList];
  const where =
    byStatus.length > 0
      ? 'is shown only in the list of its status'
      : 'is there when it is asked for by id, and in no list';
  return {
    type: 'review',
    candidates,
    reason: `${lostAnswerStart(entry)}, and an animal like this one ${where}, so nobody can tell from here since when it is there.`,
  };
}

/** A refusal that nobody signed, and that always came to nothing, is the service's word after so many times. */
const mostRefusals = 3;

function toRecord(entry: Entry, verdict: Verdict, at: string, entries: readonly Entry[]): EntryRecord | undefined {
  switch (verdict.type) {
    case 'adopt':
      return { kind: 'adopted', at, pet: verdict.pet, by: 'engine', evidence: verdict.evidence };
    case 'absent': {
      const refusal = findRefusal(entry, entries);
      return { kind: 'absent', at, key: randomUUID(), ...(refusal ? { refusal } : {}) };
    }
    case 'review':
      return { kind: 'review', at, reason: verdict.reason, candidates: [...verdict.candidates] };
    case 'search-again':
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

    if (record.kind === 'outcome') {
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
        message: `${withoutPromise(last.problem.message)} It was not there afterwards, ${refusals.length} times: it is not sent again by itself.`,
      }
    : undefined;
}

async function recordFailures(engine: EngineState, entries: readonly Entry[], failure: RequestFailure): Promise<void> {
  for (const entry of entries) {
    await recordFailure(engine, entry, failure);
  }
}

/**
 * A search that could not be made, or proves nothing. The next one is at least a settle time away, as between any two.
 */
async function recordFailure(
  engine: EngineState,
  entry: Entry,
  { problem, retryAfterMs = 0 }: RequestFailure,
): Promise<void> {
  const { local, clock, random } = engine;
  const at = isoNow(clock);
  const rounds = (entry.undecided?.failedSearches ?? 0) + 1;
  const failed = await local.journal.append(entry, {
    kind: 'not-looked',
    at,
    problem,
    nextTryAt: nextTryAt(clock.now(), rounds, random, Math.max(settleMs(engine), retryAfterMs)),
  });
  if (rounds >= mostRounds) {
    const reason = `${lostAnswerStart(entry)}, and ${mostRounds} attempts to find out whether the animal arrived failed. ${problem.message}`;
    await local.journal.append(failed, { kind: 'review', at, reason, candidates: [] });
  }
}

const mostAbove = 20;

/**
 * Pets beyond the end of a list that does not show everything, read one by one upward from the highest known id. They
 * may be candidates to show a person; their absence proves nothing, as ids can jump.
 */
async function readAbove(engine: EngineState, pets: readonly Pet[], signal: AbortSignal): Promise<readonly Pet[]> {
  const highest = highestInt64([...pets, ...engine.saved.pets].map(({ id }) => id));
  if (highest === undefined) {
    return [];
  }

  return (
    await readUnlisted(
      engine,
      Array.from({ length: mostAbove }, (_, index) => toInt64(BigInt(highest) + BigInt(index + 1)) ?? []).flat(),
      signal,
    )
  ).pets;
}
