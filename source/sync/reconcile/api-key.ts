/**
 * Another API key may show another store under the same address. A key is *known* once the store showed under it what
 * was known before, or nothing was known. What was entered under one that is not known waits, and if nothing else does,
 * a person is asked.
 */
import { type Entry, isWaiting, matchingKey } from '../../domain/entry.ts';
import { distinctPets } from '../../domain/pet/compare-pets.ts';
import { readList } from '../list/read-list.ts';
import type { Pet } from '../../domain/pet.ts';
import type { StoreKnowledge } from '../../local/queue/queue-document.ts';
import { noteFailure } from '../list/reachability.ts';
import type { EngineState, Part } from '../state.ts';
import { tellIfCopied } from './copied.ts';
import { mergeOurs } from './known.ts';
import { digestOf, noKey, ofPresentKey } from './ownership.ts';
import { refreshQueue } from './queue-view.ts';
import { forgetStore, noticeConfirmed } from './same-store.ts';

/** How many of the youngest animals must be there. */
const mostAsked = 3;

/**
 * Finds out whether the present key shows the known store. Resolves to false if that could not be found out, or is
 * asked. Before anything that is read under it joins the saved list.
 */
export async function ensureKey(engine: EngineState, signal: AbortSignal): Promise<boolean> {
  const { local, credential } = engine;
  await noticeConfirmed(engine);
  if (!engine.questions.isOriginKnown && local.queue.entries().some(({ state }) => isWaiting(state))) {
    // Before anything is read into the saved list: that of a copy tells what was there before.
    await tellIfCopied(engine);
  }

  if (!isKnown(engine)) {
    // Another process may have found it out. All else that it learnt may be younger than what is being compared here.
    const { apiKeys, formerKeys, refusedKeys } = engine.joinKnowledge(local.knowledge.present());
    engine.learn({ ...engine.knowledge, apiKeys, formerKeys, refusedKeys });
  }

  if (isKnown(engine)) {
    noteKey(engine);
    return !askIfForeign(engine);
  }

  // Animals that another program moved into the archive as another store's tell nothing any more.
  await refreshQueue(engine);
  const { resets } = engine.saved;
  const verdict = await compare(engine, signal);
  await noticeConfirmed(engine);
  if (verdict === 'unknown' || engine.saved.resets !== resets) {
    // It was compared with what another program forgot meanwhile, under another key perhaps.
    return false;
  }

  if (verdict === 'same') {
    engine.learn({ ...engine.knowledge, apiKeys: [...(engine.knowledge.apiKeys ?? []), credential].slice(-mostKeys) });
  }

  if (askIfForeign(engine)) {
    return false;
  }

  if (verdict === 'nothing-known' && (engine.knowledge.apiKeys ?? []).length === 0) {
    engine.learn({ ...engine.knowledge, apiKeys: [credential] });
    noteKey(engine);
    return true;
  }

  // Where nothing is known under a former key either, what another program reads under that one is forgotten as well.
  const isKept = verdict === 'same' || (await forgetStore(engine));
  noteKey(engine);
  return isKept;
}

function isKnown({ knowledge, credential }: Part<'credential' | 'knowledge'>): boolean {
  return knowledge.apiKeys?.includes(credential) === true;
}

/** Of two programs that begin at a store under two keys, each shows by that whose list it holds. */
function noteKey(engine: Part<'credential' | 'saved' | 'setSaved'>): void {
  const { saved, credential } = engine;
  if (saved.key === undefined) {
    engine.setSaved({ ...saved, key: credential });
  }
}

/** Whether what was read or sent under a key (its digest) tells of the known store. */
export function isOfKnownKey(digest: string | undefined, { apiKeys = [] }: Pick<StoreKnowledge, 'apiKeys'>): boolean {
  return digest === undefined || apiKeys.length === 0 || apiKeys.includes(digest);
}

/** So many keys are remembered. */
const mostKeys = 20;

