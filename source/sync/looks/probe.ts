import { oddLinkOf } from '../../client/outcomes/answer.js';
import type { Page } from '../../client/outcomes/outcomes.js';
import { listLimit } from '../../domain/contract.js';
import { isWaiting, matchingKey } from '../../domain/entry.js';
import type { NewPet, Pet } from '../../domain/pet.js';
import { withinTime } from '../../platform/time/clock.js';
import type { EngineState } from '../engine-state.js';
import type { Baseline } from '../evidence/listing.js';
import { noteAnswer, noteFailure, takeNewKey } from '../health/reachability.js';
import { compareStore, doubtedFor, knownOf, showsChangedAlone } from '../health/same-store.js';
import { ensureTenant, noteRefusedKey } from '../health/tenant.js';
import { readAgain } from './read-fresh.js';
import { freshForMs, nothingAbove, renewListing } from './renew-listing.js';

/**
 * One cheap request that tells whether the store can be reached, and whether it may be sent to. A list that may not be
 * read (403) does not stand in the way of sending. `limit`: how many animals are looked at, which tells more of a
 * reset.
 */
export async function probe(engine: EngineState, signal: AbortSignal, limit = 1): Promise<boolean> {
  await takeNewKey(engine);
  const known = knownOf(engine);
  const page = await engine.client.listPage({ limit }, signal);
  if (page.type === 'failed') {
    noteFailure(engine, page);
    if (page.refused === true) {
      await noteRefusedKey(engine);
    }

    return page.forbidden === true;
  }

  if (page.type === 'page') {
    engine.show({ oddPages: oddLinkOf(page) ?? engine.snapshot().oddPages });
  }

  const isSame = await ensureTenant(engine, signal);
  if (isSame && page.type === 'page') {
    await examine(engine, known, page, limit, signal);
  }

  noteAnswer(engine);
  return isSame && engine.questions.open === undefined;
}

/** So many saved pets are read in no time. */
const fewPets = 2000;

/** Whether one request may tell whether a store can be reached, without its `count` saved pets. */
export function mayProbeUnread({ saved, credential, credit }: EngineState, count: number): boolean {
  return (
    count > fewPets && credit.doubt === undefined && (saved.credential === undefined || saved.credential === credential)
  );
}

/** Whether the store can be reached; it is not compared, and is no ground for sending. */
export async function probeUnread(engine: EngineState, signal: AbortSignal): Promise<boolean> {
  await takeNewKey(engine);
  const page = await engine.client.listPage({ limit: 1 }, signal);
  if (page.type === 'failed') {
    noteFailure(engine, page);
    return page.forbidden === true;
  }

  noteAnswer(engine);
  return true;
}

/** The evidence of a page for the service; if it is odd, or was odd before, the whole list is read. */
async function examine(
  engine: EngineState,
  known: ReturnType<typeof knownOf>,
  page: Page,
  limit: number,
  signal: AbortSignal,
): Promise<void> {
  if ((doubtedFor(engine) ?? 0) > 0) {
    return;
  }

  const isEmpty = page.pets.length === 0 && known.copy.pets.length + known.created.length > 0;
  if (engine.credit.doubt || (limit === 1 && isEmpty)) {
    await readAgain(engine, signal);
    return;
  }

  // One row is no evidence of missing ones, and whether it is of another store the whole list tells.
  const complete = limit > 1 && isAll(page, limit);
  const shown = { pets: page.pets, complete, ageMs: page.age * 1000 };
  const standing = await compareStore(engine, known, shown, complete ? engine.clock.uptime() : undefined);
  if (complete || engine.questions.isForPerson) {
    return;
  }

  // Somebody may have corrected just this one, and hardly a whole page.
  const isChanged = standing !== 'doubted' && showsChangedAlone(known, page.pets);
  const { largest } = listLimit;
  const wider = isChanged && limit < largest ? await engine.client.listPage({ limit: largest }, signal) : undefined;
  if (wider?.type === 'page') {
    await examine(engine, known, wider, largest, signal);
  } else if (standing === 'doubted' || isChanged) {
    await readAgain(engine, signal);
  }
}

/** Whether a page is surely the whole list, as `read-list` would find after more requests. */
function isAll({ pets, rows, next, suspiciousNext, age }: Page, limit: number): boolean {
  const isFull = rows >= limit || rows === listLimit.default;
  return (
    next === undefined && !suspiciousNext && age === 0 && !isFull && new Set(pets.map(({ id }) => id)).size === rows
  );
}

/** How long `/healthz`, which no service needs to have, may take, in milliseconds. */
const longestHealthMs = 3000;

/** Makes sure that the store can be reached and that it is known whether it honours keys. */
export async function ensureReachable(engine: EngineState, signal: AbortSignal): Promise<boolean> {
  return (
    (engine.keySupport !== 'unknown' && engine.snapshot().connection.state === 'online') ||
    (await reach(engine, signal, () => probe(engine, signal)))
  );
}

