/**
 * Which entry a pet id belongs to: an id is claimed by one entry, and the service's own word beats the result of a
 * search.
 */
import { type Entry, matchingKey } from '../../domain/entry.ts';
import type { Int64 } from '../../domain/int64.ts';
import { couldBe } from '../../domain/near-name.ts';
import type { Pet } from '../../domain/pet.ts';
import { isUndecided } from '../../domain/waits.ts';
import type { EnterOptions } from '../../local/queue/changes.ts';
import type { LocalFiles } from '../../local/local-files.ts';
import type { Part } from '../state.ts';

/** The other entry that a pet id belongs to; undefined: it is free. `isAdopted`: it was found by searching. */
export function ownerOf(
  { queue, archive }: LocalFiles,
  petId: Int64,
  except: string,
): { readonly localId: string; readonly isAdopted: boolean } | undefined {
  const entry = queue.owners(petId).find(({ localId }) => localId !== except);
  const archived = archive.owner(petId);
  if (entry) {
    return { localId: entry.localId, isAdopted: entry.adopted !== undefined };
  }

  return archived === undefined || archived === except ? undefined : { localId: archived, isAdopted: false };
}

/** Whether a listed pet belongs to another entry, unless its id was given to an animal of another name or category. */
export function isOwnedByAnother(engine: Part<'local'>, pet: Pet, localId: string): boolean {
  const { local } = engine;
  const owner = ownerOf(local, pet.id, localId);
  if (owner === undefined) {
    return false;
  }

  const entry = local.queue.owners(pet.id).find((each) => each.localId === owner.localId);
  const given = entry?.pet ?? local.archive.findRead(owner.localId);
  return given === undefined || matchingKey(given) === matchingKey(pet);
}

/**
 * Tells of an animal of a list whether it is one that this home sent, by its record, the archive or what is known of
 * the store, or may be the one of an attempt that is still open; undefined: neither. As of the last reading of the
 * queue and the archive.
 */
export function findOurs(engine: Part<'knowledge' | 'local'>): (pet: Pet) => 'ours' | 'perhaps-ours' | undefined {
  const { queue, archive } = engine.local;
  const open = queue.entries().filter(isUndecided);
  const ours = new Set(engine.knowledge.ours.map(({ id }) => id));
  return (pet) => {
    if (queue.owners(pet.id).length > 0 || archive.owner(pet.id) !== undefined || ours.has(pet.id)) {
      return 'ours';
    }

    return open.some((entry) => couldBe(entry, pet)) ? 'perhaps-ours' : undefined;
  };
}

/** The sign for a missing key. */
export const noKey = 'none';

/** The digest of the key that an entry belongs with; undefined: any, as it was entered without one. */
export function digestOf({ credential, history }: Entry): string | undefined {
  // Most queued animals were never tried, and this is asked of all.
  const attempt = history.length === 1 ? undefined : history.findLast((record) => record.kind === 'attempt');
  const digest = attempt?.kind === 'attempt' ? attempt.credential : credential;
  return digest === noKey ? undefined : digest;
}

/**
 * Whether an entry may be sent under the present key: it was entered, or last sent, under that one, or under another one
 * of the same store, as a person said. For many entries it is made once.
 */
export function ofPresentKey({ local, credential }: Part<'credential' | 'local'>): (entry: Entry) => boolean {
  const { apiKeys = [] } = local.knowledge.present();
  const own = new Set(apiKeys.includes(credential) ? apiKeys : [credential]);
  return (entry) => {
    const digest = digestOf(entry);
    return digest === undefined || own.has(digest);
  };
}

/** The digest to keep with new entries; undefined: there is no key. */
export function keyToKeep(credential: string): string | undefined {
  return credential === noKey ? undefined : credential;
}

/** What is kept with each animal that is entered now. */
export function enteringOf({ credential, options }: Part<'credential' | 'options'>): EnterOptions {
  return { credential: keyToKeep(credential), sender: { ...options.sender } };
}
