/**
 * Listings, the ground of baselines and searches.
 *
 * A *listing* is a list as of the moment its reading began, extended by what was learnt since. It is kept between runs (in the
 * saved copy) and brought up to date by the cheapest way that serves: from where newcomers appear, or by reading it whole.
 */
import { type Int64, toInt64 } from '../../domain/int64.js';
import type { NewPet, Pet } from '../../domain/pet.js';
import { isoNow } from '../../platform/time/clock.js';
import type { RequestFailure } from '../../client/outcomes/outcomes.js';
import { account, type AccountOptions, type Standing } from './account.js';
import type { Context, Listing } from '../context.js';
import { describeDoubt } from '../health/doubt.js';
import { settleMs } from './lag.js';
import { matchingKey } from '../../domain/matching-key.js';
import { noteAnswer, noteFailure } from '../health/reachability.js';
import { type Part, readList, type Reading, type ReadOptions } from '../lists/read-list.js';
import { knownOf, noticeConfirmed, pauseIfConflicting } from '../health/reset-detection.js';
import { asHeld, withLastPages, withList } from '../lists/saved-lists.js';
import { showSaved } from '../lists/show-saved.js';
import { ensureTenant } from '../health/tenant.js';
import { sweepBaselines } from '../loop/tidy.js';

/** What was on the service before an attempt. */
export type Baseline = {
  /** The document that holds it; null: not known, a weak baseline. */
  readonly name: string | null;
  readonly ids: { has(id: Int64): boolean } | undefined;
  /** Pets that look like an animal already. */
  lookalikes(pet: NewPet): readonly Int64[];
  /** See `Undecided.freshAbove`. */
  readonly freshAbove: Int64 | undefined;
  /** A reading of `clock.uptime()`: after it the listing is too old for what is sent. */
  readonly sendBy: number;
};

/** With this nothing is known of what was there. */
export const weakBaseline: Baseline = { name: null, ids: undefined, lookalikes: () => [], freshAbove: undefined, sendBy: Infinity };

/** How old a listing may be at the moment of sending, in milliseconds. */
const freshForMs = 60_000;
/** A reading of this many pages costs so little that no shorter way is worth its doubts. */
const cheapPets = 500;
/** How old a saved list may be to be extended instead of read again, and a part of one to be gone on with, in milliseconds. */
const extendableForMs = 24 * 60 * 60 * 1000;
const partUsableForMs = 15 * 60 * 1000;
/** How long a person who waits for one animal waits for a list that an earlier run began to read, in milliseconds. */
const hurriedMs = 4000;
/** A list that took longer is not read again while somebody waits for one animal, in milliseconds. */
const slowMs = 4000;
/** How often, and after how long, a list that lags is read again before something is sent, in milliseconds. */
const catchUpMs = [500, 1000, 2000];
/** No id is higher: nothing that is found is surely new. */
const nothingAbove = toInt64(2n ** 63n - 1n) as Int64;

/** A list that was read past all caches, and what it is worth. */
export type FreshReading = Reading & { readonly standing: Exclude<Standing, 'doubted'> };

