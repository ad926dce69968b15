/**
 * Whether a list is that of the store that was known: ids that show quite another animal, more than half of them, or a
 * list that shows none of what was known, say that it was reset or belongs to somebody else.
 *
 * A list that merely lacks the youngest says nothing: it lags, is cut off, or somebody removed them.
 */
import type { Int64 } from '../../domain/int64.js';
import { distinctPets, isOther } from '../../domain/pet/compare-pets.js';
import type { Pet } from '../../domain/pet.js';
import type { Doubt } from '../../local/footprints.js';
import type { SavedCopy } from '../../local/list-cache.js';
import type { EngineState } from '../engine-state.js';
import type { Reading } from '../lists/read-list.js';
import { noteLook } from '../evidence/ownership.js';
import { dropDoubt, raiseDoubt } from './doubt.js';
import { askIfPutBack } from './put-back.js';
import { isOfTenant } from '../evidence/tenant.js';

/** What the store is compared with: what was read of it, and the animals of entries that it took in. */
export type Known = { readonly copy: SavedCopy; readonly created: readonly Pet[] };

/**
 * What an unfiltered list is worth: `lagging`: it lacks what the store took in a moment ago. `partial`: it may not be
 * all there is. `doubted`: nothing of it is taken in.
 */
export type Standing = 'whole' | 'lagging' | 'partial' | 'doubted';

/** The youngest animals that are named as evidence. */
const mostNamed = 5;

/** What is known now, before the store is asked: what it answers later may lack what is learnt meanwhile. */
export function knownOf(engine: EngineState): Known {
  const entries = engine.local.journal.entries();
  return {
    copy: engine.saved,
    created: entries.flatMap((entry) =>
      entry.state === 'created' && entry.pet && isOfTenant(engine, entry) ? [entry.pet] : [],
    ),
  };
}

/**
 * Holds a list against what was known at the moment of asking. `began`: a reading of `clock.uptime()`; undefined: it is
 * a part of the list. What a part shows of one or two ids neither raises nor ends a doubt, or the part and the whole
 * list would contradict each other for ever: whoever reads a part that is doubted reads the whole list.
 */
export async function compareStore(
  engine: EngineState,
  before: Known,
  reading: Pick<Reading, 'pets' | 'complete' | 'ageMs'>,
  began?: number,
): Promise<Standing> {
  // What a person confirmed while the list was read, or another key, makes what was known before worthless.
  const isStale = before.copy.resets !== engine.saved.resets || before.copy.credential !== engine.saved.credential;
  const known = isStale ? knownOf(engine) : before;
  const complete = reading.complete && reading.ageMs === 0;
  const listed = new Map(reading.pets.map((pet) => [pet.id, pet]));
  const pets = distinctPets([...known.copy.pets, ...known.created]);
  const there = pets.filter(({ id }) => listed.has(id));
  const others = there.filter((pet) => isOther(pet, listed.get(pet.id)));
  // What no list ever showed is missing as the list lags.
  const unlisted = new Set(known.copy.lookedUp.map(({ id }) => id));
  const shown = known.copy.pets.filter(({ id }) => !unlisted.has(id));
  const lacksAll = complete && shown.length > 0 && there.length === 0;
  // Somebody may have corrected both name and category of one; not of more than half of what is shown.
  const isAnother = others.length * 2 > there.length;
  if (isAnother || lacksAll) {
    if (began !== undefined) {
      raiseDoubt(engine, (isAnother ? others : shown).slice(-mostNamed), lacksAll);
    }

    return 'doubted';
  }

  if (await askIfPutBack(engine, known.copy, { pets: reading.pets, complete })) {
    return 'doubted';
  }

  const { doubt } = engine.credit;
  if (began !== undefined && doubt && isOver(doubt, pets, listed)) {
    dropDoubt(engine);
  }

  const lags = complete && noteLook(engine, listed, began ?? engine.clock.uptime());
  const whole = lags ? 'lagging' : 'whole';
  return complete ? whole : 'partial';
}

/** Whether the evidence is gone: something of what was missing is there, or of what was known if all of it was. */
function isOver(doubt: Doubt, known: readonly Pet[], listed: ReadonlyMap<Int64, Pet>): boolean {
  const pets = doubt.lacksAll === true ? known : doubt.pets;
  return pets.length === 0 || pets.some(({ id }) => listed.has(id));
}
