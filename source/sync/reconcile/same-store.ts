/**
 * Whether a list is that of the known store. A reset, or another's store, shows itself in two ways: more than half of
 * the known ids show quite another animal, or the list shows no known animal at all, as it was. Ids begin again after a
 * reset, and there are few categories: a new animal under a known id may look like the known one with another name.
 *
 * A list that merely lacks the youngest is no sign: it lags, is cut off, or somebody removed them. It proves nothing.
 *
 * What looks like another store is read once more, whole and on a new connection, as a replica that warms up shows
 * nothing. That reading asks a person, and each later one like it ends the question if what was known is back.
 */
import type { Entry } from '../../domain/entry.ts';
import { type Int64, compareInt64 } from '../../domain/int64.ts';
import { couldBe, isNearName } from '../../domain/near-name.ts';
import type { Pet } from '../../domain/pet.ts';
import { distinctPets, isOther } from '../../domain/pet/compare-pets.ts';
import type { SavedCopy } from '../../local/saved-pets.ts';
import { isoNow } from '../../platform/time/clock.ts';
import { ActionError } from '../api.ts';
import type { EngineState, Part } from '../state.ts';
import { hasOldOurs, knowledgeOf, mostKnown, noteCut, noteLook } from './known.ts';
import { refreshQueue } from './queue-view.ts';
import { type Reading, readList } from '../list/read-list.ts';
import { findSavedPet } from '../list/saved-lists.ts';
import { askAboutTaken, isStillThere, noteGone } from './gone.ts';
import { noteAnswer, waitForLease } from '../list/reachability.ts';

/**
 * The knowledge to compare the store with: its lists, the animals of created entries, and whether one of ours was taken
 * in so long ago that each list shows it.
 */
type Known = {
  readonly copy: SavedCopy;
  readonly created: readonly Pet[];
  readonly hasOldOurs: boolean;
  readonly conflicts: readonly Conflict[];
};

/** An id of before that the store answered with. `ours`: the animals of ours that it had taken in last by then. */
type Conflict = { readonly id: Int64; readonly ours: readonly Int64[] };

/** What of a reading is held against it. */
type Shown = Pick<Reading, 'pets' | 'complete' | 'ageMs'>;

/** The worth of an unfiltered list. `lagging`: it lacks one that was just taken in; `refused`: it is not taken in. */
export type Worth = 'whole' | 'lagging' | 'partial' | 'refused';

/** The youngest animals that are named as evidence. */
const mostNamed = 5;

/** The knowledge before the store is asked: a later answer may lack ids learnt meanwhile. */
export function knownOf(engine: Part<'knowledge' | 'local' | 'present' | 'saved' | 'settleMs'>): Known {
  const entries = engine.local.queue.entries();
  const created = entries.flatMap(({ state, pet }) => (state === 'created' && pet ? [pet] : []));
  return {
    copy: engine.saved,
    created,
    hasOldOurs: hasOldOurs(engine),
    conflicts: entries.flatMap((entry) => conflictOf(entry) ?? []),
  };
}

/** That of an animal that a person has not decided yet. */
export function conflictOf({ state, history }: Entry): Conflict | undefined {
  const last = state === 'review' ? history.findLast((record) => record.kind === 'outcome') : undefined;
  if (last?.kind !== 'outcome' || last.result.type !== 'conflict') {
    return undefined;
  }

  const sent = history.findLast((record) => record.kind === 'attempt');
  return { id: last.result.pet.id, ours: (sent?.kind === 'attempt' && sent.known) || [] };
}

/**
 * Holds a list against the knowledge at the moment of asking, and shows what that says of the connection. `reading`:
 * undefined: the answer shows no list, only that the store can be reached. `began`: a reading of `clock.uptime()`;
 * undefined: it is a part of the list. `decides`: it is the reading that asks a person, or ends that question.
 */
export async function compareStore(
  engine: EngineState,
  known: Known,
  reading: Shown | undefined,
  { began, decides = false }: { readonly began?: number | undefined; readonly decides?: boolean } = {},
): Promise<Worth> {
  const { questions } = engine;
  await noticeConfirmed(engine);
  if (known.copy.resets !== engine.saved.resets) {
    // What was known was forgotten meanwhile, perhaps as another key shows another store: it is read anew.
    return 'refused';
  }

  const { ours, gone } = knowledgeOf(engine);
  const left = ours.filter(({ id }) => !gone.has(id));
  const evidence = reading && findAnother(known, reading, left);
  if (evidence && decides) {
    askIfAnother(engine, evidence);
  } else if (reading && decides && (!isAnythingKnown(known) || showsAsKnown(known, reading.pets))) {
    questions.settle('store');
  }

  const worth = !reading || evidence ? 'whole' : await takeWorth(engine, reading, began);
  noteAnswer(engine);
  return evidence || questions.isForPerson ? 'refused' : worth;
}

