/**
 * What is known of a store just before an attempt, so that an animal that the attempt made can be told from those that
 * were there. The app and `sync` see to it that the list is younger than a minute; `add`, for whose one animal a person
 * waits, reads it where that takes a few requests, and otherwise sends with what is saved: the worst that a lost answer
 * then costs is a question.
 */
import { listLimit } from '../../domain/contract.ts';
import { type Entry, matchingKey } from '../../domain/entry.ts';
import type { Int64 } from '../../domain/int64.ts';
import { nearNamesOf } from '../../domain/near-name.ts';
import type { NewPet, Pet } from '../../domain/pet.ts';
import { withinTime } from '../../platform/time/clock.ts';
import type { EngineState, Part } from '../state.ts';
import { haveIdsRisen, knowledgeOf, mostKnown } from './known.ts';
import { freshListMs, highestOf } from './reconcile.ts';
import { restMs } from '../list/freshness.ts';
import { findSavedPet } from '../list/saved-lists.ts';
import { probe } from './probe.ts';
import { readFresh } from './read-store.ts';
import { refreshList } from './refresh.ts';

/** What the record of an attempt keeps of it. */
type Noted = {
  readonly alike: readonly Int64[];
  readonly nearBefore: readonly Int64[];
  readonly known: readonly Int64[];
  readonly highest: Int64 | undefined;
  readonly listAge: number | undefined;
  readonly listRows: number | undefined;
};

/** The store just before an attempt. */
export type Before = {
  /** Whether an id was known then. */
  readonly has: (id: Int64) => boolean;
  readonly highest: Int64 | undefined;
  /** A reading of `clock.uptime()`: after it the list is too old for sending. */
  readonly sendBy: number;
  /** For an animal that is about to be sent. `honoured`: its key is, and will settle a lost answer. */
  readonly note: (pet: NewPet, options: { readonly honoured: boolean }) => Noted;
};

/** A list of no more animals is read in a few requests. */
const shortList = 500;
/**
 * A list younger than this is young enough for a name that others have: a colleague may add one like it meanwhile. With a
 * minute 5 of 384 lost answers of a colleague with the same five names took their animal for ours, with this 1 of 412.
 */
const freshForCommonMs = 5000;
/**
 * A person who waits for one animal waits for a list of so many too: without a reading right before it, half of the lost
 * answers of a day with colleagues became a question (`bench-worlds`, day C by commands).
 */
const hurriedList = 2000;
/** For how long a person waits for the list before an animal is sent, in milliseconds: the first of all, and a long one. */
const hurriedMs = 4000;

/** `isHurried`: a person waits for the one animal; `isByKey`: its key is honoured, and will settle a lost answer. */
type Options = { readonly signal: AbortSignal; readonly isHurried: boolean; readonly isByKey: boolean };

/** Reads the list if the last reading is too old; undefined: the store cannot be reached, so sending should wait. */
export async function prepareList(
  engine: EngineState,
  entries: readonly Entry[],
  options: Options,
): Promise<Before | undefined> {
  if (!isListFresh(engine, entries, options) && (await read(engine, options, isShort(engine))) === 'unreachable') {
    return undefined;
  }

  return knownBefore(engine);
}

/** Whether these may be sent without another reading. */
export function isListFresh(
  engine: Part<'clock' | 'listedAt' | 'saved'>,
  entries: readonly Entry[],
  { isByKey }: Pick<Options, 'isByKey'>,
): boolean {
  const alikeTo = indexAlike(engine.saved.pets);
  const isCommon = (): boolean => entries.some((entry) => alikeTo(entry).length > 0);
  const mostMs = isShort(engine) && !isByKey && isCommon() ? freshForCommonMs : freshListMs;
  return (listAgeOf(engine) ?? Infinity) <= mostMs;
}

function isShort({ saved }: Part<'saved'>): boolean {
  return saved.pets.length <= shortList;
}

/** `unknown`: the list cannot be read now, which does not stop sending; a store that cannot be reached does. */
type Renewal = 'read' | 'unknown' | 'unreachable';

