/** A look: one reading of the list for every entry whose answer was lost. */
import { randomUUID } from 'node:crypto';
import type { Entry } from '../../domain/entry.ts';
import type { Pet } from '../../domain/pet.ts';
import type { Problem } from '../../domain/problem.ts';
import { couldBe } from '../../domain/near-name.ts';
import { withoutPromise } from '../../domain/lost-answer.ts';
import type { EntryRecord } from '../../domain/record.ts';
import { answeredAt, isUndecided, nextTryAt } from '../../domain/waits.ts';
import { unlessRaced } from '../../local/queue/queue.ts';
import { isoNow } from '../../platform/time/clock.ts';
import type { RequestFailure } from '../../client/outcomes/outcomes.ts';
import type { EngineState, Part } from '../state.ts';
import { knowledgeOf } from './known.ts';
import { isOwnedByAnother, ownerOf } from './ownership.ts';
import { refreshQueue } from './queue-view.ts';
import { type Decision, explain, isLookAtOnce, type Look, reconcile } from './reconcile.ts';
import { readFresh } from './read-store.ts';

/** Looks in a row that could not be finished, after which a person is asked. */
const mostRounds = 5;

/** Looks once for all of these and records the proof. Resolves to false if the store could not be reached. */
export async function searchFor(engine: EngineState, entries: readonly Entry[], signal: AbortSignal): Promise<boolean> {
  // Asked before the list is read: one that was slow this time is the one right after the loss all the same.
  const { isQuick } = knowledgeOf(engine);
  const look = await readLook(engine, entries, signal);
  if ('isReached' in look) {
    return look.isReached;
  }

  const ended = engine.present();
  await engine.local.archive.prepareOwners();
  for (const entry of await stillChecking(engine, entries)) {
    const isAtOnce = isLookAtOnce(entry, { ...knowledgeOf(engine), isQuick }, look.began, ended);
    await (isAtOnce && entry.undecided?.searches.length === 0 ? lookAtOnce : searchForOne)(engine, entry, look);
  }

  return true;
}

/**
 * Looks before the same bytes are sent again under their key, and adopts what is there. All else is sent again,
 * whatever the list shows or lacks. Resolves to false if the store could not be reached.
 */