/** Learns from a list of the known store, and tells what it is worth. */
async function takeWorth(
  engine: Part<
    'client' | 'clock' | 'knowledge' | 'learn' | 'local' | 'network' | 'present' | 'settleMs' | 'showEntries'
  >,
  { pets, complete, ageMs }: Shown,
  began: number | undefined,
): Promise<Worth> {
  if (!complete || ageMs > 0) {
    if (ageMs === 0 && began !== undefined) {
      noteCut(engine, pets, began);
    }

    return 'partial';
  }

  const listed = new Map(pets.map((pet) => [pet.id, pet]));
  const lags = noteLook(engine, listed, began ?? engine.clock.uptime());
  if (began !== undefined && (await noteGone(engine, listed, began))) {
    return 'partial';
  }

  return lags ? 'lagging' : 'whole';
}

/**
 * The animals that a list lacks, or shows as quite others, if it is of another store than the known one; undefined: it
 * need not be. Pure. `ours`: those that were entered here, and are not known to be gone.
 */
function findAnother(known: Known, reading: Shown, ours: readonly Pet[]): readonly Pet[] | undefined {
  const { pets } = reading;
  const isWhole = reading.complete && reading.ageMs === 0;
  const listed = new Map(pets.map((pet) => [pet.id, pet]));
  const created = new Map(known.created.map((pet) => [pet.id, pet]));
  const there = [...listed.keys()].flatMap((id) => created.get(id) ?? findSavedPet(known.copy, id) ?? []);
  const others = there.filter((pet) => isOther(pet, listed.get(pet.id))).sort((a, b) => compareInt64(a.id, b.id));
  // Somebody may have corrected both name and category of one; not of more than half of the shown ones, nor of half of
  // those that were entered here last and are shown: a copy from before them lacks some, and has others in their place.
  const shownLast = ours.slice(-mostKnown).filter(({ id }) => listed.has(id));
  const changed = shownLast.filter((pet) => isOther(pet, listed.get(pet.id)));
  if (others.length * 2 > there.length || (changed.length > 1 && changed.length * 2 >= shownLast.length)) {
    return distinctPets([...others, ...changed]);
  }

  // It gave an id of before: if one of ours is gone as well it was put back, and would give the next ids of before too.
  const lost = ours.filter(
    (pet) =>
      (!listed.has(pet.id) || isOther(pet, listed.get(pet.id))) &&
      known.conflicts.some((conflict) => conflict.id !== pet.id && conflict.ours.includes(pet.id)),
  );
  if (isWhole && lost.length > 0) {
    return distinctPets(lost);
  }

  const shown = everListed(known.copy);
  const isEmptied = shown.length > 0 || (pets.length === 0 && known.hasOldOurs);
  // The one animal that there was may have got another name.
  const isRenamed = showsAsKnown(known, pets) || shown.length + created.size < 2;
  const lacksAll = there.length === 0 ? isEmptied : !isRenamed;
  return lacksAll && isWhole ? distinctPets([...known.created, ...shown]) : undefined;
}

/** Those that a list showed: one that was only looked up is missing as the list lags, or was looked up after a reset. */
function everListed({ pets, lookedUp }: SavedCopy): readonly Pet[] {
  const unlisted = new Set(lookedUp.map(({ id }) => id));
  return pets.filter(({ id }) => !unlisted.has(id));
}

/** Stops sending until the known animals are back, or a person confirms. `missing`: the evidence. */
export function askIfAnother({ questions }: Part<'questions'>, missing: readonly Pet[]): void {
  const names = missing
    .slice(-mostNamed)
    .map(({ id, name }) => `#${id}${name === '' ? '' : ` (${name})`}`)
    .join(', ');
  questions.ask('store', {
    code: 'store_changed',
    message:
      `The store looks as if it was reset, or put back to an earlier state: it no longer knows ` +
      `${names}. Nothing is sent until they are back or you confirm; queued animals are kept.`,
  });
}

/** Tells what is known of an id: by the store's answer to one of ours, and by the lists. */
function knownAs({ copy, created }: Known): (id: Int64) => readonly Pet[] {
  const sent = new Map(created.map((pet) => [pet.id, pet]));
  return (id) => [sent.get(id) ?? [], findSavedPet(copy, id) ?? []].flat();
}