async function read(engine: EngineState, { signal, isHurried, isByKey }: Options, isFew: boolean): Promise<Renewal> {
  const { saved, clock } = engine;
  if (!isFew && saved.changes !== undefined) {
    if (await refreshList(engine, 'all', 'news', signal)) {
      return 'read';
    }

    return engine.snapshot().connection.state === 'online' ? 'unknown' : 'unreachable';
  }

  // Of a list that takes too long to read a page still tells whether the store is the same one.
  const isTooLong =
    (isHurried && saved.pets.length > hurriedList) ||
    (saved.readMs ?? 0) >= freshListMs ||
    ((isHurried || !knowledgeOf(engine).isQuick) && (listAgeOf(engine) ?? Infinity) < restMs(saved));
  if (!isFew && isTooLong) {
    return (await probe(engine, signal, listLimit.largest)) ? 'unknown' : 'unreachable';
  }

  const isFirst = isHurried && saved.lists.all === undefined;
  const readWithin = async (limited: AbortSignal) => {
    const reading = await readFresh(engine, limited);
    return { sight: reading, isOutOfTime: limited.aborted && !signal.aborted };
  };
  const { sight, isOutOfTime } = await (isFirst || (isHurried && !isFew)
    ? withinTime(clock, hurriedMs, signal, readWithin)
    : readWithin(signal));
  if (sight.type !== 'failed') {
    // One that does not show everything, though it did before, is read once more: a page may have come out of a cache, or
    // somebody added an animal between two pages. No world misses that; a scenario does (`scenarios/beliefs`).
    if (sight.worth === 'partial' && saved.lists.all?.complete !== false && !isFirst) {
      await readFresh(engine, signal, { newConnection: true });
    }

    return 'read';
  }

  // Of a list that takes too long a page still tells whether the store is the same one.
  if (isOutOfTime && !isFirst) {
    return (await probe(engine, signal, listLimit.largest)) ? 'unknown' : 'unreachable';
  }

  // A list that may not be read, or not to its end, does not stop sending; and a key that is honoured needs none.
  const isNoMatter = isByKey && sight.aborted !== true;
  return isNoMatter || isOutOfTime || sight.forbidden === true || sight.page !== undefined ? 'unknown' : 'unreachable';
}

/** How old the last reading of the list is, in milliseconds; undefined: none was made here. */
function listAgeOf({ listedAt, clock }: Part<'clock' | 'listedAt'>): number | undefined {
  const age = listedAt && clock.uptime() - listedAt.uptime;
  return age === undefined || age < 0 ? undefined : age;
}

/** What is known without asking. `answered`: an id that the store gave to an animal of ours, not yet in the queue. */
export function knownBefore(
  engine: Part<'clock' | 'knowledge' | 'listedAt' | 'local' | 'saved' | 'settleMs'>,
  answered: readonly Int64[] = [],
): Before {
  const { saved, listedAt, clock } = engine;
  const { pets } = saved;
  const { ours } = knowledgeOf(engine);
  const highest = highestOf([...pets.slice(-1), ...ours]);
  const age = listAgeOf(engine);
  const alikeTo = indexAlike(pets);
  return {
    has: (id) => findSavedPet({ pets }, id) !== undefined || ours.some((each) => each.id === id),
    highest,
    sendBy: listedAt && age !== undefined && age <= freshListMs ? listedAt.uptime + freshListMs : Infinity,
    note(pet, { honoured }) {
      const alike = alikeTo(pet);
      const isNear = nearNamesOf(pet.name);
      // Where ids rise they tell what was there before, and a key asks nobody.
      const isTold = honoured || haveIdsRisen(engine.knowledge.ids);
      const near = isTold ? [] : pets.filter((each) => isNear(each.name) && !alike.includes(each));
      return {
        alike: alike.map(({ id }) => id),
        nearBefore: near.map(({ id }) => id),
        known: [...new Set([...ours.map(({ id }) => id), ...answered])].slice(-mostKnown),
        highest,
        listAge: listAgeOf({ listedAt, clock }),
        listRows: listedAt?.rows,
      };
    },
  };
}

/** Tells the saved animals with the name and category of another one; thousands may be asked for one after another. */
function indexAlike(pets: readonly Pet[]): (pet: NewPet) => readonly Pet[] {
  let byCategory: ReadonlyMap<Int64, readonly Pet[]> | undefined;
  const byKey = new Map<Int64, ReadonlyMap<string, readonly Pet[]>>();
  return (pet) => {
    const { categoryId } = pet;
    byCategory ??= Map.groupBy(pets, (each) => each.categoryId);
    const known = byKey.get(categoryId) ?? Map.groupBy(byCategory.get(categoryId) ?? [], keyOf);
    byKey.set(categoryId, known);
    return known.get(matchingKey(pet)) ?? [];
  };
}

/** The same pets are compared with each animal that is sent. */
const keys = new WeakMap<Pet, string>();

function keyOf(pet: Pet): string {
  const known = keys.get(pet);
  const key = known ?? matchingKey(pet);
  if (known === undefined) {
    keys.set(pet, key);
  }

  return key;
}
