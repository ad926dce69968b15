/**
 * The pets of the saved copy in shards: files of a few thousand, each a run of ascending ids, written once under a name
 * of their own and never changed. Changes are written as a new file beside the old one, and the head (`list-cache.ts`)
 * then says which ones count. A full disk or a killed process leaves the old head with the old files.
 */
import type { Int64 } from '../domain/int64.js';
import type { Pet } from '../domain/pet.js';
import { placeOf } from '../domain/pet/compare-pets.js';

/** One shard as the head names it: its file, its lowest id, and how many pets it has. */
export type Shard = { readonly name: string; readonly first: Int64; readonly rows: number };

/** The wanted content of the disk: a shard that is there already, or pets that need a new one. */
export type PlannedShard = { readonly kept: Shard } | { readonly pets: readonly Pet[] };

/** Pets in one shard, at most: an animal more costs writing so many again, and one alone costs reading them. */
const mostRows = 4000;

/** How pets are to be kept, with as few new shards as will do. Pure. `before`: the pets as they are on disk. */
export function planShards(
  pets: readonly Pet[],
  before: readonly Pet[] = [],
  shards: readonly Shard[] = [],
): readonly PlannedShard[] {
  if (shards.length === 0) {
    return cut(pets);
  }

  let from = 0;
  let wasFrom = 0;
  return shards.flatMap((shard, index) => {
    const following = shards[index + 1];
    const to = following ? placeOf(pets, following.first) : pets.length;
    const wasTo = wasFrom + shard.rows;
    const run = pets.slice(from, to);
    const known = before.slice(wasFrom, wasTo);
    // Pets that did not change are the same objects.
    const isSame = run.length === known.length && run.every((pet, at) => pet === known[at]);
    const planned: readonly PlannedShard[] = isSame ? [{ kept: shard }] : cut(run);
    from = to;
    wasFrom = wasTo;
    return planned;
  });
}

function cut(pets: readonly Pet[]): readonly PlannedShard[] {
  return Array.from({ length: Math.ceil(pets.length / mostRows) }, (_, index) => ({
    pets: pets.slice(index * mostRows, (index + 1) * mostRows),
  }));
}

/** The shard in which an id is, if it is anywhere: the last one that begins no later. */
export function shardOf(shards: readonly Shard[], id: Int64): Shard | undefined {
  return shards.findLast(({ first }) => BigInt(first) <= BigInt(id));
}

/** A shard's text with at most one pet in it. Within a name every quote has a backslash before it. */
export function cutToPet(text: string, id: Int64): string {
  const start = text.indexOf(`{"id":"${id}",`);
  const next = text.indexOf(',{"id":"', start);
  return start < 0 ? '[]' : `[${text.slice(start, next < 0 ? text.lastIndexOf(']') : next)}]`;
}
