/** How readings of the service change the saved copy: pure functions from one copy to the next. */
import type { Int64 } from '../../domain/int64.ts';
import type { Pet } from '../../domain/pet.ts';
import { distinctPets, isKnownAs, isSamePet, placeOf } from '../../domain/pet/compare-pets.ts';
import type { SavedCopy } from '../../local/saved-pets.ts';
import type { Reading } from './read-list.ts';
import type { ListKey, Snapshot } from '../api.ts';

/** It was never read. */
export const emptyCopy: SavedCopy = { resets: 0, pets: [], lists: {}, lookedUp: [] };

/** When a list was asked for, ISO, and the copy as it was then. */
type Asked = { readonly at: string; readonly before: SavedCopy };

/** Takes a list in. Pets go only by a complete list, and animals learnt during the reading stay. */
export function withList(copy: SavedCopy, key: ListKey, reading: Reading, { at, before }: Asked): SavedCopy {
  const isNews = ({ id }: Pet): boolean => copy.pets !== before.pets && findSavedPet(before, id) === undefined;
  const kept = reading.complete && key === 'all' ? copy.pets.filter(isNews) : copy.pets;
  const pets = distinctPets([...kept, ...reading.pets]);
  const listed = new Set(reading.pets.map(({ id }) => id));
  const saved = {
    fetchedAt: new Date(Date.parse(at) - reading.ageMs).toISOString(),
    complete: reading.complete,
    etag: reading.etag,
  };
  return {
    ...copy,
    ...(key === 'all' ? { ...knowledgeOfWhole(copy, reading, at), pageTrouble: undefined } : {}),
    pets: keepIfSame(copy.pets, pets),
    lists: { ...copy.lists, [key]: saved },
    lookedUp: copy.lookedUp.filter(({ id }) => findSavedPet({ pets }, id) !== undefined && !listed.has(id)),
  };
}

/** Since when what is known, after the whole list was read or as much of it as there is. */
function knowledgeOfWhole(
  copy: SavedCopy,
  { complete, changes }: Reading,
  at: string,
): Pick<SavedCopy, 'changes' | 'wholeAt' | 'heardAt'> {
  return {
    changes: complete ? changes : undefined,
    wholeAt: complete ? at : copy.wholeAt,
    heardAt: complete ? undefined : copy.heardAt,
  };
}

/** A pet as it is held already, if it is the same: 100 000 that are read again need not be held twice meanwhile. */
export function asHeld(copy: SavedCopy, pet: Pet): Pet {
  const held = findSavedPet(copy, pet.id);
  return held && isSamePet(held, pet) ? held : pet;
}

/** Whether a complete list of a status lacks a pet that is known to have that status. */
export function lacksKnown(copy: SavedCopy, key: ListKey, reading: Reading): boolean {
  const seen = new Set(reading.pets.map(({ id }) => id));
  return reading.complete && copy.pets.some(({ id, status }) => status === key && !seen.has(id));
}

/** Takes in shown pets. If no list was ever read to its end, all are as old as the last reading that showed all of them. */
export function withShown(copy: SavedCopy, pets: readonly Pet[], at: string): SavedCopy {
  const news = pets.filter((pet) => !isKnownAs(copy.pets, pet));
  const dated = new Set([...pets, ...copy.lookedUp].map(({ id }) => id));
  const isAll = (): boolean => copy.heardAt === undefined || copy.pets.every(({ id }) => dated.has(id));
  const heardAt = copy.lists.all === undefined && isAll() ? at : copy.heardAt;
  const changed = heardAt === copy.heardAt ? copy : { ...copy, heardAt };
  return news.length === 0 ? changed : { ...changed, pets: distinctPets([...copy.pets, ...news]) };
}

/** The animals that the service says were added since, up to `at`. `changes`: the link for the next reading. */
export function withNews(copy: SavedCopy, pets: readonly Pet[], changes: string, at: string): SavedCopy {
  return { ...withShown(copy, pets, at), changes, heardAt: at };
}

/** The list was asked for and has not changed. */
export function withUnchanged(copy: SavedCopy, key: ListKey, at: string): SavedCopy {
  const saved = copy.lists[key];
  return saved ? { ...copy, lists: { ...copy.lists, [key]: { ...saved, fetchedAt: at } } } : copy;
}

