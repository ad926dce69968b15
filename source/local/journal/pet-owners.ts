/** Which entries claim which pet id: an index, so that a long queue is not searched for every answer. */
import type { Int64 } from '../../domain/int64.js';

/** Pet ids and the numbers of the entries that claim them. */
export type PetOwners = {
  /** An entry's claim changed; undefined: without a pet. */
  move(number: number, before: Int64 | undefined, after: Int64 | undefined): void;
  of(petId: Int64): readonly number[];
  /** Ids that more than one entry claims. */
  conflicts(): readonly Int64[];
};

/** Begins without any. */
export function createPetOwners(): PetOwners {
  const claims = new Map<Int64, readonly number[]>();
  const of = (petId: Int64): readonly number[] => claims.get(petId) ?? [];

  return {
    move(number, before, after) {
      if (before === after) {
        return;
      }

      if (before !== undefined) {
        claims.set(
          before,
          of(before).filter((other) => other !== number),
        );
      }

      if (after !== undefined) {
        claims.set(after, [...of(after), number]);
      }
    },
    of,
    conflicts: () => [...claims].flatMap(([petId, numbers]) => (numbers.length > 1 ? [petId] : [])),
  };
}
