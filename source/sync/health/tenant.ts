/**
 * The key is part of the store: under another key an address may show another tenant's animals.
 *
 * What was entered under one key is sent under another one only where the youngest animals that were seen under the old one
 * are there, or a person says so. Asked before anything of the new key's list joins the saved copy, and before `changed`.
 */
import type { Entry } from '../../domain/entry.js';
import { compareInt64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';
import type { Context } from '../context.js';
import { matchingKey } from '../../domain/matching-key.js';
import { setConnection, noteFailure, pause } from './reachability.js';
import { emptyCopy } from '../lists/saved-lists.js';
import { readList } from '../lists/read-list.js';

/** How many of the youngest animals must be there. */
const mostAsked = 3;
/** What stands for a key where there is none: it belongs to nobody. */
const noKey = 'none';

/** The digest of the key that an entry belongs with; undefined: any, as it was entered without one. */
function keyOf({ credential, history }: Entry): string | undefined {
  const attempt = history.findLast((record) => record?.kind === 'attempt');
  const digest = attempt?.kind === 'attempt' ? attempt.credential : credential;
  return digest === noKey ? undefined : digest;
}

/** Whether an entry belongs to the tenant of the present key, as far as that is known. */
export function isOfTenant({ local, credential }: Pick<Context, 'local' | 'credential'>, entry: Entry): boolean {
  const digest = keyOf(entry);
  return digest === undefined || local.keyGroups.areSame(digest, credential);
}

/** Whether the saved copy is that of the present key's tenant: only then anything of it joins. */
export function isCopyOfTenant({ local, credential, saved }: Pick<Context, 'local' | 'credential' | 'saved'>): boolean {
  return saved.credential === undefined || local.keyGroups.areSame(saved.credential, credential);
}

/** The digest to keep with what is entered now; undefined: there is no key. */
export function keyToKeep(credential: string): string | undefined {
  return credential === noKey ? undefined : credential;
}

/**
 * Finds out whether what is known, and what waits, belongs to the store that the present key shows. Resolves to false where that
 * could not be found out, or is all that is left to do and is asked. What was entered under this key never waits for that.
 */
export async function ensureTenant(context: Context, signal: AbortSignal): Promise<boolean> {
  const { local, credential } = context;
  if (credential === noKey) {
    return true;
  }

  const foreign = foreignKeys(context);
  if (foreign.length > 0) {
    // Another process may have found it out, or been told.
    await local.keyGroups.load();
  }

  for (const digest of foreignKeys(context)) {
    const verdict = await find(context, digest, signal);
    if (verdict === 'unknown') {
      return false;
    }

    if (verdict === 'there' || (verdict === 'nothing-known' && local.keyGroups.wasRefused(digest))) {
      await local.makeFolders();
      await local.keyGroups.join(digest, credential);
    }
  }

  if (askIfForeign(context)) {
    return false;
  }

  await takeOver(context);
  return true;
}

/**
 * Asks about what was entered under another key, where nothing else is left to be sent. Resolves to whether it did. A question
 * that is settled, or has to wait, is taken back.
 */
export function askIfForeign(context: Context): boolean {
  const waiting = context.local.journal.entries().filter(isToBeSent);
  const foreign = waiting.filter((entry) => !isOfTenant(context, entry));
  if (foreign.length > 0 && foreign.length === waiting.length) {
    ask(context, foreign);
    return true;
  }

  if (context.paused?.problem?.code === 'key_changed') {
    context.paused = undefined;
    setConnection(context, 'connecting');
  }

  return false;
}

/** The saved copy is that of the present key from here on; of another tenant's nothing is kept but its youngest animals. */
async function takeOver(context: Context): Promise<void> {
  const { local, credential, saved } = context;
  if (saved.credential === credential) {
    return;
  }

  if (saved.credential === undefined || isCopyOfTenant(context)) {
    context.saved = { ...saved, credential };
    return;
  }

  await local.makeFolders();
  await local.keyGroups.noteYoungest(saved.credential, saved.pets.slice(-mostAsked));
  context.saved = { ...emptyCopy, resets: saved.resets, credential };
  forget(context);
}

/** The present key was refused; one that never was taken makes no tenant. */
export async function noteRefusedKey(context: Context): Promise<void> {
  const { local, credential, saved } = context;
  const wasTaken = (saved.credential === credential && (saved.lists.all !== undefined || saved.pets.length > 0)) || local.journal.entries().some((entry) => entry.state === 'created' && keyOf(entry) === credential);
  const matters = local.journal.entries().some((entry) => isToBeSent(entry) && entry.credential === credential);
  if (credential !== noKey && matters && !wasTaken) {
    // No more than a hint: without it a person is asked once more.
    await local.keyGroups.noteRefused(credential).catch(() => undefined);
  }
}

/** A person says that what waits belongs to the store that the present key shows. */
export async function confirmTenant(context: Context): Promise<void> {
  for (const digest of foreignKeys(context)) {
    await context.local.keyGroups.join(digest, context.credential);
  }

  forget(context);
}

function forget(context: Context): void {
  context.listing = undefined;
  context.gone.clear();
  context.hidden.clear();
  context.missed.clear();
}

function isToBeSent({ state }: Entry): boolean {
  return state === 'queued' || state === 'checking' || state === 'sending';
}

/** Keys, other than the present one's tenant's, under which something waits or was read. */
function foreignKeys({ local, saved, credential }: Context): readonly string[] {
  const digests = [...local.journal.entries().filter(isToBeSent).map(keyOf), saved.credential];
  return [...new Set(digests)].flatMap((digest) => (digest === undefined || digest === noKey || local.keyGroups.areSame(digest, credential) ? [] : [digest]));
}

/** Whether the youngest animals that were seen under a key are there under the present one. */
async function find(context: Context, digest: string, signal: AbortSignal): Promise<'there' | 'missing' | 'nothing-known' | 'unknown'> {
  const { local, saved, client } = context;
  const isUnder = (key: string | undefined): boolean => key !== undefined && local.keyGroups.areSame(key, digest);
  const created = local.journal.entries().flatMap((entry) => (entry.state === 'created' && entry.pet && isUnder(keyOf(entry)) ? [entry.pet] : []));
  const known = [...(isUnder(saved.credential) ? saved.pets : local.keyGroups.youngest(digest)), ...created].sort((a, b) => compareInt64(a.id, b.id)).slice(-mostAsked);
  if (known.length === 0) {
    return 'nothing-known';
  }

  for (const pet of known) {
    const outcome = await client.get(pet.id, signal);
    if (outcome.type === 'failed') {
      noteFailure(context, outcome);
      return 'unknown';
    }

    if (outcome.type === 'removed') {
      return await findInList(context, known, signal);
    }

    if (outcome.type !== 'pet' || !isSameAnimal(pet, outcome.pet)) {
      return 'missing';
    }
  }

  return 'there';
}

async function findInList(context: Context, known: readonly Pet[], signal: AbortSignal): Promise<'there' | 'missing' | 'unknown'> {
  const reading = await readList(context.client, { fresh: true, signal });
  if (reading.type !== 'list') {
    if (reading.type === 'failed') {
      noteFailure(context, reading);
    }

    return 'unknown';
  }

  return known.every((pet) => reading.pets.some((listed) => listed.id === pet.id && isSameAnimal(pet, listed))) ? 'there' : 'missing';
}

function isSameAnimal(a: Pet, b: Pet): boolean {
  return matchingKey(a) === matchingKey(b);
}

function ask(context: Context, entries: readonly Entry[]): void {
  const ids = entries.map(({ localId }) => localId);
  const which = ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');
  pause(context, 'changed', {
    code: 'key_changed',
    message: `${which} ${ids.length === 1 ? 'was' : 'were'} entered under another key, and the store that the present key shows does not have the animals that were seen under that one. It may be another store. Nothing is sent until you confirm that ${ids.length === 1 ? 'it belongs' : 'they belong'} there, or use the former key again; what waits is kept.`,
  });
}
