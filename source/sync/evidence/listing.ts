import { compareInt64, type Int64 } from '../../domain/int64.js';
import { matchingKey } from '../../domain/entry.js';
import type { NewPet, Pet } from '../../domain/pet.js';
import type { Baselines } from '../../local/footprints.js';

/** The store just before an attempt, as far as it is known. */
export type Baseline = {
  /** The document with the ids; null: they are not known, a weak baseline. */
  readonly name: string | null;
  /** Whether an id was there, as far as that is known. */
  readonly has: (id: Int64) => boolean;
  /** Pets that look like an animal already. */
  readonly lookalikes: (pet: NewPet) => readonly Int64[];
  /** The highest id that was known; undefined: unknown. */
  readonly highest: Int64 | undefined;
  /** See `Undecided.freshAbove` and `Undecided.cutAt`. */
  readonly freshAbove: Int64 | undefined;
  readonly cutAt: number | undefined;
  /** A reading of `clock.uptime()`: after it the list is too old for sending. */
  readonly sendBy: number;
};

/** As of when a listing holds: ISO; and when its reading began, or it was last extended, by `clock.uptime()`. */
type ListingAge = Pick<Baseline, 'sendBy' | 'freshAbove' | 'cutAt'> & {
  readonly listedAt: string;
  readonly uptime: number;
};

/**
 * A list of the service as of the moment its reading began, extended by every id learnt since. It is published as a
 * baseline document, which all attempts share until others add animals.
 */
export class Listing {
  /** Each id with its place in the order in which they were learnt. */
  readonly #ids = new Map<Int64, number>();
  /** The ids of pets by what identifies an animal for recognition. */
  readonly #lookalikes = new Map<string, Set<Int64>>();
  /** The rows that were taken in: the same ones come again with each renewal. */
  readonly #taken = new WeakSet<Pet>();
  #highest: Int64 | undefined;
  /** The document with these ids, but for those of our own entries that were learnt since. */
  #published: string | undefined;

  /** `age`: another one whenever it was brought up to date. */
  constructor(public age: ListingAge) {}

  /** The document that must not be swept away. Another process may have: it swept every one it knew no use for. */
  document(baselines: Baselines): string | undefined {
    const name = this.#published;
    return name !== undefined && baselines.has(name) ? name : undefined;
  }

  /**
   * Adds learnt ids: they were there before the next attempt, which therefore did not make them. Animals of our own
   * entries (`isOurs`) are told from newcomers by their owners, and are not worth another document.
   */
  extend(pets: Iterable<Pet>, isOurs: (id: Int64) => boolean): void {
    for (const pet of pets) {
      if (this.#taken.has(pet)) {
        continue;
      }

      this.#taken.add(pet);
      if (!this.#ids.has(pet.id)) {
        this.#ids.set(pet.id, this.#ids.size);
        this.#highest = this.#highest === undefined || compareInt64(pet.id, this.#highest) > 0 ? pet.id : this.#highest;
        if (!isOurs(pet.id)) {
          this.#published = undefined;
        }
      }

      const key = matchingKey(pet);
      this.#lookalikes.set(key, (this.#lookalikes.get(key) ?? new Set()).add(pet.id));
    }
  }

  /** Its present content, without later knowledge. */
  now(): Omit<Baseline, 'name'> {
    const count = this.#ids.size;
    const has = (id: Int64): boolean => (this.#ids.get(id) ?? Infinity) < count;
    return {
      ...this.age,
      has,
      highest: this.#highest,
      lookalikes: (pet) => [...(this.#lookalikes.get(matchingKey(pet)) ?? [])].filter(has),
    };
  }

  /** Publishes its present content, unless that was done; returns the document's name. */
  async publish(baselines: Baselines): Promise<string> {
    const published = this.document(baselines);
    if (published !== undefined) {
      return published;
    }

    const count = this.#ids.size;
    const name = await baselines.publish(this.#ids.keys(), this.age.listedAt);
    // Knowledge learnt while it was being written is not in it.
    this.#published = this.#ids.size === count ? name : undefined;
    return name;
  }
}
