/**
 * Accounting for what a list lacks: the missing are asked for by id, and only then it is known what the list is worth.
 *
 * 404 while a younger animal is listed: an operator removed it. 200 while a younger one is listed: the list hides it,
 * and is whole otherwise. 200 and no younger one listed: the list is behind. All of the youngest denied: a rollback.
 */
import { compareInt64, type Int64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';
import type { EngineState } from '../engine-state.js';
import { clearDoubt, dropDoubt, raiseDoubt } from '../health/doubt.js';
import { measureLag, youthMs } from './lag.js';
import { askIfPutBack } from '../health/put-back.js';
import type { Reading } from '../lists/read-list.js';
import { knownOf } from '../health/reset-detection.js';
import { findSavedPet, withoutPet } from '../lists/saved-lists.js';
import { compare, type Comparison, isOther, type Known } from './witnesses.js';

/**
 * What a list is worth.
 *
 * - `whole`: every animal that is known is listed, or it is known why not
 * - `lagging`: only animals confirmed a moment ago are missing
 * - `behind`: it lacks animals that are there, or of which nothing could be found out
 * - `partial`: the service did not say that this is all, or it comes out of a cache
 * - `doubted`: the service does not seem to be the one that was known; nothing of it is taken in
 */
export type Standing = 'whole' | 'lagging' | 'behind' | 'partial' | 'doubted';

/**
 * `expected`: ids it must show besides, as those of a baseline. `cannotAsk`: what is doubted cannot be asked for by id.
 */
export type AccountOptions = {
  readonly signal: AbortSignal;
  readonly expected?: Iterable<Int64> | undefined;
  readonly cannotAsk?: boolean | undefined;
};

/** How many of the missing are asked for by id. */
const mostAsked = 5;

/** What an unfiltered list is worth. `before`: what was known at the moment of asking. */
export async function account(
  engine: EngineState,
  before: Known,
  reading: Pick<Reading, 'pets' | 'complete' | 'ageMs'>,
  { signal, expected = [], cannotAsk = false }: AccountOptions,
): Promise<Standing> {
  // What a person confirmed while the list was read, or another key, makes what was known before worthless.
  const isStale = before.copy.resets !== engine.saved.resets || before.copy.credential !== engine.saved.credential;
  const known = isStale ? knownOf(engine) : before;
  const isWhole = reading.complete && reading.ageMs === 0;
  const comparison = compare(
    known,
    { pets: reading.pets, complete: isWhole },
    {
      now: engine.clock.now(),
      youthMs: youthMs(engine),
      isAccounted: (id) => engine.gone.has(id) || engine.hidden.has(id),
      expected,
    },
  );
  const others = await keepDenied(engine, comparison.others, signal);
  if (others.length > 0) {
    raiseDoubt(engine, others);
    return 'doubted';
  }

  if (await askIfPutBack(engine, known, { pets: reading.pets, complete: isWhole })) {
    return 'doubted';
  }

  if (!isWhole) {
    if (cannotAsk) {
      // It does not claim any more to be all there is, so what it lacks means nothing.
      dropDoubt(engine);
    }

    return 'partial';
  }

  measureLag(engine, known, reading.pets, comparison.young);
  const standing = comparison.missing.length > 0 ? await ask(engine, known, reading.pets, comparison, signal) : 'whole';
  if (standing === 'whole') {
    clearDoubt(engine, known, reading.pets);
  }

  return standing === 'whole' && comparison.young.length > 0 ? 'lagging' : standing;
}

/**
 * Those that the service, asked for by id, does not show as they were: a list may come from elsewhere than look-ups.
 */
async function keepDenied(engine: EngineState, others: readonly Pet[], signal: AbortSignal): Promise<readonly Pet[]> {
  const denied: Pet[] = [];
  for (const pet of others.slice(-mostAsked)) {
    const outcome = await engine.client.get(pet.id, signal);
    if (outcome.type !== 'pet' || isOther(pet, outcome.pet)) {
      denied.push(pet);
    }
  }

  return denied;
}

async function ask(
  engine: EngineState,
  known: Known,
  listed: readonly Pet[],
  { missing, youngestListed }: Comparison,
  signal: AbortSignal,
): Promise<Standing> {
  const isBelow = (id: Int64): boolean => youngestListed !== undefined && compareInt64(id, youngestListed) < 0;
  const asked = missing.slice(0, mostAsked);
  const answers = new Map<Int64, 'there' | 'denied'>();
  const control = listed.at(-1);
  if (control && (await engine.client.get(control.id, signal)).type !== 'pet') {
    return withoutLookUps(engine, known, listed);
  }

  for (const id of asked) {
    const outcome = await engine.client.get(id, signal);
    if (outcome.type === 'removed') {
      return withoutLookUps(engine, known, listed);
    }

    if (outcome.type === 'failed') {
      return 'behind';
    }

    answers.set(id, outcome.type === 'pet' ? 'there' : 'denied');
  }

  const beyond = asked.filter((id) => !isBelow(id));
  if (beyond.some((id) => answers.get(id) === 'there')) {
    return 'behind';
  }

  if (beyond.length > 0) {
    raiseDoubt(
      engine,
      beyond.map((id) => petOf(known, id)),
    );
    return 'doubted';
  }

  // The rest is taken to be like those that were asked for: where some of each are among them, it is asked for the next
  // time.
  const kinds = new Set(answers.values());
  for (const id of kinds.size === 1 ? missing : asked) {
    if ((answers.get(id) ?? [...kinds][0]) === 'there') {
      engine.learnHidden(id);
    } else {
      engine.learnGone(id);
      engine.setSaved(withoutPet(engine.saved, id));
    }
  }

  return kinds.size === 1 || missing.length <= mostAsked ? 'whole' : 'behind';
}

/**
 * Look-ups by id prove nothing (they end in December 2030): only a list with none of what was known speaks for itself.
 */
function withoutLookUps(engine: EngineState, known: Known, listed: readonly Pet[]): Standing {
  const seen = new Set(listed.map(({ id }) => id));
  const created = [...known.confirmed.values()].map(({ pet }) => pet);
  const lacksAll = known.copy.pets.length > 0 && !known.copy.pets.some(({ id }) => seen.has(id));
  const lacksOurs = created.length >= 2 && !created.some(({ id }) => seen.has(id));
  if (lacksAll || lacksOurs) {
    raiseDoubt(engine, (lacksAll ? known.copy.pets : created).slice(-mostAsked));
    return 'doubted';
  }

  return 'behind';
}

function petOf({ copy, confirmed }: Known, id: Int64): Pet {
  return confirmed.get(id)?.pet ?? findSavedPet(copy, id) ?? { id, name: '', categoryId: '0' as Int64 };
}
