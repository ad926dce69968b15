/**
 * A queue that was copied, or put back from a backup: its animals may have been sent since. Two things tell it, its
 * origin (`local/origin.ts`) and the list: the store shows queued animals that were not added
 * from here. Either is the same question, and its answer never sends animals that the list shows.
 */
import { type Entry, isWaiting, matchingKey } from '../../domain/entry.js';
import type { Int64 } from '../../domain/int64.js';
import { isNearName } from '../../domain/near-name.js';
import type { Pet } from '../../domain/pet.js';
import type { OriginFindings } from '../../local/origin.js';
import { unlessRaced } from '../../local/queue/queue.js';
import type { SavedCopy } from '../../local/list-cache.js';
import { isoNow } from '../../platform/time/clock.js';
import { ActionError } from '../api.js';
import type { EngineState } from '../engine-state.js';
import { type Reading, readList } from '../lists/read-list.js';
import { findSavedPet } from '../lists/saved-lists.js';
import { refreshQueue } from '../evidence/queue-view.js';

/** The queued animals, and the like ones that the store shows: by local id. */
type AlreadyThere = NonNullable<EngineState['questions']['alreadyThere']>;

/** Without a note of what was sent: an animal entered less than so many settle times ago was not in any backup. */
const youngForSettleTimes = 2;

/** Whether an animal that was entered at a moment (ISO) is too young for that. */
export function isYoung(createdAt: string, now: number, settleMs: number): boolean {
  return now - Date.parse(createdAt) <= youngForSettleTimes * settleMs;
}

/** Asks before anything is sent from a copied queue; whether it does. `onlyLooks`: for anybody but the sender. */
export async function askIfCopied(engine: EngineState, { onlyLooks = false } = {}): Promise<boolean> {
  const found = await engine.local.origin.check({ onlyLooks });
  if (found.type === 'as-left') {
    // A person may have confirmed it in another process.
    engine.questions.settle('copy');
    return false;
  }

  ask(engine, found);
  return true;
}

/** Tells of such a folder before the first sending. */
export async function tellIfCopied(engine: EngineState): Promise<void> {
  const { local } = engine;
  await refreshQueue(engine);
  if (!local.newer() && local.queue.entries().some(({ state }) => isWaiting(state))) {
    await askIfCopied(engine, { onlyLooks: true });
  }
}

/** Asks if a list shows animals of a copied or restored queue, before it joins the saved copy; whether it does. */
export async function askIfPutBack(
  engine: EngineState,
  copy: SavedCopy,
  { pets: listed, complete, isCut }: Pick<Reading, 'pets' | 'complete' | 'isCut'>,
): Promise<boolean> {
  const { questions } = engine;
  const shown = await findShown(engine, copy, listed);
  questions.isListCut = isCut ?? (questions.isListCut && !complete);
  // In an ordinary queue hardly anything is like a newcomer, so its origin is looked at for each that is.
  const found =
    shown.size === 0 ? undefined : await engine.local.origin.check({ onlyLooks: true }).catch(() => undefined);
  const counted = !found || (found.type === 'as-left' && found.isNoted) ? new Map() : keepOld(engine, found, shown);
  if (!found || counted.size === 0) {
    // They were discarded, or confirmed by another process. A page alone does not tell that.
    if ((complete || isCut) && questions.has('copy')) {
      questions.alreadyThere ??= new Map();
      if (isCut) {
        await askIfCopied(engine, { onlyLooks: true });
      }
    } else if (complete) {
      questions.alreadyThere = undefined;
      questions.settle('put-back');
    }

    return false;
  }

  questions.alreadyThere = counted;
  ask(engine, found);
  return true;
}

/**
 * A person says that no animal was sent since. The list has the last word: animals it shows become reviews, and all
 * others are sent, or become reviews too if the list may lack some. Throws an `ActionError` if it cannot be read now;
 * the queue stays then.
 */
export async function confirmQueue(engine: EngineState, signal: AbortSignal): Promise<void> {
  const { local } = engine;
  await refreshQueue(engine);
  const found = await local.origin.check({ onlyLooks: true });
  if (unconfirmed(engine).length > 0) {
    const reading = await readList(engine.client, { fresh: true, signal });
    // A list that may not be read at all (403) does not stand in the way of sending.
    if (reading.type === 'failed' && reading.forbidden !== true) {
      const message =
        `The store could not be asked which of the waiting animals it has. Nothing was changed; ` +
        `confirm again once it can be reached. ${reading.problem.message}`;
      throw new ActionError({ code: 'store_not_asked', message });
    }

    const listed =
      reading.type === 'list' ? await findShown(engine, engine.saved, reading.pets) : new Map<string, never>();
    const isProof = reading.type !== 'list' || (reading.complete && reading.ageMs === 0);
    await review(engine, new Map([...(engine.questions.alreadyThere ?? []), ...listed]), isProof);
  }

  if (found.type !== 'as-left') {
    await local.origin.confirm();
  }

  engine.questions.alreadyThere = undefined;
  engine.questions.settle('copy');
  engine.questions.settle('put-back');
  engine.showEntries();
}

/** `isProof`: what the list lacks is not there; otherwise each animal that would be sent is asked about. */
async function review(engine: EngineState, shown: AlreadyThere, isProof: boolean): Promise<void> {
  const { local, clock } = engine;
  for (const entry of unconfirmed(engine)) {
    const candidates = shown.get(entry.localId) ?? (isProof || entry.state !== 'queued' ? undefined : []);
    if (candidates) {
      const why =
        candidates.length > 0
          ? 'the store shows an animal like this one since then'
          : 'the list of the store may be cut off or out of date';
      const reason = `This queue was copied or put back from a backup, and ${why}. It may have been sent already.`;
      await unlessRaced(
        local.queue.append(entry, { kind: 'review', at: isoNow(clock), reason, candidates: [...candidates] }),
      );
    }
  }
}