/** Reads the unfiltered list past all caches, and shows what that says about the connection. `expected`: ids it must show. */
export async function readFresh(
  context: Context,
  signal: AbortSignal,
  { expected, cannotAsk, ...options }: Pick<ReadOptions, 'after' | 'onPart' | 'newConnection'> & Omit<AccountOptions, 'signal'> = {},
): Promise<FreshReading | RequestFailure> {
  await noticeConfirmed(context);
  if (!(await ensureTenant(context, signal))) {
    return paused(context);
  }

  const at = isoNow(context.clock);
  const begun = context.clock.uptime();
  const known = knownOf(context);
  const reading = await readList(context.client, { ...options, fresh: true, signal, asHeld: (pet) => asHeld(known.copy, pet) });
  if (reading.type !== 'list') {
    if (reading.type === 'failed') {
      noteFailure(context, reading);
      return reading;
    }

    // Without an ETag in the request there is nothing a 304 could mean.
    const problem = { code: 'unexpected_answer', message: 'The store answered “not modified” to a request that allows no such answer.', status: 304 };
    return { type: 'failed', connection: 'error', problem };
  }

  await noticeConfirmed(context);
  const standing = await account(context, known, reading, { signal, expected, cannotAsk });
  pauseIfConflicting(context);
  noteAnswer(context);
  if (standing === 'doubted' || context.paused?.state === 'changed') {
    return paused(context);
  }

  extendListing(context, reading.pets);
  if (standing === 'whole' || standing === 'lagging') {
    // It was paid for, and a service that is reset later is told by comparison with it.
    context.saved = { ...withList(context.saved, 'all', { ...reading, complete: standing === 'whole' }, { at, before: known.copy }), part: undefined, readMs: context.clock.uptime() - begun };
    showSaved(context);
  }

  return { ...reading, standing };
}

/** Nothing is sent, for a reason that is on show already. */
function paused(context: Context): RequestFailure {
  const problem = context.paused?.problem ?? describeDoubt(context) ?? { code: 'store_changed', message: 'The store looks as if it was reset.' };
  return { type: 'failed', connection: 'error', problem, aborted: true };
}

/** What takes a baseline. `isHurried`: a person waits for this one animal. */
export type BaselineOptions = { readonly isHurried: boolean; readonly signal: AbortSignal };

/**
 * The baseline of an attempt made now: weak where the list cannot be read whole, or the failure where the store cannot be
 * reached, in which case nothing should be sent.
 */
export async function takeBaseline(context: Context, options: BaselineOptions): Promise<Baseline | RequestFailure> {
  const { clock } = context;
  const isFresh = context.listing !== undefined && clock.uptime() <= context.listing.sendBy && clock.uptime() >= context.listing.uptime;
  if (!isFresh) {
    const renewed = await renew(context, options);
    if (renewed !== 'renewed') {
      return renewed;
    }
  }

  const listing = context.listing;
  if (!listing) {
    return weakBaseline;
  }

  forgetSwept(context, listing);
  // Only the ids known by now: a refresh during the attempt may learn the very one that the attempt made.
  const { ids, lookalikes, freshAbove } = listing;
  const count = ids.size;
  const name = listing.baseline ?? (await publish(context, listing));
  listing.baseline = ids.size === count ? name : undefined;
  const has = (id: Int64): boolean => (ids.get(id) ?? Infinity) < count;
  return { name, ids: { has }, lookalikes: (pet) => (lookalikes.get(matchingKey(pet)) ?? []).filter(has), freshAbove, sendBy: listing.sendBy };
}

/** Brings the listing up to date. */
async function renew(context: Context, options: BaselineOptions): Promise<'renewed' | Baseline | RequestFailure> {
  const { clock, saved } = context;
  const fetchedAt = saved.lists.all?.complete === true && saved.doubt === undefined ? Date.parse(saved.lists.all.fetchedAt) : -Infinity;
  const isExtendable = saved.pets.length > cheapPets && Math.abs(clock.now() - fetchedAt) < extendableForMs && (await ensureTenant(context, options.signal));
  if (isExtendable) {
    const extended = await extend(context, options.signal);
    if (extended !== 'not-possible') {
      return extended;
    }

    if (options.isHurried && (saved.readMs ?? 0) > slowMs) {
      await hold(context, { uptime: clock.uptime(), listedAt: saved.lists.all?.fetchedAt ?? isoNow(clock), freshAbove: nothingAbove });
      return 'renewed';
    }
  }

  return await readWhole(context, options);
}

