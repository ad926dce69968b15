/**
 * One pet of the saved copy, read without the rest of the program: a look-up takes no longer than starting does. Unread
 * parts are not checked, and any other form than today's is left to `list-cache.ts`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Int64 } from '../domain/int64.js';
import type { Pet } from '../domain/pet.js';
import { checksum, matchHead } from './documents/document-form.js';
import type { SavedCopy } from './list-cache.js';
import { cutToPet, type Shard, shardOf } from './list-shards.js';

/** A pet, and the facts of its list. */
export type SavedPet = { readonly pet: Pet } & Pick<SavedCopy, 'lists' | 'lookedUp' | 'heardAt'>;

/** Undefined: it is not found that way. Throws where something is not as it should be. */
export function readSavedPet(storeFolder: string, id: Int64): SavedPet | undefined {
  const cache = join(storeFolder, 'cache');
  const { head, names } = JSON.parse(readData(join(cache, 'lists.json'))) as {
    readonly head: Omit<SavedCopy, 'lookedUp'> & { readonly lookedUp: Readonly<Record<string, string>> };
    readonly names: { readonly shards: readonly Shard[] };
  };
  const shard = shardOf(names.shards, id);
  if (!shard || !/^[\w-]+\.json$/.test(shard.name)) {
    return undefined;
  }

  const [pet] = JSON.parse(cutToPet(readData(join(cache, shard.name)), id)) as readonly Pet[];
  const { [id]: at } = head.lookedUp;
  return pet && { pet, lists: head.lists, lookedUp: at === undefined ? [] : [{ id, at }], heardAt: head.heardAt };
}

function readData(path: string): string {
  const bytes = readFileSync(path);
  const [head = '', version, sum] = matchHead(bytes) ?? [];
  const data = bytes.subarray(head.length, bytes.lastIndexOf('}'));
  if (version !== '1' || checksum(data) !== sum) {
    throw new Error(`${path} is damaged, or of another version`);
  }

  return data.toString();
}
