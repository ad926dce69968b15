/**
 * A second opinion on a list that lacks an animal: the lists of each status, read before the whole one and on new
 * connections, the ids that are missing among its newcomers, and the question whether the whole list is surely all
 * there is.
 */
import { compareInt64, type Int64, toInt64 } from '../../domain/int64.js';
import { type Pet, petStatuses } from '../../domain/pet.js';
import type { RequestFailure } from '../../client/outcomes/outcomes.js';
import type { EngineState } from '../engine-state.js';
import { readList, type Reading } from '../lists/read-list.js';

/** A list of no more pets is read twice more: on connections of their own, it may be another replica that answers. */
const mostReadTwice = 500;

/** Every pet that the lists of the statuses show, and the whole list on other connections. */
export async function readByStatus(engine: EngineState, signal: AbortSignal): Promise<readonly Pet[] | RequestFailure> {
  const pets = new Map<Int64, Pet>();
  const again = engine.saved.pets.length <= mostReadTwice ? [undefined, undefined] : [];
  for (const status of [...petStatuses, ...again]) {
    const reading = await readList(engine.client, { status, fresh: true, newConnection: true, signal });
    if (reading.type === 'failed') {
      return reading;
    }

    for (const pet of reading.pets) {
      pets.set(pet.id, pet);
    }
  }

  return [...pets.values()];
}

/** How many ids that no list shows are asked for. */
const mostUnlisted = 8;

/**
 * The ids that were given since a baseline was read, as far as ids are given one after the other, and that the list
 * does not show: those between its newcomers, the lowest first, and a few above them. `highestBefore`: the highest id
 * that the baseline knew. Pure.
 */
export function unlistedIds(
  listed: readonly Int64[],
  highestBefore: Int64,
  isKnown: (id: Int64) => boolean,
): readonly Int64[] {
  const newcomers = listed.map(BigInt).filter((id) => id > BigInt(highestBefore));
  const present = new Set(newcomers);
  const end = newcomers.reduce((a, b) => (a > b ? a : b), BigInt(highestBefore)) + BigInt(beyondEnds);
  const unlisted: Int64[] = [];
  for (let id = BigInt(highestBefore) + 1n; id <= end && unlisted.length < mostUnlisted; id += 1n) {
    const unknown = present.has(id) ? undefined : toInt64(id);
    if (unknown !== undefined && !isKnown(unknown)) {
      unlisted.push(unknown);
    }
  }

  return unlisted;
}

/**
 * What look-ups of some ids showed. `isAnswered`: each was answered, or look-ups have ended; else the next search may
 * learn more.
 */
export type LookedUp = { readonly pets: readonly Pet[]; readonly isAnswered: boolean };

/** Asks for some ids one by one, until a look-up fails or is said to have ended. */
export async function readUnlisted(
  { client }: EngineState,
  ids: readonly Int64[],
  signal: AbortSignal,
): Promise<LookedUp> {
  const pets: Pet[] = [];
  for (const id of ids) {
    const outcome = await client.get(id, signal);
    if (outcome.type === 'pet') {
      pets.push(outcome.pet);
    } else if (outcome.type !== 'not-found') {
      return { pets, isAnswered: outcome.type === 'removed' };
    }
  }

  return { pets, isAnswered: true };
}

/** Gaps between ids, and ids at either end, that are asked for: more of them say nothing about a cap. */
const mostGaps = 5;
const beyondEnds = 3;

/**
 * Whether a list is all there is. `unanswered`: the store was asked for what would tell, and did not answer this time.
 */
export type Wholeness = 'whole' | 'not-surely' | 'unanswered';

/**
 * Whether a list without a next page is surely all there is. The interface does not say that a longer one names a next
 * page, and a service may cap its pages at whatever length it likes.
 */