/** Reads on from where newcomers appear: their ids have always been the highest. */
async function extend(context: Context, signal: AbortSignal): Promise<'renewed' | 'not-possible' | RequestFailure> {
  const { clock, saved, client } = context;
  const { order } = saved;
  const lastPage = saved.lists.all?.lastPage;
  if (order === undefined || order.isBroken || order.newcomers < 1 || (order.direction === 'up' && lastPage === undefined)) {
    return 'not-possible';
  }

  const uptime = clock.uptime();
  const listedAt = isoNow(clock);
  const highest = saved.pets.at(-1)?.id;
  const isKnown = new Set(saved.pets.slice(-cheapPets).map(({ id }) => id));
  const reading = await readList(client, {
    fresh: true,
    signal,
    ...(order.direction === 'up' && lastPage !== undefined ? { after: { pets: [], next: lastPage } } : { isEnough: (pets) => pets.some(({ id }) => isKnown.has(id)) }),
  });
  if (reading.type !== 'list') {
    return reading.type === 'failed' && reading.aborted ? reading : 'not-possible';
  }

  noteAnswer(context);
  // Without the youngest that is known the list is behind, or rolled back: only the whole one tells.
  if (reading.ageMs > 0 || !reading.pets.some(({ id }) => id === highest)) {
    return 'not-possible';
  }

  context.saved = withLastPages(saved, reading);
  if (context.saved.order?.isBroken) {
    return 'not-possible';
  }

  await hold(context, { uptime, listedAt, freshAbove: context.saved.pets.at(-1)?.id });
  showSaved(context);
  return 'renewed';
}

async function readWhole(context: Context, { signal, isHurried }: BaselineOptions): Promise<'renewed' | Baseline | RequestFailure> {
  const { clock } = context;
  const uptime = clock.uptime();
  const part = usablePart(context);
  const budget = new AbortController();
  const ended = new AbortController();
  // Who waited for this list before does not wait for all of it once more.
  if (part && isHurried) {
    void clock.wait(hurriedMs, ended.signal).then(() => !ended.signal.aborted && budget.abort());
  }

  let read: (() => Part) | undefined;
  const limited = AbortSignal.any([signal, budget.signal]);
  let sight = await readFresh(context, limited, { after: part, onPart: (get) => (read = get) });
  for (const ms of catchUpMs) {
    // A list that lags a little, or one replica of several, is given the time to catch up with what the store confirmed.
    if (sight.type === 'failed' || (sight.standing !== 'lagging' && sight.standing !== 'behind') || (context.saved.readMs ?? 0) > slowMs / 2) {
      break;
    }

    await clock.wait(ms, limited);
    sight = await readFresh(context, limited, { newConnection: true });
  }

  ended.abort();
  if (sight.type === 'failed') {
    keepPart(context, part, read?.(), uptime);
    if (budget.signal.aborted && !signal.aborted && context.saved.part) {
      await hold(context, { uptime, listedAt: context.saved.part.begunAt, freshAbove: nothingAbove, more: context.saved.part.pets });
      return 'renewed';
    }

    // A list that may not be read does not stop sending; a store that cannot be reached does.
    return sight.forbidden === true ? weakBaseline : sight;
  }

  if (sight.standing === 'behind' || sight.standing === 'partial') {
    context.listing = undefined;
    return weakBaseline;
  }

  // What was read more than a minute ago may lack what others added since; only what came after it is surely new.
  const isOld = part !== undefined || clock.uptime() - uptime > freshForMs;
  const isOrdered = context.saved.order !== undefined && !context.saved.order.isBroken;
  // One that lags more than a settle time may lack what others added long before. A common name is glanced at besides.
  const isFarBehind = sight.standing === 'lagging' && Math.max(0, ...context.missed.values()) > settleMs(context);
  const freshAbove = isFarBehind || (isOld && !isOrdered) ? nothingAbove : isOld ? context.saved.pets.at(-1)?.id : undefined;
  await hold(context, { uptime: isOld ? clock.uptime() : uptime, listedAt: isoNow(clock), freshAbove, more: sight.pets });
  return 'renewed';
}