/** Asks about animals entered under another key, if no others are left. A settled question is taken back. */
export function askIfForeign(engine: Part<'credential' | 'knowledge' | 'local' | 'questions'>): boolean {
  const waiting = engine.local.queue.entries().filter(isToBeSent);
  const isOwn = ofPresentKey(engine);
  if (waiting.length > 0 && !waiting.some(isOwn)) {
    ask(engine, waiting);
    return true;
  }

  engine.questions.settle('key');
  return false;
}

/** The present key was refused: one that never was taken is nobody's, as a mistyped one, and keeps no animal waiting. */
export function noteRefusedKey(engine: Part<'credential' | 'knowledge' | 'learn' | 'local'>): void {
  const { credential, knowledge, local } = engine;
  const { apiKeys = [], formerKeys = [], refusedKeys = [] } = knowledge;
  if (
    ![noKey, ...apiKeys, ...formerKeys, ...refusedKeys].includes(credential) &&
    local.queue.entries().some((entry) => isToBeSent(entry) && digestOf(entry) === credential)
  ) {
    engine.learn({ ...knowledge, refusedKeys: [...refusedKeys, credential].slice(-mostKeys) });
  }
}

/** Whether its sender has work with it: to send it, or to find out what became of it. */
export function isToBeSent({ state }: Entry): boolean {
  return state === 'queued' || state === 'checking' || state === 'sending';
}

/** Whether the youngest animals that are known are there under the present key. */
async function compare(
  engine: Part<'client' | 'clock' | 'credential' | 'joinKnowledge' | 'local' | 'saved' | 'setConnection'>,
  signal: AbortSignal,
): Promise<'same' | 'other' | 'nothing-known' | 'unknown'> {
  const { local, saved, credential } = engine;
  const knowledge = engine.joinKnowledge(local.knowledge.present());
  const entries = local.queue.entries().filter((entry) => isOfKnownKey(digestOf(entry), knowledge));
  // What was sent under the present key is there, whatever another one shows.
  const isOwn = ({ id }: Pick<Pet, 'id'>): boolean =>
    local.queue.owners(id).some((entry) => digestOf(entry) === credential);
  const ours = mergeOurs(knowledge, entries).filter((pet) => !isOwn(pet));
  const listed = isOfKnownKey(saved.key, knowledge) ? saved.pets.filter((pet) => !isOwn(pet)) : [];
  // Animals created here are in the list as well: counted twice, one would take another one's place.
  const known = distinctPets([...ours, ...listed.slice(-mostAsked)]).slice(-mostAsked);
  if (known.length === 0) {
    return 'nothing-known';
  }

  const reading = await readList(engine.client, { signal });
  if (reading.type === 'failed') {
    noteFailure(engine, reading);
    return 'unknown';
  }

  const shown = new Map(reading.pets.map((pet) => [pet.id, matchingKey(pet)]));
  return known.every((pet) => shown.get(pet.id) === matchingKey(pet)) ? 'same' : 'other';
}

function ask({ questions, knowledge }: Part<'knowledge' | 'questions'>, entries: readonly Entry[]): void {
  const [was, theyAre, they] =
    entries.length === 1 ? ['was', 'It is', 'it belongs'] : ['were', 'They are', 'they belong'];
  const isSeen = [knowledge.apiKeys, knowledge.formerKeys].some((known = []) => known.length > 0);
  questions.ask('key', {
    code: 'key_changed',
    message:
      `${nameSome(entries.map(({ localId }) => localId))} ${was} entered under another key, ` +
      (isSeen
        ? 'and the store that the present key shows does not have the animals that were seen under that one. '
        : 'under which no store was ever seen here. ') +
      `It may be another store. ` +
      `${theyAre} kept, and not sent until you confirm that ${they} there, or use the former key again. ` +
      `What you add under the present key is sent.`,
  });
}

/** How many animals are named; the others are counted. */
const mostNamed = 5;

/** The first of some names, and how many more there are. */
function nameSome(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
