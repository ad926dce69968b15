/**
 * Complete listings, the ground of fences and looks: a list only counts as complete where it also shows every pet that the
 * service itself confirmed before.
 */
import type { Int64 } from '../domain/int64.js';
import type { NewPet, Pet } from '../domain/pet.js';
import { isoNow } from '../platform/clock.js';
import type { Failure } from '../remote/outcomes.js';
import type { Context, Listing } from './context.js';
import { matchingKey } from './matching-key.js';
import { observeAnswer, observeFailure } from './observe.js';
import { readList, type Reading } from './read-list.js';
import { knownOf, pauseIfReset } from './reset.js';
import { asHeld, withList } from './saved-lists.js';
import { showSaved } from './show-saved.js';

/** What was on the service before an attempt. */
export type Fence = {
  /** The document that holds it; null: not known, a weak fence. */
  readonly name: string | null;
  readonly ids: { has(id: Int64): boolean } | undefined;
  /** Pets within the fence that look like an animal already. */
  twins(pet: NewPet): readonly Int64[];
  /** A reading of `clock.uptime()`: after it the listing is too old for what is sent. */
  readonly sendBy: number;
};

/** With this nothing is known of what was there. */
export const weakFence: Fence = { name: null, ids: undefined, twins: () => [], sendBy: Infinity };

/** How old a listing may be at the moment of sending, in milliseconds. */
const freshForMs = 60_000;
/** How many missing pets are asked for by id before a list is called incomplete. */
const mostMissing = 20;

/** Reads the unfiltered list past all caches, and shows what that says about the connection. */
export async function readFresh(context: Context, signal: AbortSignal): Promise<Reading | Failure> {
  const at = isoNow(context.clock);
  const known = knownOf(context);
  const confirmed = confirmedIds(context);
  const reading = await readList(context.remote, { fresh: true, signal, asHeld: (pet) => asHeld(known.copy, pet) });
  if (reading.type !== 'list') {
    if (reading.type === 'failed') {
      observeFailure(context, reading);
      return reading;
    }

    // Without an ETag in the request there is nothing a 304 could mean.
    const problem = { code: 'unexpected_answer', message: 'The store answered “not modified” to a request that allows no such answer.', status: 304 };
    return { type: 'failed', connection: 'error', problem };
  }

  if (await pauseIfReset(context, known, reading)) {
    const problem = context.paused?.problem ?? { code: 'store_changed', message: 'The store looks as if it was reset.' };
    return { type: 'failed', connection: 'error', problem, aborted: true };
  }

  observeAnswer(context);
  const complete = await isTrulyComplete(context, reading, confirmed, signal);
  extendListing(context, reading.pets);
  if (complete) {
    // It was paid for, and a service that is reset later is told by comparison with it.
    context.saved = withList(context.saved, 'all', reading, { at, before: known.copy });
    showSaved(context);
  }

  return { ...reading, complete };
}

/**
 * Whether a list that ends as a complete one is complete: not out of a cache, and with every pet in it that the service had
 * confirmed before the list was asked for.
 */
export async function isTrulyComplete(context: Context, reading: Reading, confirmed: ReadonlySet<Int64>, signal: AbortSignal): Promise<boolean> {
  if (!reading.complete || reading.ageMs > 0) {
    return false;
  }

  const seen = new Set(reading.pets.map(({ id }) => id));
  const missing = [...confirmed].filter((id) => !seen.has(id) && !context.gone.has(id));
  if (missing.length > mostMissing) {
    return false;
  }

  for (const id of missing) {
    const outcome = await context.remote.get(id, signal);
    if (outcome.type !== 'not-found') {
      return false;
    }

    context.gone.add(id);
  }

  return true;
}

/** Pets known from a 201, or from a 200 for the pet itself. */
export function confirmedIds(context: Context): ReadonlySet<Int64> {
  const created = context.store.queue.entries().flatMap(({ petId }) => (petId === undefined ? [] : [petId]));
  return new Set([...created, ...context.saved.lookedUp.map(({ id }) => id)]);
}

/**
 * The name of a fence for an attempt made now: null where the list cannot be read whole (a weak fence), or the failure
 * where the store cannot be reached, in which case nothing should be sent.
 */
export async function takeFence(context: Context, signal: AbortSignal): Promise<Fence | Failure> {
  let { listing } = context;
  if (!listing || context.clock.uptime() - listing.uptime > freshForMs || context.clock.uptime() < listing.uptime) {
    const listedAt = isoNow(context.clock);
    const uptime = context.clock.uptime();
    const reading = await readFresh(context, signal);
    if (reading.type === 'failed') {
      // A list that may not be read does not stop sending; a store that cannot be reached does.
      return reading.forbidden === true ? weakFence : reading;
    }

    // A list that took longer to read than it may be old tells nothing of the moment of sending.
    if (!reading.complete || context.clock.uptime() - uptime > freshForMs) {
      context.listing = undefined;
      return weakFence;
    }

    listing = { ids: new Map(), lookalikes: new Map(), listedAt, uptime, learnt: new Set(), base: undefined, fence: undefined };
    context.listing = listing;
    extendListing(context, reading.pets);
    extendListing(context, context.saved.pets);
  }

  forgetSwept(context, listing);
  // Only the ids known by now: a refresh during the attempt may learn the very one that the attempt made.
  const { ids, lookalikes } = listing;
  const count = ids.size;
  const name = listing.fence ?? (await publish(context, listing));
  listing.fence = ids.size === count ? name : undefined;
  const has = (id: Int64): boolean => (ids.get(id) ?? Infinity) < count;
  return { name, ids: { has }, twins: (pet) => (lookalikes.get(matchingKey(pet)) ?? []).filter(has), sendBy: listing.uptime + freshForMs };
}

/** Another process that sent meanwhile swept away every fence it knew no use for. */
function forgetSwept({ store: { fences } }: Context, listing: Listing): void {
  if (listing.base !== undefined && !fences.has(listing.base)) {
    listing.base = undefined;
    listing.fence = undefined;
  }

  if (listing.fence !== undefined && !fences.has(listing.fence)) {
    listing.fence = undefined;
  }
}

async function publish({ store: { fences } }: Context, listing: Listing): Promise<string> {
  if (listing.base !== undefined) {
    return await fences.publish(listing.learnt, listing.listedAt, listing.base);
  }

  // What is learnt while it is being written is not in it.
  listing.learnt.clear();
  listing.base = await fences.publish(listing.ids.keys(), listing.listedAt);
  return listing.base;
}

/** Adds what was learnt since the listing: it was there before the next attempt, so that did not make it. */
export function extendListing({ listing }: Context, pets: Iterable<Pet>): void {
  if (!listing) {
    return;
  }

  for (const pet of pets) {
    if (!listing.ids.has(pet.id)) {
      listing.ids.set(pet.id, listing.ids.size);
      listing.learnt.add(pet.id);
      listing.fence = undefined;
    }

    const key = matchingKey(pet);
    const alike = listing.lookalikes.get(key) ?? [];
    if (!alike.includes(pet.id)) {
      listing.lookalikes.set(key, [...alike, pet.id]);
    }
  }
}
