/**
 * Brings the listing up to date, the ground of baselines and searches.
 *
 * A *listing* is a list as of the moment its reading began, extended by later knowledge. It is kept between runs (in
 * the saved copy) and brought up to date in the cheapest way: from where newcomers appear, or by reading it whole.
 */
import { type Int64, toInt64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';
import { isoNow, withinTime } from '../../platform/time/clock.js';
import type { EngineState } from '../engine-state.js';
import { footprintOf, isListed } from '../evidence/footprint.js';
import { Listing } from '../evidence/listing.js';
import { compareStore, knownOf } from '../health/same-store.js';
import { ensureTenant } from '../health/tenant.js';
import { isLikeCap } from '../lists/read-list.js';
import { readNewest } from '../lists/read-newest.js';
import { withLastPages } from '../lists/saved-lists.js';
import { hasOrder } from '../lists/ways.js';
import { readFresh, resumeReading } from './read-fresh.js';

/** How old a listing may be at the moment of sending, in milliseconds. */
export const freshForMs = 60_000;
/** A reading of this many pages costs so little that no shorter way is worth its doubts. */
const cheapPets = 500;
/** How old a saved list may be to be extended, and a part of one to be gone on with, in milliseconds. */
const extendableForMs = 24 * 60 * 60 * 1000;
const partUsableForMs = 15 * 60 * 1000;
/** How long one animal waits for a list that an earlier run began to read, and the first of all, in milliseconds. */
const hurriedMs = 4000;
/** A list that took longer is not read again while somebody waits for one animal, in milliseconds. */
const slowMs = 4000;
/** How often, and after how long, a list that lags is read again before something is sent, in milliseconds. */
const catchUpMs = [500, 1000, 2000];
/** No id is higher: a found animal is never surely new. */
export const nothingAbove = toInt64(2n ** 63n - 1n) as Int64;

/**
 * How it is read. `isHurried`: a person waits for one animal. `isFirst`: it is the first animal of all, for a store
 * that was never read. It does not wait for minutes, since the worst that a lost answer costs it is a question.
 */
type RenewOptions = { readonly isHurried: boolean; readonly isFirst: boolean; readonly signal: AbortSignal };

/** `unknown`: the list cannot be read whole; `unreachable`: nor can the store, so sending should wait. */
type Renewal = 'renewed' | 'unknown' | 'unreachable';

/** Brings the listing up to date. `isHeld`: there is one that would do if no twin were feared. */
export async function renewListing(engine: EngineState, options: RenewOptions, isHeld: boolean): Promise<Renewal> {
  const { clock, saved } = engine;
  const fetchedAt =
    saved.lists.all?.complete === true && engine.credit.doubt === undefined
      ? Date.parse(saved.lists.all.fetchedAt)
      : -Infinity;
  const isExtendable =
    saved.pets.length > cheapPets &&
    Math.abs(clock.now() - fetchedAt) < extendableForMs &&
    (await ensureTenant(engine, options.signal));
  if (isExtendable) {
    const extended = await extend(engine, options.signal);
    if (extended === 'doubted') {
      return await readWhole(engine, options);
    }

    if (extended !== 'not-possible') {
      return extended;
    }

    if (options.isHurried && (saved.readMs ?? 0) > slowMs) {
      hold(engine, {
        uptime: clock.uptime(),
        listedAt: saved.lists.all?.fetchedAt ?? isoNow(clock),
        freshAbove: nothingAbove,
        cutAt: undefined,
      });
      return 'renewed';
    }
  }

  // A long list is not read anew for each common name: a lost answer is then a question.
  return isHeld && (saved.readMs ?? 0) > slowMs ? 'renewed' : await readWhole(engine, options);
}

/** Reads on from where newcomers appear: their ids have always been the highest. */
async function extend(engine: EngineState, signal: AbortSignal): Promise<Renewal | 'not-possible' | 'doubted'> {
  const { clock, saved, client } = engine;
  if (!hasOrder(saved, 1)) {
    return 'not-possible';
  }

  const uptime = clock.uptime();
  const listedAt = isoNow(clock);
  const highest = saved.pets.at(-1)?.id;
  const known = knownOf(engine);
  const reading = await readNewest(client, saved, { fresh: true, signal });
  if (reading.type === 'failed') {
    return reading.aborted ? 'unreachable' : 'not-possible';
  }

  // Without the youngest that is known the list is behind, or rolled back: only the whole one tells.
  if (reading.ageMs > 0 || !reading.pets.some(({ id }) => id === highest)) {
    return 'not-possible';
  }

  // Other animals under the ids that were known are those of another store.
  if ((await compareStore(engine, known, { ...reading, complete: false })) === 'doubted') {
    return 'doubted';
  }

  engine.setSaved(withLastPages(engine.saved, reading));
  if (engine.saved.order?.isBroken) {
    return 'not-possible';
  }

  hold(engine, { uptime, listedAt, freshAbove: engine.saved.pets.at(-1)?.id, cutAt: undefined });
  engine.showSaved();
  return 'renewed';
}

async function readWhole(engine: EngineState, { signal, isHurried, isFirst }: RenewOptions): Promise<Renewal> {
  const { clock } = engine;
  const uptime = clock.uptime();
  const resumed = resumeReading(engine, partUsableForMs);
  const { part, options } = resumed;
  const readWithin = async (limited: AbortSignal) => {
    const last = await readCaughtUp(engine, limited, options);
    return { ...last, isOutOfTime: limited.aborted && !signal.aborted };
  };
  // Who waited for this list before does not wait for all of it once more.
  const { sight, began, isOutOfTime } = await (isFirst || (part && isHurried)
    ? withinTime(clock, hurriedMs, signal, readWithin)
    : readWithin(signal));
  if (sight.type === 'failed') {
    const kept = resumed.keep();
    // For whoever cannot wait it is a list that may not be read.
    if (isOutOfTime) {
      return 'unknown';
    }

    if (kept) {
      engine.show({
        delay: {
          code: 'list_slow',
          message:
            `The store's list is long, and ${kept.pets.length} animals of it were read until now. It ` +
            `is read before an animal is sent, so that a lost answer can be found out; the next try ` +
            `goes on from there.`,
        },
      });
    }

    // A list that may not be read does not stop sending; a store that cannot be reached does.
    return sight.forbidden === true ? 'unknown' : 'unreachable';
  }

  if (sight.standing === 'partial') {
    engine.listing = undefined;
    return 'unknown';
  }

  // A reading of more than a minute ago may lack others' animals; only later ones are surely new.
  const isOld = part !== undefined || clock.uptime() - uptime > freshForMs;
  const isOrdered = engine.saved.order !== undefined && !engine.saved.order.isBroken;
  // One that lags more than a settle time may lack what others added long before. A common name is glanced at besides.
  const isFarBehind = lacksYoungest(engine, sight.pets, began - engine.settleMs);
  const youngest = isOld ? engine.saved.pets.at(-1)?.id : undefined;
  const freshAbove = isFarBehind || (isOld && !isOrdered) ? nothingAbove : youngest;
  hold(engine, {
    uptime: isOld ? clock.uptime() : uptime,
    listedAt: isoNow(clock),
    freshAbove,
    cutAt: sight.lastPage === undefined && isLikeCap(sight.pets.length) ? sight.pets.length : undefined,
  });
  return 'renewed';
}

/**
 * Reads the whole list. One that lags a little, or that of one replica of several, is given the time to catch up with
 * the store's confirmations, and read again. One that does not show everything, as it did before, is read once more: a
 * page may have come out of a cache. `began`: when the last of these readings did, by `clock.uptime()`.
 */
async function readCaughtUp(engine: EngineState, signal: AbortSignal, options: Parameters<typeof readFresh>[2]) {
  let began = engine.clock.uptime();
  let sight = await readFresh(engine, signal, options);
  for (const [again, ms] of catchUpMs.entries()) {
    const isWorthIt =
      sight.type !== 'failed' &&
      (sight.standing === 'partial'
        ? again === 0 && engine.saved.lists.all?.complete === true
        : sight.standing === 'lagging');
    if (!isWorthIt || (engine.saved.readMs ?? 0) > slowMs / 2) {
      break;
    }

    await engine.clock.wait(ms, signal);
    began = engine.clock.uptime();
    sight = await readFresh(engine, signal, { newConnection: true });
  }

  return { sight, began };
}

/** Whether a list lacks the youngest of ours that was sent until then, a reading of `clock.uptime()`. */
function lacksYoungest(engine: EngineState, pets: readonly Pet[], sentUntil: number): boolean {
  const boot = engine.clock.boot();
  const youngest = footprintOf(engine).witnesses.findLast((each) => each.boot !== boot || each.uptime <= sentUntil);
  return youngest !== undefined && !isListed(youngest, new Map(pets.map((pet) => [pet.id, pet])));
}

/** Makes a listing of the present knowledge, or takes news into the existing one. */
function hold(engine: EngineState, age: Omit<Listing['age'], 'sendBy'>): void {
  const current = { ...age, sendBy: age.uptime + freshForMs };
  engine.listing ??= new Listing(current);
  engine.listing.age = current;
  engine.show({ delay: undefined });
  engine.extendListing(engine.saved.pets);
}
