import { compareInt64, highestInt64, type Int64 } from '../../domain/int64.js';
import { matchingKey } from '../../domain/matching-key.js';
import type { NewPet, Pet } from '../../domain/pet.js';
import type { Baselines } from '../../local/baselines.js';

/** As of when a listing holds, and until when anything is sent on the ground of it. */
type ListingAge = {
  /** ISO. */
  readonly listedAt: string;
  /** When its reading began, or it was last extended: a reading of `clock.uptime()`. */
  readonly uptime: number;
  /** A reading of `clock.uptime()`: after it, it is no ground for sending. */
  readonly sendBy: number;
  /** See `Undecided.freshAbove`. */
  readonly freshAbove: Int64 | undefined;
  /** See `Undecided.cutAt`. */
  readonly cutAt: number | undefined;
};

/** The content of a listing at one moment, without later knowledge. */
type ListingMoment = {
  readonly has: (id: Int64) => boolean;
  readonly highest: Int64 | undefined;
  readonly lookalikes: (pet: NewPet) => readonly Int64[];
};

/** More ids than these beside a base make a new one worth its writing. */
const mostLearnt = 500;

/**
 * A list of the service as of the moment its reading began, extended by every id learnt since. It is published as a
 * baseline document: one for the list itself, its *base*, and small ones that add to it, as each attempt on a list of
 * 100 000 would otherwise write 2 MB.
 */
export class Listing {
  /** Each id with its place in the order in which they were learnt. */
  readonly #ids: Map<Int64, number>;
  /** The ids of pets by what identifies an animal for recognition. */
  readonly #lookalikes = new Map<string, Set<Int64>>();
  /** The rows that were taken in: the same ones come again with each renewal. */
  readonly #taken = new WeakSet<Pet>();
  /** The animals that the base lacks, but for those of our own entries. */
  readonly #learnt = new Set<Int64>();
  #highest: Int64 | undefined;
  #age: ListingAge;
  #base: string | undefined;
  /** The published document with exactly these ids. */
  #published: string | undefined;

  /** `base`: a document that was published before, with the ids in it. */
  constructor(age: ListingAge, base?: { readonly name: string; readonly ids: ReadonlySet<Int64> }) {
    this.#age = age;
    this.#base = base?.name;
    this.#ids = new Map([...(base?.ids ?? [])].map((id, index) => [id, index]));
    this.#highest = highestInt64([...this.#ids.keys()]);
  }

  get age(): ListingAge {
    return this.#age;
  }

  /** It was brought up to date. */
  renew(age: ListingAge): void {
    this.#age = age;
  }

  /** The documents that must not be swept away. */
  documents(): readonly string[] {
    return [this.#base, this.#published].flatMap((name) => name ?? []);
  }

  /** Another process that sent meanwhile swept away every document it knew no use for. */
  forgetSwept(baselines: Baselines): void {
    if (this.#base !== undefined && !baselines.has(this.#base)) {
      this.#base = undefined;
      this.#published = undefined;
    }

    if (this.#published !== undefined && !baselines.has(this.#published)) {
      this.#published = undefined;
    }
  }

  /**
   * Adds learnt ids: they were there before the next attempt, which therefore did not make them. Animals of our own
   * entries (`isOurs`) are told from newcomers by their owners, and are not written into every baseline.
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
          this.#learnt.add(pet.id);
          this.#published = undefined;
        }
      }

      const key = matchingKey(pet);
      this.#lookalikes.set(key, (this.#lookalikes.get(key) ?? new Set()).add(pet.id));
    }
  }

  /** Its present content. */
  now(): ListingMoment {
    const count = this.#ids.size;
    const has = (id: Int64): boolean => (this.#ids.get(id) ?? Infinity) < count;
    return {
      has,
      highest: this.#highest,
      lookalikes: (pet) => [...(this.#lookalikes.get(matchingKey(pet)) ?? [])].filter(has),
    };
  }

  /** Publishes its present content, unless that was done; returns the document's name. `onBase`: told of a new base. */
  async publish(baselines: Baselines, onBase: (name: string) => Promise<void>): Promise<string> {
    if (this.#published !== undefined) {
      return this.#published;
    }

    const count = this.#ids.size;
    const name = await this.#write(baselines, onBase);
    // Knowledge learnt while it was being written is not in it.
    this.#published = this.#ids.size === count ? name : undefined;
    return name;
  }

  async #write(baselines: Baselines, onBase: (name: string) => Promise<void>): Promise<string> {
    const { listedAt } = this.#age;
    if (this.#base !== undefined && this.#learnt.size < mostLearnt) {
      return await baselines.publish(this.#learnt, listedAt, this.#base);
    }

    this.#learnt.clear();
    this.#base = await baselines.publish(this.#ids.keys(), listedAt);
    await onBase(this.#base);
    return this.#base;
  }
}