export async function adoptListed(
  engine: EngineState,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<boolean> {
  const sight = await readFresh(engine, signal);
  if (sight.type === 'failed') {
    return sight.forbidden === true || sight.page !== undefined;
  }

  await engine.local.archive.prepareOwners();
  const look = toLook(sight, engine.present());
  for (const entry of await stillChecking(engine, entries)) {
    const { decision } = reconcile(entry, look, surroundingsOf(engine, entry));
    if (decision.type === 'adopt') {
      await adopt(engine, entry, decision.pet);
    }
  }

  return true;
}

/** Those that wait as before, in the order of sending: identical ones share what is new among themselves. */
async function stillChecking({ local }: Part<'local'>, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const present = await Promise.all(entries.map(({ localId }) => local.queue.find(localId)));
  return present
    .flatMap((entry) => (entry?.state === 'checking' ? [entry] : []))
    .toSorted((a, b) => a.number - b.number);
}

/** Reads the list past all caches; `isReached`: it could not be read, which is noted with the entries. */
async function readLook(
  engine: EngineState,
  entries: readonly Entry[],
  signal: AbortSignal,
): Promise<Look | { readonly isReached: boolean }> {
  const began = engine.present();
  // A balancer may send another connection to another replica.
  const newConnection = entries.some(({ undecided }) => undecided?.searches.length);
  const sight = await readFresh(engine, signal, { newConnection });
  if (sight.type === 'failed') {
    const isReached = sight.connection === 'error' || sight.forbidden === true || sight.page !== undefined;
    if (isReached && sight.aborted !== true) {
      await recordFailures(engine, entries, sight);
    }

    return { isReached: isReached && sight.aborted !== true };
  }

  if (sight.ageMs > 0) {
    await recordFailures(engine, entries, { problem: staleList });
    return { isReached: true };
  }

  return toLook(sight, began);
}

function toLook(
  { isToTheEnd, pets, unreadable }: Pick<Look, 'isToTheEnd' | 'pets'> & { readonly unreadable?: unknown },
  began: Look['began'],
): Look {
  return { began, isToTheEnd, pets, hasOddRows: unreadable !== undefined };
}

function surroundingsOf(
  engine: Part<'knowledge' | 'local' | 'saved' | 'settleMs'>,
  { localId }: Entry,
): Parameters<typeof reconcile>[2] {
  return {
    ...knowledgeOf(engine),
    isOwned: (pet) => isOwnedByAnother(engine, pet, localId),
    isGivenTwice: ({ id }) => ownerOf(engine.local, id, localId) !== undefined,
    open: engine.local.queue.entries().filter((other) => other.localId !== localId && isUndecided(other)),
  };
}

const staleList: Problem = {
  code: 'stale_list',
  message: 'The list came out of a cache on the way to the store, so it proves nothing.',
};

async function searchForOne(engine: EngineState, entry: Entry, look: Look): Promise<void> {
  const { local, clock } = engine;
  const { decision, candidates, near, couldSettle, isWhole } = reconcile(entry, look, surroundingsOf(engine, entry));
  const looked = await local.queue.append(entry, {
    kind: 'looked',
    at: isoNow(clock),
    uptime: look.began.uptime,
    boot: look.began.boot,
    complete: isWhole,
    candidates: [...candidates],
    ...(near.length > 0 ? { near: near.map(({ id }) => id) } : {}),
    couldSettle,
  });
  if (decision.type === 'adopt') {
    await adopt(engine, looked, decision.pet);
  } else if (decision.type !== 'wait') {
    await local.queue.append(looked, toRecord(looked, decision, isoNow(clock), local.queue.entries()));
  }
}

/** Looks right after the answer was lost, and takes what is surely ours. What is not there yet may come. */
async function lookAtOnce(engine: EngineState, entry: Entry, look: Look): Promise<void> {
  const around = surroundingsOf(engine, entry);
  const before = new Set(entry.undecided?.alike);
  const isLikeIt = (pet: Pet): boolean => !before.has(pet.id) && !around.isOwned(pet) && couldBe(entry, pet);
  const looked = await engine.local.queue.append(entry, {
    kind: 'looked-at-once',
    at: isoNow(engine.clock),
    ids: look.pets.filter(isLikeIt).map(({ id }) => id),
  });
  const { decision } = reconcile(looked, look, around);
  if (decision.type === 'adopt') {
    await adopt(engine, looked, decision.pet);
  }
}

async function adopt(engine: EngineState, entry: Entry, pet: Pet): Promise<void> {
  const { local, clock } = engine;
  const evidence =
    `#${pet.id} is the only new animal with this name and category, and was not there before ` + 'it was sent.';
  await refreshQueue(engine);
  if (!isOwnedByAnother(engine, pet, entry.localId)) {
    const record = { kind: 'adopted', at: isoNow(clock), pet, by: 'engine', evidence } as const;
    // If a person gave it to another animal just now, the next look sees what is left.
    await unlessRaced(local.queue.append(entry, record));
  }
}

/** A refusal that nobody signed, and that always came to nothing, is the service's word after so many times. */
const mostRefusals = 3;
/** Frameworks say so in words of their own that the data is wrong: the same bytes would come to nothing each time. */
const ofTheData: readonly number[] = [400, 422];

function toRecord(
  entry: Entry,
  decision: Extract<Decision, { type: 'absent' | 'ask' }>,
  at: string,
  entries: readonly Entry[],
): EntryRecord {
  const isFirst = decision.type === 'ask' && decision.reason === 'first-animal';
  const refusal = decision.type === 'absent' || isFirst ? findRefusal(entry, entries) : undefined;
  // Of the first animal no list proves that it is not there; what a framework says of its data is believed all the same.
  if (decision.type === 'ask' && refusal === undefined) {
    return { kind: 'review', at, reason: explain(decision.reason, entry), candidates: [...decision.candidates] };
  }

  return { kind: 'absent', at, key: randomUUID(), ...(refusal ? { refusal } : {}) };
}

/** In the place of the status of an answer that never came. */
const noAnswer = 0;
/**
 * Bare refusals that tell nothing of the animal: of the key (401), of a bill (402), of a proxy that wants a login of its
 * own (407), of the time at which it was sent (408, 425, 429), and of boxes before the store (502, 503, 504). However
 * often they come, the animal waits.
 */
const notOfTheAnimal: readonly number[] = [noAnswer, 401, 402, 407, 408, 425, 429, 502, 503, 504];

/**
 * Why the same bytes came to nothing each of the last times; undefined: not often enough. An error of the service's own
 * (409, 5xx, a redirect) says something of the animal only if others were taken in meanwhile.
 */
function findRefusal({ history, localId }: Entry, entries: readonly Entry[]): Problem | undefined {
  const refusals: { readonly problem: Problem; readonly at: number; readonly isBare: boolean }[] = [];
  for (const record of history.toReversed()) {
    if (record.kind === 'edited' || record.kind === 'entered') {
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
  const { code, status = noAnswer } = last?.problem ?? {};
  // A web page is that of a box on the way.
  const isPlain = code !== 'intercepted' && ofTheData.includes(status);
  const first = refusals[isPlain ? 0 : mostRefusals - 1];
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
          `${withoutPromise(last.problem.message)} It was not there afterwards` +
          `${refusals.length === 1 ? '' : `, ${refusals.length} times`}: it is not sent again by itself.`,
      }
    : undefined;
}

/** A search that failed, or proves nothing. The next one is at least a settle time away. */
async function recordFailures(
  engine: Part<'options' | 'settleMs'>,
  entries: readonly Entry[],
  { problem, retryAfterMs = 0 }: Pick<RequestFailure, 'problem' | 'retryAfterMs'>,
): Promise<void> {
  const { local, clock, random } = engine.options;
  for (const entry of entries) {
    const at = isoNow(clock);
    const rounds = (entry.undecided?.failedSearches ?? 0) + 1;
    const failed = await local.queue.append(entry, {
      kind: 'not-looked',
      at,
      problem,
      nextTryAt: nextTryAt(clock.now(), rounds, random, Math.max(engine.settleMs, retryAfterMs)),
    });
    if (rounds >= mostRounds) {
      const reason = `${explain('list-not-read', entry)} ${problem.message}`;
      await local.queue.append(failed, { kind: 'review', at, reason, candidates: [] });
    }
  }
}