/** Whether a known animal is shown as it was, with its category and its name, or one that the store made of it. */
function showsAsKnown(known: Known, pets: readonly Pet[]): boolean {
  const find = knownAs(known);
  return pets.some(({ id, name, categoryId }) =>
    find(id).some((pet) => pet.categoryId === categoryId && (pet.name === name || isNearName(pet.name, name))),
  );
}

/** Whether each known animal that is shown has another name or category now: only the whole list tells why. */
export function showsChangedAlone(known: Known, pets: readonly Pet[]): boolean {
  const find = knownAs(known);
  return pets.some(({ id }) => find(id).length > 0) && !showsAsKnown(known, pets);
}

/** Whether anything is known that could be shown, and a page shows nothing of it. */
export function showsNothingKnown(known: Known, pets: readonly Pet[]): boolean {
  const find = knownAs(known);
  return isAnythingKnown(known) && !pets.some(({ id }) => find(id).length > 0);
}

/** Whether the list, or an animal of ours, was ever seen there. */
export function isAnythingKnown({ copy, created }: Known): boolean {
  return copy.pets.length + created.length > 0;
}

/**
 * A confirmation holds in every process: the knowledge from before the reset is forgotten, and the next refresh shows
 * the store as it is.
 */
export async function noticeConfirmed(engine: Part<'forgetStore' | 'local' | 'questions' | 'saved'>): Promise<void> {
  await engine.local.queue.notice();
  takeConfirmed(engine);
}

/** The same, right after the queue was read. */
export function takeConfirmed(engine: Part<'forgetStore' | 'local' | 'questions' | 'saved'>): void {
  const { resets } = engine.local.queue.data();
  if (resets !== engine.saved.resets) {
    engine.forgetStore(resets, engine.local.knowledge.present());
    for (const kind of ['key', 'store'] as const) {
      engine.questions.settle(kind);
    }
  }
}

/**
 * A person says that the store may be sent to as it is now: it was reset, or it is another one. What was known of it is
 * forgotten. Undecided animals go to a person, as what was there before their attempts says nothing of the store as it
 * is now. Those first: should the process die in between, it is asked again.
 */
export async function goOn(engine: EngineState, signal: AbortSignal): Promise<void> {
  const { local } = engine;
  const lease = await waitForLease(engine);
  if (!lease) {
    const message = 'Another petstore is sending just now, so nothing was changed. Try again in a moment.';
    throw new ActionError({ code: 'busy', message });
  }

  try {
    await refreshQueue(engine);
    const open = local.queue.entries().filter(({ state }) => state === 'checking' || state === 'sending');
    const known = knownOf(engine);
    const isAsked = open.length > 0 || known.created.length > 0;
    const reading = isAsked ? await readList(engine.client, { signal }) : undefined;
    const at = isoNow(engine.clock);
    const reason =
      'The answer was lost, and the store was reset since, or is another one, so its list does not show whether the ' +
      'animal arrived.';
    await local.queue.appendEach(
      open.map((entry) => {
        const candidates = reading?.type === 'list' ? reading.pets.filter((pet) => couldBe(entry, pet)) : [];
        return [entry, { kind: 'review', at, reason, candidates }];
      }),
    );

    const listed = new Map(reading?.type === 'list' ? reading.pets.map((pet) => [pet.id, pet]) : []);
    const isWhole = reading?.type === 'list' && reading.complete && reading.ageMs === 0;
    // One that shows some of the known animals was put back; another one, or an empty one, never had ours.
    if (isWhole && [...known.created, ...everListed(known.copy)].some((pet) => isStillThere(pet, listed))) {
      await askAboutTaken(engine, listed);
    }

    await forgetAll(engine);
  } finally {
    lease.release();
  }

  await noticeConfirmed(engine);
  await refreshQueue(engine);
}

/**
 * Every id known until now is another animal's, or free. The created entries move into the archive as former ones, or
 * each new id would look like theirs. Under the lock.
 */
async function forgetAll({ local, credential }: Part<'credential' | 'local'>): Promise<void> {
  const { apiKeys = [] } = local.knowledge.present();
  const created = local.queue.entries().filter(({ petId, state }) => petId !== undefined && state === 'created');
  const former = { ours: [], ...(apiKeys.includes(credential) ? { apiKeys } : {}) };
  await local.archive.archive(created, { former });
}