/** Takes in one pet read by itself. A known one needs no change: a later date is not worth writing the copy. */
export function withPet(copy: SavedCopy, pet: Pet, at: string): SavedCopy {
  if (isKnownAs(copy.pets, pet)) {
    return copy;
  }

  const place = placeOf(copy.pets, pet.id);
  const isNew = copy.pets[place]?.id !== pet.id;
  const pets = copy.pets.toSpliced(place, isNew ? 0 : 1, pet);
  // The list's validator stands for the list as it was read: with one animal more it must not be said to be unchanged.
  const { all } = copy.lists;
  const lists = isNew && all?.etag !== undefined ? { ...copy.lists, all: { ...all, etag: undefined } } : copy.lists;
  return { ...copy, lists, pets, lookedUp: [...copy.lookedUp, { id: pet.id, at }] };
}

/** Takes in the animals that another process saved after `before`, which both began with; all else is as it was. */
export function withOthers(copy: SavedCopy, others: SavedCopy, before: SavedCopy): SavedCopy {
  const isNews = ({ id }: Pick<Pet, 'id'>): boolean =>
    findSavedPet(copy, id) === undefined && findSavedPet(before, id) === undefined;
  const news = others.pets.filter(isNews);
  const lookedUp = [...copy.lookedUp, ...others.lookedUp.filter(isNews)];
  return news.length === 0 ? copy : { ...copy, lookedUp, pets: distinctPets([...copy.pets, ...news]) };
}

/** The service said that there is no such pet. */
export function withoutPet(copy: SavedCopy, id: Int64): SavedCopy {
  return {
    ...copy,
    pets: copy.pets.filter((pet) => pet.id !== id),
    lookedUp: copy.lookedUp.filter((read) => read.id !== id),
  };
}

/** By bisection: the pets are in ascending order. */
export function findSavedPet({ pets }: Pick<SavedCopy, 'pets'>, id: Int64): Pet | undefined {
  const found = pets[placeOf(pets, id)];
  return found?.id === id ? found : undefined;
}

/** The time of the last news of a pet, ISO: a change link that still leads on says that what it begins with stands. */
export function petFetchedAt(copy: Pick<SavedCopy, 'lists' | 'lookedUp' | 'heardAt'>, pet: Pet): string {
  const { fetchedAt, heardAt = fetchedAt } = listInfo(copy, pet.status ?? 'all');
  return copy.lookedUp.findLast(({ id }) => id === pet.id)?.at ?? heardAt ?? new Date(0).toISOString();
}

/**
 * The facts of a list. A complete unfiltered list answers for every status, and any other for those that were not read
 * by themselves; the later of two is told. Of one that never was read to its end a part may be known.
 */
function listInfo(copy: Pick<SavedCopy, 'lists' | 'heardAt'>, key: ListKey): Snapshot['lists'][ListKey] {
  const own = copy.lists[key];
  const { all } = copy.lists;
  const best =
    all?.complete === true && (own === undefined || !own.complete || own.fetchedAt < all.fetchedAt)
      ? all
      : (own ?? all);
  const heardAt =
    best === all && best !== undefined && (copy.heardAt ?? '') > best.fetchedAt ? copy.heardAt : undefined;
  return {
    fetchedAt: best?.fetchedAt ?? copy.heardAt,
    ...(heardAt === undefined ? {} : { heardAt }),
    complete: best?.complete ?? false,
  };
}

/** What of the saved copy the snapshot shows. */
export function savedView(copy: SavedCopy): Pick<Snapshot, 'pets' | 'lists' | 'lookedUp'> & Partial<Snapshot> {
  return {
    ...(copy.pageTrouble ? { oddPages: copy.pageTrouble } : {}),
    pets: copy.pets,
    lookedUp: copy.lookedUp,
    lists: {
      all: listInfo(copy, 'all'),
      available: listInfo(copy, 'available'),
      pending: listInfo(copy, 'pending'),
      sold: listInfo(copy, 'sold'),
    },
  };
}

/** Whether two copies differ in nothing but when they were read. */
export function isSameButDates(one: SavedCopy, other: SavedCopy): boolean {
  return one.pets === other.pets && datelessFacts(one) === datelessFacts(other);
}

function datelessFacts({ lists, ...copy }: SavedCopy): string {
  const dateless = Object.entries(lists).map(([key, list]) => [key, { ...list, fetchedAt: undefined }]);
  const dates = { pets: undefined, heardAt: undefined, wholeAt: undefined, readMs: undefined, changes: undefined };
  return JSON.stringify([{ ...copy, ...dates }, dateless]);
}

/** The old array if it is the same, so that comparing by identity suffices. */
function keepIfSame(before: readonly Pet[], after: readonly Pet[]): readonly Pet[] {
  const isUnchanged =
    before.length === after.length &&
    after.every((pet, index) => pet.id === before[index]?.id && isSamePet(pet, before[index]));
  return isUnchanged ? before : after;
}
