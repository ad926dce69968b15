/**
 * Whether a list is that of the known store. A reset, or another's store, shows itself in two ways: more than half of
 * the known ids show quite another animal, or the list shows no known animal at all, as it was. Ids begin again after a
 * reset, and there are few categories: a new animal under a known id may look like the known one with another name.
 *
 * A list that merely lacks the youngest is no sign: it lags, is cut off, or somebody removed them. It proves nothing.
 *
 * The *doubt* (`local/queue/queue-document.ts`) keeps its evidence, and ends all sending. A second reading, a settle
 * time later, clears it or makes it sure: state `changed`, until the evidence is back or a person confirms.
 */
import { type Int64, compareInt64 } from '../../domain/int64.js';
import { couldBe, isNearName } from '../../domain/near-name.js';
import type { Pet } from '../../domain/pet.js';
import { distinctPets, isOther } from '../../domain/pet/compare-pets.js';
import type { Doubt } from '../../local/queue/queue-document.js';
import { unlessRaced } from '../../local/queue/queue.js';
import type { SavedCopy } from '../../local/saved-pets.js';
import { elapsedAtLeast, isoNow } from '../../platform/time/clock.js';
import { ActionError } from '../api.js';
import type { EngineState } from '../state.js';
import { hasOldOurs, knowledgeOf, mostKnown, noteLook } from './known.js';
import { digestOf } from './ownership.js';
import { refreshQueue } from './queue-view.js';
import { type Reading, readList } from '../list/read-list.js';
import { findSavedPet } from '../list/saved-lists.js';
import { noteGone } from './gone.js';
import { noteAnswer, waitForLease } from '../list/reachability.js';

/**
 * The knowledge to compare the store with: its lists, the animals of created entries, and whether one of ours was taken
 * in so long ago that each list shows it.
 */
type Known = { readonly copy: SavedCopy; readonly created: readonly Pet[]; readonly hasOldOurs: boolean };

/** What of a reading is held against it. */
type Shown = Pick<Reading, 'pets' | 'complete' | 'ageMs'>;

/** The worth of an unfiltered list. `lagging`: it lacks one that was just taken in; `doubted`: it is not taken in. */
export type Worth = 'whole' | 'lagging' | 'partial' | 'doubted';

/** The youngest animals that are named as evidence. */
const mostNamed = 5;

/** The knowledge before the store is asked: a later answer may lack ids learnt meanwhile. */
export function knownOf(engine: EngineState): Known {
  const created = engine.local.queue.entries().flatMap(({ state, pet }) => (state === 'created' && pet ? [pet] : []));
  return { copy: engine.saved, created, hasOldOurs: hasOldOurs(engine) };
}

/**
 * Holds a list against the knowledge at the moment of asking, and shows what that says of the connection. `reading`:
 * undefined: the answer shows no list, only that the store can be reached. `began`: a reading of `clock.uptime()`;
 * undefined: it is a part of the list. One or two ids in a part neither raise nor end a doubt: the part and the whole
 * list would contradict each other for ever. Whoever reads a part that is doubted reads the whole list, unless a person
 * is asked.
 */
export async function compareStore(
  engine: EngineState,
  before: Known,
  reading: Shown | undefined,
  began?: number,
): Promise<Worth> {
  await noticeConfirmed(engine);
  // A confirmation during the reading makes the earlier knowledge worthless.
  const isStale = before.copy.resets !== engine.saved.resets;
  const worth = reading ? await compare(engine, isStale ? knownOf(engine) : before, reading, began) : 'whole';
  noteAnswer(engine);
  return engine.questions.isForPerson ? 'doubted' : worth;
}