function usablePart({ saved, clock }: Context): (Part & { readonly begunAt: string; readonly uptime: number }) | undefined {
  const { part } = saved;
  return part && Math.abs(clock.now() - Date.parse(part.begunAt)) < partUsableForMs ? part : undefined;
}

/** Keeps what was read of a long list: the next run goes on from there. */
function keepPart(context: Context, before: { readonly begunAt: string; readonly uptime: number } | undefined, read: Part | undefined, uptime: number): void {
  if (read) {
    const begunAt = before?.begunAt ?? new Date(context.clock.now() - (context.clock.uptime() - uptime)).toISOString();
    context.saved = { ...context.saved, part: { begunAt, uptime: before?.uptime ?? uptime, ...read } };
    context.update({ delay: { code: 'list_slow', message: `The store's list is long, and ${read.pets.length} animals of it were read until now. It is read before an animal is sent, so that a lost answer can be found out; the next try goes on from there.` } });
  }
}

/** Makes a listing of what is known now, or takes news into the one there is. */
async function hold(context: Context, { uptime, listedAt, freshAbove, more = [] }: Pick<Listing, 'uptime' | 'listedAt' | 'freshAbove'> & { readonly more?: readonly Pet[] }): Promise<void> {
  const sendBy = uptime + freshForMs;
  if (!context.listing) {
    const base = context.saved.fenceBase;
    const ids = base === undefined ? undefined : await context.local.baselines.read(base);
    const known = new Map([...(ids ?? [])].map((id, index) => [id, index]));
    context.listing = { ids: known, lookalikes: new Map(), listedAt, uptime, sendBy, freshAbove, learnt: new Set(), base: ids && base, baseline: undefined };
  }

  Object.assign(context.listing, { listedAt, uptime, sendBy, freshAbove });
  context.update({ delay: undefined });
  extendListing(context, context.saved.pets);
  extendListing(context, more);
}

/** Another process that sent meanwhile swept away every baseline it knew no use for. */
function forgetSwept({ local: { baselines } }: Context, listing: Listing): void {
  if (listing.base !== undefined && !baselines.has(listing.base)) {
    listing.base = undefined;
    listing.baseline = undefined;
  }

  if (listing.baseline !== undefined && !baselines.has(listing.baseline)) {
    listing.baseline = undefined;
  }
}

/** More ids than these beside a base make a new one worth its writing. */
const mostLearnt = 500;

async function publish(context: Context, listing: Listing): Promise<string> {
  const { baselines } = context.local;
  if (listing.base !== undefined && listing.learnt.size < mostLearnt) {
    return await baselines.publish(listing.learnt, listing.listedAt, listing.base);
  }

  // What is learnt while it is being written is not in it.
  listing.learnt.clear();
  listing.base = await baselines.publish(listing.ids.keys(), listing.listedAt);
  await sweepBaselines(context);
  context.saved = { ...context.saved, fenceBase: listing.base };
  return listing.base;
}

/**
 * Adds what was learnt since the listing: it was there before the next attempt, so that did not make it. Animals of our own
 * entries are told from newcomers by their owners, and are not written into every baseline. `isOurs`: so is this one, as it is
 * about to be recorded.
 */
export function extendListing({ listing, local }: Context, pets: Iterable<Pet>, { isOurs = false } = {}): void {
  if (!listing) {
    return;
  }

  for (const pet of pets) {
    if (!listing.ids.has(pet.id)) {
      listing.ids.set(pet.id, listing.ids.size);
      if (!isOurs && local.journal.owners(pet.id).length === 0) {
        listing.learnt.add(pet.id);
        listing.baseline = undefined;
      }
    }

    const key = matchingKey(pet);
    const alike = listing.lookalikes.get(key) ?? [];
    if (!alike.includes(pet.id)) {
      listing.lookalikes.set(key, [...alike, pet.id]);
    }
  }
}