/** Asks whether the store can be reached, and beside that, if it is not known, whether it honours keys. */
export async function reach(engine: EngineState, signal: AbortSignal, ask: () => Promise<boolean>): Promise<boolean> {
  // A service that leaves the question unanswered does not hold up the request.
  const askHealth = (): Promise<{ readonly honoursKeys: boolean | undefined }> =>
    withinTime(engine.clock, longestHealthMs, signal, (limited) => engine.client.health(limited));
  const [isReachable, health] = await Promise.all([ask(), engine.keySupport === 'unknown' ? askHealth() : undefined]);
  if (isReachable && health) {
    // A lost question counts as no for sending now, and is asked again for animals sent before.
    const answered = health.honoursKeys === true ? 'honoured' : 'not-honoured';
    engine.learnKeySupport(health.honoursKeys === undefined ? 'unanswered' : answered);
  }

  return isReachable;
}

/** With this the earlier ids are unknown. */
const weakBaseline: Baseline = {
  name: null,
  has: () => false,
  lookalikes: () => [],
  freshAbove: undefined,
  highest: undefined,
  cutAt: undefined,
  sendBy: Infinity,
};

/** The same for a common name: a colleague's animal between the two looks like the animal itself. */
const freshForCommonMs = 5000;
/** More animals than these are not compared with each one that is sent. */
const mostCompared = 5000;

/**
 * The knowledge without asking, for sending under an honoured key: it settles a lost answer as long as the store keeps
 * it. After that the list does, and a copy that was read a moment ago is as good as one that is read for it.
 */
export function knownBaseline({ saved, clock, local }: EngineState): Baseline {
  const { all } = saved.lists;
  const readAt = Date.parse((all?.complete === true ? (saved.heardAt ?? all.fetchedAt) : undefined) ?? '');
  const isFresh = Math.abs(clock.now() - readAt) < freshForMs && saved.pets.length <= mostCompared;
  const alike = isFresh ? Map.groupBy(saved.pets, matchingKey) : undefined;
  const isOurs = ({ id }: Pet): boolean => local.journal.owners(id).length > 0;
  return {
    ...weakBaseline,
    lookalikes: (pet) => (alike?.get(matchingKey(pet)) ?? []).filter((each) => !isOurs(each)).map(({ id }) => id),
    highest: saved.pets.at(-1)?.id,
    freshAbove: isFresh ? undefined : nothingAbove,
  };
}

/** The baseline of an attempt made now; undefined if sending should wait, as the store cannot be reached. */
export async function takeBaseline(
  engine: EngineState,
  pets: readonly NewPet[],
  options: Parameters<typeof renewListing>[1],
): Promise<Baseline | undefined> {
  const isHeld = isListingHeld(engine);
  const renewal = isHeld && !mayLackTwin(engine, pets) ? 'renewed' : await renewListing(engine, options, isHeld);
  if (renewal === 'unreachable') {
    return undefined;
  }

  const listing = engine.listing;
  if (renewal === 'unknown' || !listing) {
    return weakBaseline;
  }

  // Only the ids known by now: a refresh during the attempt may learn the very one that the attempt made.
  const now = listing.now();
  if (listing.document(engine.local.baselines) === undefined) {
    await sweepBaselines(engine);
  }

  const name = await listing.publish(engine.local.baselines);
  return { ...now, name, freshAbove: mayLackTwin(engine, pets) ? nothingAbove : now.freshAbove };
}

/** Whether there is a listing young enough to send on the ground of it. */
function isListingHeld({ listing, clock }: EngineState): boolean {
  return listing !== undefined && clock.uptime() <= listing.age.sendBy && clock.uptime() >= listing.age.uptime;
}

/** Whether a colleague's twin of one of these may have come to the store since the listing was read. */
function mayLackTwin({ listing, clock }: EngineState, pets: readonly NewPet[]): boolean {
  if (!listing || clock.uptime() - listing.age.uptime <= freshForCommonMs) {
    return false;
  }

  const { lookalikes } = listing.now();
  return pets.some((pet) => lookalikes(pet).length > 0);
}

/** Removes needless baselines. */
export async function sweepBaselines(engine: EngineState): Promise<void> {
  const { local } = engine;
  // The baselines of an unreadable entry are unknown.
  if (local.journal.unreadable().length > 0) {
    return;
  }

  const waiting = local.journal.entries().filter(({ state }) => isWaiting(state));
  const used = waiting.flatMap(({ history }) =>
    history.flatMap((record) => (record?.kind === 'attempt' && record.fence !== null ? [record.fence] : [])),
  );
  const present = engine.listing?.document(local.baselines);
  await local.baselines.sweep(new Set([...used, ...(present === undefined ? [] : [present])]));
}