async function compare(
  engine: EngineState,
  known: Known,
  { pets, complete: isAll, ageMs }: Shown,
  began: number | undefined,
): Promise<Worth> {
  const complete = isAll && ageMs === 0;
  const listed = new Map(pets.map((pet) => [pet.id, pet]));
  const created = new Map(known.created.map((pet) => [pet.id, pet]));
  const there = [...listed.keys()].flatMap((id) => created.get(id) ?? findSavedPet(known.copy, id) ?? []);
  const others = there.filter((pet) => isOther(pet, listed.get(pet.id))).sort((a, b) => compareInt64(a.id, b.id));
  // What no list ever showed is missing as the list lags.
  const unlisted = new Set(known.copy.lookedUp.map(({ id }) => id));
  const shown = known.copy.pets.filter(({ id }) => !unlisted.has(id));
  const isEmptied = shown.length > 0 || (pets.length === 0 && known.hasOldOurs);
  // The one animal that there was may have got another name.
  const isRenamed = showsAsKnown(known, pets) || shown.length + created.size < 2;
  const lacksAll = complete && (there.length === 0 ? isEmptied : !isRenamed);
  // Somebody may have corrected both name and category of one; not of more than half of the shown ones, nor of half of
  // those that were entered here last.
  const last = knowledgeOf(engine).ours.slice(-mostKnown);
  const changed = last.filter((pet) => isOther(pet, listed.get(pet.id)));
  const isAnother = others.length * 2 > there.length || (changed.length > 1 && changed.length * 2 >= last.length);
  if (isAnother || lacksAll) {
    if (began !== undefined) {
      const evidence = isAnother ? distinctPets([...others, ...changed]) : distinctPets([...known.created, ...shown]);
      raiseDoubt(engine, evidence.slice(-mostNamed), lacksAll);
    }

    return 'doubted';
  }

  const { doubt, ...rest } = engine.knowledge;
  if (began !== undefined && doubt && isOver(doubt, known, pets)) {
    engine.learn(rest);
  }

  const lags = complete && noteLook(engine, listed, began ?? engine.clock.uptime());
  if (complete && began !== undefined) {
    await noteGone(engine, listed, began);
  }

  const whole = lags ? 'lagging' : 'whole';
  return complete ? whole : 'partial';
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

/**
 * The store was asked for a known animal and does not have it, and no page of its list shows anything that is known,
 * though that list need not be whole.
 */
export function doubtStranger(engine: EngineState, { copy, created }: Known): void {
  raiseDoubt(engine, distinctPets([...copy.pets, ...created]).slice(-mostNamed), true);
}

/** Whether anything is known that could be shown, and a page shows nothing of it. */
export function showsNothingKnown(known: Known, pets: readonly Pet[]): boolean {
  const find = knownAs(known);
  return known.copy.pets.length + known.created.length > 0 && !pets.some(({ id }) => find(id).length > 0);
}

/** Whether the evidence is gone: a missing animal is there, or, if all were missing, a known one as it was. */
function isOver(doubt: Doubt, known: Known, pets: readonly Pet[]): boolean {
  if (doubt.lacksAll === true) {
    return known.copy.pets.length + known.created.length === 0 || showsAsKnown(known, pets);
  }

  const ids = new Set(pets.map(({ id }) => id));
  return doubt.pets.length === 0 || doubt.pets.some(({ id }) => ids.has(id));
}

/** Milliseconds until the second reading may be made; undefined: there is no doubt, or it is sure already. */
export function doubtedFor({ knowledge: { doubt }, settleMs, clock }: EngineState): number | undefined {
  return doubt === undefined || doubt.isSure
    ? undefined
    : Math.max(0, settleMs - elapsedAtLeast(doubt.uptime, clock.uptime()));
}

/** Takes evidence in: the beginning of a doubt, or, a settle time after that, what makes it sure. */
function raiseDoubt(engine: EngineState, pets: readonly Pet[], lacksAll: boolean): void {
  const { knowledge, clock } = engine;
  const isSecond = doubtedFor(engine) === 0;
  const doubt = knowledge.doubt ?? { uptime: clock.uptime(), isSure: false, pets, lacksAll };
  engine.learn({ ...knowledge, doubt: isSecond ? { ...doubt, isSure: true } : doubt });
}

/** Fruitless second readings, after which a person is asked all the same. */
const mostPostponed = 5;

/** The second reading was fruitless, as the list was cut short or behind: the next one is as far away as that was. */
export function postponeDoubt(engine: EngineState): void {
  const { knowledge, clock } = engine;
  const postponed = (knowledge.doubt?.postponed ?? 0) + 1;
  const put = { uptime: clock.uptime(), postponed, isSure: postponed >= mostPostponed };
  engine.learn(knowledge.doubt ? { ...knowledge, doubt: { ...knowledge.doubt, ...put } } : knowledge);
}

/**
 * A confirmation holds in every process: the knowledge from before the reset is forgotten, and the next refresh shows
 * the store as it is.
 */
export async function noticeConfirmed(engine: EngineState): Promise<void> {
  await engine.local.queue.notice();
  takeConfirmed(engine);
}

/** The same, right after the queue was read. */
export function takeConfirmed(engine: EngineState): void {
  const { resets } = engine.local.queue.data();
  if (resets !== engine.saved.resets) {
    engine.forgetStore(resets, engine.local.knowledge.present());
    engine.questions.settle('id');
    engine.questions.settle('key');
  }
}

/**
 * A person says that the store may be sent to as it is now: it was reset, or it is another one. What was known of it is
 * forgotten. Undecided animals go to a person, as what was there before their attempts says nothing of the store as it
 * is now. Those first: should the process die in between, it is asked again.
 */
export async function goOn(engine: EngineState, signal: AbortSignal): Promise<void> {
  const { local, credential } = engine;
  const lease = await waitForLease(engine);
  if (!lease) {
    const message = 'Another petstore is sending just now, so nothing was changed. Try again in a moment.';
    throw new ActionError({ code: 'busy', message });
  }

  try {
    await refreshQueue(engine);
    const open = local.queue.entries().filter(({ state }) => state === 'checking' || state === 'sending');
    const reading = open.length === 0 ? undefined : await readList(engine.client, { fresh: true, signal });
    for (const entry of open) {
      const reason =
        'The answer was lost, and the store was reset since, or is another one, so its list does not show whether the ' +
        'animal arrived.';
      const at = isoNow(engine.clock);
      const candidates = reading?.type === 'list' ? reading.pets.filter((pet) => couldBe(entry, pet)) : [];
      await unlessRaced(local.queue.append(entry, { kind: 'review', at, reason, candidates }));
    }

    const queued = local.queue.entries().filter(({ state }) => state === 'queued');
    await forgetAll(engine, [...new Set([...queued.flatMap((entry) => digestOf(entry) ?? []), credential])]);
  } finally {
    lease.release();
  }

  await noticeConfirmed(engine);
  await refreshQueue(engine);
}

/** The present key shows another store, and nothing is left to do at the former one. Resolves to whether it is known. */
export async function forgetStore(engine: EngineState): Promise<boolean> {
  await engine.local.makeFolders();
  const lease = engine.lease ?? (await engine.local.acquireSenderLease());
  try {
    await (lease ? forgetAll(engine, [engine.credential]) : undefined);
  } finally {
    if (lease !== engine.lease) {
      lease?.release();
    }
  }

  await noticeConfirmed(engine);
  return lease !== undefined;
}

/** So many keys that showed another store are remembered. */
const mostFormer = 20;

/**
 * Every id known until now is another animal's, or free. The created entries move into the archive as former ones, or
 * each new id would look like theirs. Under the lock.
 */
async function forgetAll({ local, knowledge }: EngineState, apiKeys: readonly string[]): Promise<void> {
  const { apiKeys: known = [], formerKeys: former = [] } = knowledge;
  const formerKeys = [...new Set([...former, ...known])].filter((key) => !apiKeys.includes(key)).slice(-mostFormer);
  const created = local.queue.entries().filter(({ petId, state }) => petId !== undefined && state === 'created');
  await local.archive.archive(created, { former: { ours: [], apiKeys: [...apiKeys], formerKeys } });
}
