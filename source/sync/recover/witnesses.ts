/**
 * What is known of the service, held against a list that it shows now. Pure.
 *
 * A *witness* is an animal that the service confirmed before: by a 201, by a look-up, or in a list. A list is a claim
 * by a service that may lag, hide, stand still, roll back or belong to somebody else, so one that lacks witnesses
 * proves nothing until it is known why (`account.ts` asks).
 */
import type { Entry } from '../../domain/entry.js';
import { compareInt64, highestInt64, type Int64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';
import { distinctPets } from '../../domain/pet/compare-pets.js';
import type { SavedCopy } from '../../local/list-cache.js';

/** An animal that the service itself answered for; `at`: when, in milliseconds since 1970. */
export type Witness = { readonly pet: Pet; readonly at: number };

/**
 * What the service is compared with: the saved copy, and the animals it gave ids to, asked for, or found for entries.
 */
export type Known = { readonly copy: SavedCopy; readonly confirmed: ReadonlyMap<Int64, Witness> };

/** What a list showed; `complete`: the service said that there is nothing else. */
export type Seen = { readonly pets: readonly Pet[]; readonly complete: boolean };

/** What a list says of the witnesses. */
export type Comparison = {
  /** Witnesses whose id shows quite another animal. */
  readonly others: readonly Pet[];
  /** Confirmed a short while ago and not listed: the list lags, and no more than that. */
  readonly young: readonly Witness[];
  /** Known for long and not listed, the youngest first, as far as it matters; only of a complete list. */
  readonly missing: readonly Int64[];
  /** The highest id that is known and listed; undefined: none is. */
  readonly youngestListed: Int64 | undefined;
};

/** What one comparison is made with. */
export type CompareOptions = {
  readonly now: number;
  /** How long an animal is young, in milliseconds. */
  readonly youthMs: number;
  /** Ids that were accounted for before. */
  readonly isAccounted: (id: Int64) => boolean;
  /** Ids that the list must show besides: those of baselines. */
  readonly expected?: Iterable<Int64>;
};

/**
 * Of the pets that are known from lists alone, this many of the youngest are asked for where the youngest of all is
 * missing.
 */
const mostOfCopy = 5;

/** The animals that the service confirmed one by one: those of entries and those that were looked up. */
export function confirmedBy(entries: readonly Entry[], copy: SavedCopy): ReadonlyMap<Int64, Witness> {
  const confirmed = new Map<Int64, Witness>();
  const lookedUp = new Map(copy.lookedUp.map(({ id, at }) => [id, at]));
  for (const pet of lookedUp.size > 0 ? copy.pets : []) {
    const at = lookedUp.get(pet.id);
    if (at !== undefined) {
      confirmed.set(pet.id, { pet, at: Date.parse(at) });
    }
  }

  for (const { state, pet, history } of entries) {
    if (state === 'created' && pet) {
      const settled = history.findLast((record) => record?.kind === 'outcome' || record?.kind === 'adopted');
      confirmed.set(pet.id, { pet, at: Date.parse(settled?.at ?? '') || 0 });
    }
  }

  return confirmed;
}

/** Holds a list against what is known. Only a complete one says anything by what it lacks. */
export function compare(
  { copy, confirmed }: Known,
  { pets, complete }: Seen,
  { now, youthMs, isAccounted, expected = [] }: CompareOptions,
): Comparison {
  const seen = new Map(pets.map((pet) => [pet.id, pet]));
  const witnesses = [...copy.pets, ...[...confirmed.values()].map(({ pet }) => pet)];
  const others = distinctPets(witnesses.filter((pet) => isOther(pet, seen.get(pet.id))));
  if (!complete) {
    return { others, young: [], missing: [], youngestListed: undefined };
  }

  const isYoung = (id: Int64): boolean => Math.abs(now - (confirmed.get(id)?.at ?? -Infinity)) < youthMs;
  const old = [...confirmed.keys(), ...expected].filter((id) => !isYoung(id));
  const youngestListed = highestInt64(
    [...confirmed.keys(), ...copy.pets.map(({ id }) => id), ...old].filter((id) => seen.has(id)),
  );
  const isBeyond = ({ id }: Pet): boolean => youngestListed === undefined || compareInt64(id, youngestListed) > 0;
  const ofCopy = copy.pets.filter((pet) => isBeyond(pet) && !isYoung(pet.id)).slice(-mostOfCopy);
  const missing = new Set([...old, ...ofCopy.map(({ id }) => id)].filter((id) => !seen.has(id) && !isAccounted(id)));
  return {
    others,
    young: [...confirmed.values()].filter(({ pet }) => isYoung(pet.id) && !seen.has(pet.id) && !isAccounted(pet.id)),
    missing: [...missing].sort((a, b) => compareInt64(b, a)),
    youngestListed,
  };
}

/** Whether an id shows an animal that cannot be the same one with a detail corrected. */
export function isOther(before: Pet, now: Pet | undefined): boolean {
  return now !== undefined && now.name !== before.name && now.categoryId !== before.categoryId;
}