export async function judgeWholeness(
  engine: EngineState,
  { pets, lastPage }: Pick<Reading, 'pets' | 'lastPage'>,
  signal: AbortSignal,
): Promise<Wholeness> {
  const { client, saved } = engine;
  if (pets.length === 0) {
    return 'whole';
  }

  const names = await namesNextPage(client, lastPage, signal);
  if (names === 'yes' || names === 'oddly') {
    return names === 'yes' ? 'whole' : 'not-surely';
  }

  const around = idsAround(pets.map(({ id }) => id));
  const denied = around ? await areDenied(engine, around, pets, signal) : 'unknown';
  if (denied === 'all' || denied === 'not-all') {
    return denied === 'all' ? 'whole' : 'not-surely';
  }

  // Pages that grew are not capped at what they were, and a cap is a round number, or one that was reached before.
  const isGrown = saved.lists.all?.grew === true && !isLikeCap(pets.length);
  return isGrown ? 'whole' : names === 'unanswered' || denied === 'unanswered' ? 'unanswered' : 'not-surely';
}

/** Whether a list of so many animals on one page may have been cut off there. Pure. */
export function isLikeCap(rows: number): boolean {
  return rows > 0 && (rows % 5 === 0 || rows >= 99);
}

/** More newcomers than these at once are no chance: the list is cut off elsewhere now, or no longer. */
const mostByChance = 2;

/**
 * Whether a newcomer may have been beyond the end of the list that was read before. One that is as long as then may be
 * cut off where it was; one that is longer was not, unless it shows many newcomers at once. Pure.
 */
export function mayHaveSlidIn(rowsBefore: number, rows: number, newcomers: number): boolean {
  return rows <= rowsBefore || newcomers > mostByChance;
}

/**
 * Whether the service names a next page where there is one, so that a list without one is all there is. `oddly`: one
 * that cannot be followed. `unanswered`: asked for one, it did not answer.
 */
export async function namesNextPage(
  client: EngineState['client'],
  lastPage: string | undefined,
  signal: AbortSignal,
): Promise<'yes' | 'oddly' | 'no' | 'unanswered'> {
  if (lastPage !== undefined) {
    return 'yes';
  }

  const one = await client.listPage({ limit: 1, noCache: true }, signal);
  if (one.type !== 'page') {
    return 'unanswered';
  }

  return one.suspiciousNext ? 'oddly' : one.next === undefined ? 'no' : 'yes';
}

/**
 * The ids between and around those of a list, where these follow each other; undefined: there are too many gaps to
 * tell.
 */
function idsAround(ids: readonly Int64[]): readonly Int64[] | undefined {
  const sorted = ids.toSorted(compareInt64).map(BigInt);
  const [lowest, highest] = [sorted[0] ?? 0n, sorted.at(-1) ?? 0n];
  if (highest - lowest + 1n > BigInt(ids.length + mostGaps)) {
    return undefined;
  }

  const present = new Set(sorted);
  const around: bigint[] = [];
  for (let id = lowest > 1n ? lowest - 1n : lowest; id <= highest + BigInt(beyondEnds); id += 1n) {
    if (!present.has(id)) {
      around.push(id);
    }
  }

  return around.flatMap((id) => toInt64(id) ?? []);
}

/** Whether the service denies all of these. `unknown`: its look-ups prove nothing; `unanswered`: one of them failed. */
async function areDenied(
  { client }: EngineState,
  ids: readonly Int64[],
  listed: readonly Pet[],
  signal: AbortSignal,
): Promise<'all' | 'not-all' | 'unknown' | 'unanswered'> {
  const [control] = listed;
  const known = control && (await client.get(control.id, signal));
  if (known?.type !== 'pet') {
    return known?.type === 'failed' ? 'unanswered' : 'unknown';
  }

  for (const id of ids) {
    const outcome = await client.get(id, signal);
    if (outcome.type !== 'not-found') {
      return outcome.type === 'pet' ? 'not-all' : outcome.type === 'failed' ? 'unanswered' : 'unknown';
    }
  }

  return 'all';
}