/**
 * The animals to be sent that a newcomer of the store could be, which was not added from here. Beside a queue that is
 * behind, the saved copy tells of no newcomer: it may be younger, and show what was sent since.
 */
async function findShown(engine: EngineState, copy: SavedCopy, listed: readonly Pet[]): Promise<AlreadyThere> {
  const { queue, archive } = engine.local;
  const isBehind = engine.questions.has('copy') && (await isPutBack(engine));
  if (isBehind) {
    await archive.prepareOwners();
  }

  const wasThere = (id: Int64): boolean =>
    isBehind ? archive.owner(id) !== undefined : findSavedPet(copy, id) !== undefined;
  // Newcomers first: there are few, and ten thousand may be queued.
  const strangers = listed.filter(({ id }) => !wasThere(id) && queue.owners(id).length === 0);
  const entries = strangers.length === 0 ? [] : unconfirmed(engine);
  if (entries.length === 0) {
    return new Map();
  }

  // One with the very name of an animal is that one, and no other that its name begins like.
  const named = new Set(entries.map(matchingKey));
  return pairEach(entries, (entry) => {
    const key = matchingKey(entry);
    // In any category: a store may have put it into another one.
    const like = strangers.filter((pet) => isNearName(entry.name, pet.name));
    return like.filter((pet) => matchingKey(pet) === key || !named.has(matchingKey(pet)));
  });
}

async function isPutBack({ local }: EngineState): Promise<boolean> {
  const found = await local.origin.check({ onlyLooks: true }).catch(() => undefined);
  return found?.type === 'put-back';
}

/** If only the list tells, as before the first attempt, it takes the very name of an animal that waits for long. */
function keepOld(engine: EngineState, found: OriginFindings, shown: AlreadyThere): AlreadyThere {
  if (found.type !== 'as-left') {
    return shown;
  }

  const isOld = ({ state, createdAt }: Entry): boolean =>
    state === 'queued' && !isYoung(createdAt, engine.clock.now(), engine.settleMs);
  return pairEach(unconfirmed(engine).filter(isOld), (entry) =>
    (shown.get(entry.localId) ?? []).filter((pet) => matchingKey(pet) === matchingKey(entry)),
  );
}

/** Without the entries that there is no pet for. */
function pairEach(entries: readonly Entry[], find: (entry: Entry) => readonly Pet[]): AlreadyThere {
  const pairs = entries.map((entry) => [entry.localId, find(entry)] as const);
  return new Map(pairs.filter(([, pets]) => pets.length > 0));
}

/** The animals to be sent that no person released since their last attempt: all else may be older than the backup. */
function unconfirmed({ local }: Pick<EngineState, 'local'>): readonly Entry[] {
  return local.queue.entries().filter(({ state, history }) => toBeSent.has(state) && !isConfirmed(history));
}

/** What is held or was rejected is sent as soon as a person says so. */
const toBeSent: ReadonlySet<Entry['state']> = new Set(['queued', 'held', 'rejected']);

function isConfirmed(history: Entry['history']): boolean {
  const since = history.slice(history.findLastIndex((record) => record.kind === 'attempt') + 1);
  return since.some(
    (record) => record.kind === 'sent-again' || (record.kind === 'retried' && record.confirmed === true),
  );
}

function ask(engine: EngineState, found: OriginFindings): void {
  const waiting = new Set(unconfirmed(engine).map(({ localId }) => localId));
  const shown = [...(engine.questions.alreadyThere?.keys() ?? [])].filter((localId) => waiting.has(localId));
  const isCopy = found.type === 'copied' && shown.length === 0;
  const like = shown.length === 1 ? 'an animal like it' : 'animals like them';
  engine.questions.ask(found.type === 'as-left' ? 'put-back' : 'copy', {
    code: isCopy ? 'folder_copied' : 'queue_put_back',
    message: [
      describeFound(found, engine.local.queue.data().behind),
      ...(shown.length > 0 ? [`The store shows ${nameSome(shown)} already, or ${like}.`] : []),
      'Queued animals wait until you confirm.',
      ...(engine.questions.isListCut
        ? [
            "The store's list may be cut off, so an animal that it lacks may be there all the same.",
            'If you confirm, you are asked about each.',
          ]
        : []),
      'If any was sent since the copy was made, discard it first; hold any you are unsure of.',
      ...(engine.local.queue.data().behind === undefined ? ['Confirm once the original is no longer used.'] : []),
    ].join(' '),
  });
}

/** `behind`: why it was read from the copy of before its last change. */
function describeFound({ type }: OriginFindings, behind: string | undefined): string {
  switch (type) {
    case 'copied':
      return 'This queue looks like a copy (restored or moved).';
    case 'put-back':
      return behind === undefined
        ? 'This queue was put back from a backup: animals were sent from here that it knows nothing of.'
        : `This queue was damaged (${behind}), and is as it was before its last change.`;
    case 'as-left':
      return 'This queue may have been put back from a backup.';
  }
}

/** How many animals are named; the others are counted. */
const mostNamed = 5;

/** The first of some names, and how many more there are. */
export function nameSome(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return `${names.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Pauses sending if the store was given another address since this engine was opened: the queue goes there. */
export async function pauseIfMoved(engine: EngineState): Promise<boolean> {
  const isMoved = (await engine.options.isStillThere?.()) === false;
  if (isMoved) {
    const message =
      'This profile was moved to another address. Nothing is sent from here any more; open ' +
      'petstore again to go on there.';
    engine.questions.ask('refusal', { code: 'moved', message }, 'misconfigured');
  }

  return isMoved;
}
