/**
 * The key is part of the store: under another key an address may show another tenant's animals.
 *
 * An animal entered under one key is sent under another one only if the youngest animals that were seen under the old
 * one are there, or a person says so. Asked before anything of the new key's list joins the saved copy, and before
 * `changed`.
 */
import { type Entry, matchingKey } from '../../domain/entry.js';
import { distinctPets } from '../../domain/pet/compare-pets.js';
import type { EngineState } from '../state.js';
import { holdKnowledge, mergeOurs } from './known.js';
import { digestOf, isCopyOfTenant, noKey, ofTenant } from './ownership.js';
import { unlessRaced } from '../../local/queue/queue.js';
import { isoNow } from '../../platform/time/clock.js';
import { tellIfCopied } from './copied.js';
import { noteFailure } from '../list/reachability.js';
import { noticeConfirmed } from './same-store.js';
import { readList } from '../list/read-list.js';

/** How many of the youngest animals must be there. */
const mostAsked = 3;

/**
 * Finds out whether the known and the queued animals belong to the store of the present key. Resolves to false if that
 * could not be found out, or is all that is left to do and is asked. Entries made under this key never wait for
 * that.
 */
export async function ensureTenant(engine: EngineState, signal: AbortSignal): Promise<boolean> {
  const { local, credential } = engine;
  await noticeConfirmed(engine);
  if (!engine.questions.isOriginKnown) {
    // Before anything is read into the saved list: that of a copy tells what was there before.
    await tellIfCopied(engine);
  }

  if (credential === noKey) {
    return true;
  }

  if (foreignKeys(engine).length > 0) {
    // Another process may have found it out, or been told.
    await local.queue.refresh();
  }

  for (const digest of foreignKeys(engine)) {
    const verdict = await find(engine, digest, signal);
    if (verdict === 'unknown') {
      return false;
    }

    if (verdict === 'there' || (verdict === 'nothing-known' && local.knowledge.wasRefused(digest))) {
      await local.makeFolders();
      await local.knowledge.join(digest, credential);
    }
  }

  if (askIfForeign(engine)) {
    return false;
  }

  takeOver(engine);
  return true;
}

/** Asks about animals entered under another key, if no others are left. A settled question is taken back. */
export function askIfForeign(engine: EngineState): boolean {
  const entries = engine.local.queue.entries();
  const isMine = ofTenant(engine);
  const foreign = entries.filter((entry) => isToBeSent(entry) && !isMine(entry));
  if (foreign.length > 0 && foreign.length === entries.filter(isToBeSent).length) {
    ask(engine, foreign);
    return true;
  }

  engine.questions.settle('key');
  return false;
}

/** The saved copy is that of the present key from here on; another tenant's is forgotten. */
function takeOver(engine: EngineState): void {
  const { credential, saved } = engine;
  if (isCopyOfTenant(engine)) {
    engine.setSaved(saved.credential === credential ? saved : { ...saved, credential });
  } else {
    engine.forgetStore({ credential });
    holdKnowledge(engine);
  }
}

/** The present key was refused; one that never was taken makes no tenant. */
export async function noteRefusedKey(engine: EngineState): Promise<void> {
  const { local, credential, saved } = engine;
  const wasTaken =
    (saved.credential === credential && (saved.lists.all !== undefined || saved.pets.length > 0)) ||
    local.queue.entries().some((entry) => entry.state === 'created' && digestOf(entry) === credential);
  const matters = local.queue.entries().some((entry) => isToBeSent(entry) && entry.credential === credential);
  if (credential !== noKey && matters && !wasTaken) {
    // No more than a hint: without it a person is asked once more.
    await local.knowledge.noteRefused(credential).catch(() => undefined);
  }
}

/**
 * A person says that the queued animals belong to the store of the present key. Those that may have arrived under the
 * other one are theirs to decide: the list of this one need not show it. That the store was reset they have not said.
 */
export async function confirmTenant(engine: EngineState): Promise<void> {
  const { local, credential, clock } = engine;
  const isMine = ofTenant(engine);
  const reason =
    'The answer was lost under another key, so the list that the present key shows need not show ' +
    'whether the animal arrived.';
  for (const entry of local.queue.entries().filter((each) => each.state === 'checking' && !isMine(each))) {
    await unlessRaced(local.queue.append(entry, { kind: 'review', at: isoNow(clock), reason, candidates: [] }));
  }

  for (const digest of foreignKeys(engine)) {
    await local.knowledge.join(digest, credential);
  }

  engine.forgetStore({ credential });
}

/** Whether its sender has work with it: to send it, or to find out what became of it. */
export function isToBeSent({ state }: Entry): boolean {
  return state === 'queued' || state === 'checking' || state === 'sending';
}

/** Keys, other than the present one's tenant's, under which something waits or was read. */
function foreignKeys({ local, saved, credential }: EngineState): readonly string[] {
  const digests = new Set(local.queue.entries().filter(isToBeSent).map(digestOf));
  return [...digests.add(saved.credential)].flatMap((digest) =>
    digest === undefined || digest === noKey || local.knowledge.areSame(digest, credential) ? [] : [digest],
  );
}

/** Whether the youngest animals that were seen under a key are there under the present one. */
async function find(
  engine: EngineState,
  digest: string,
  signal: AbortSignal,
): Promise<'there' | 'missing' | 'nothing-known' | 'unknown'> {
  const { local, saved } = engine;
  const isUnder = (key: string | undefined): boolean => key !== undefined && local.knowledge.areSame(key, digest);
  const entries = local.queue.entries().filter((entry) => isUnder(digestOf(entry)));
  const ours = mergeOurs(local.knowledge.credit(digest), entries);
  const listed = isUnder(saved.credential) ? saved.pets.slice(-mostAsked) : [];
  // Animals created here are in the list as well: counted twice, one would take another one's place.
  const known = distinctPets([...ours, ...listed]).slice(-mostAsked);
  if (known.length === 0) {
    return 'nothing-known';
  }

  const reading = await readList(engine.client, { fresh: true, signal });
  if (reading.type === 'failed') {
    noteFailure(engine, reading);
    return 'unknown';
  }

  const shown = new Map(reading.pets.map((pet) => [pet.id, matchingKey(pet)]));
  return known.every((pet) => shown.get(pet.id) === matchingKey(pet)) ? 'there' : 'missing';
}

function ask(engine: EngineState, entries: readonly Entry[]): void {
  const [was, theyAre, them, they] =
    entries.length === 1 ? ['was', 'It is', 'it', 'it belongs'] : ['were', 'They are', 'them', 'they belong'];
  engine.questions.ask('key', {
    code: 'key_changed',
    message:
      `${nameSome(entries.map(({ localId }) => localId))} ${was} entered under another key, and the store that the ` +
      `present key shows does not have the animals that were seen under that one. It may be another store. ` +
      `${theyAre} kept, and not sent until you confirm that ${they} there, or use the former key again. ` +
      `What you add under the present key is sent without ${them}.`,
  });
}

/** How many animals are named; the others are counted. */
const mostNamed = 5;

/** The first of some names, and how many more there are. */
function nameSome(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
