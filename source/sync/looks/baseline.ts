/** The ids on the service before an attempt, and the documents that hold them. */
import { isWaiting } from '../../domain/entry.js';
import { matchingKey } from '../../domain/matching-key.js';
import type { NewPet, Pet } from '../../domain/pet.js';
import type { EngineState } from '../engine-state.js';
import type { Baseline } from '../evidence/listing.js';
import { freshForMs, nothingAbove, renewListing } from './renew-listing.js';

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
