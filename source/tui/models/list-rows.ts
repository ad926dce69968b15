import type { Tab, ViewState } from '../../app/workspace.js';
import type { CategoryLabels } from '../../domain/category-labels.js';
import { isWaiting, type Entry } from '../../domain/entry.js';
import { isAscending, type Order, orderPets } from '../../domain/order-pets.js';
import type { NewPet, Pet } from '../../domain/pet.js';
import { canBeFuzzy, toSearchText } from '../../domain/search/match-query.js';
import { parseQuery, type Query } from '../../domain/search/query.js';
import { createFilter, createTabCounter, isInTab, onlyTab } from './filter-pets.js';
import { findEntries, sectionEntries } from './queue-rows.js';
import { remember } from './remember.js';
import { type Section, toSections } from './sections.js';
import { parseInt64 } from '../../domain/int64.js';
import { placeOf } from '../../domain/pet/place-of.js';

/** A pet, or an entry that has no pet id yet; the key is its id. */
export type Row = { readonly key: string; readonly pet: Pet } | { readonly key: string; readonly entry: Entry };

/** Rows that are made when they are looked at; the same object as long as nothing it depends on changed. */
export type Rows = {
  readonly count: number;
  /** How many of them are queued animals; those come first, as in the queue. */
  readonly queued: number;
  /** As long as something is queued: those of the queue, and what is on the store. */
  readonly sections?: readonly Section[];
  /** A cursor goes with its animal, wherever that goes. */
  follows(): boolean;
  at(index: number): Row | undefined;
  /** Looks at each animal without making a row of it. */
  forEach(visit: (animal: NewPet) => void): void;
  /** Where an animal is, or -1. */
  indexOf(key: string): number;
};

/** What a list is made of, and how it is arranged. */
export type ListQuery = {
  readonly pets: readonly Pet[];
  readonly entries: readonly Entry[];
  readonly tab: Tab;
  readonly sort: ViewState['sort'];
  readonly reverse: boolean;
  readonly filter: string;
  readonly labels: CategoryLabels;
  readonly isSectioned?: boolean;
};

/**
 * The list as rows: queued animals on top as in the queue, then the pets in the order that was asked for.
 *
 * Sorting, filtering and tabs are steps that each remember their last answer, so moving the cursor costs nothing, and a
 * filter that got a letter longer searches only what matched before.
 */
export function createListModel() {
  const searchTexts = remember((pets: readonly Pet[], labels: CategoryLabels) =>
    pets.map((pet) => toSearchText(pet.id, pet, labels)),
  );
  const parse = remember(parseQuery);
  const ordered = remember(orderPets);
  const finder = (isFuzzy: boolean) => {
    const [ofPets, ofEntries] = [createFilter(searchTexts, isFuzzy), remember(findEntries)];
    return (pets: readonly Pet[], order: Order, entries: readonly Entry[], query: Query, labels: CategoryLabels) => ({
      query,
      isFuzzy,
      order: ofPets(pets, order, query, labels),
      entries: ofEntries(entries, query, labels, isFuzzy),
    });
  };
  const [containing, resembling] = [finder(false), finder(true)];
  const waiting = remember((entries: readonly Entry[]) => entries.filter(({ state }) => isWaiting(state)));
  const ofTab = remember(onlyTab);
  const entriesOfTab = remember((entries: readonly Entry[], tab: Tab) =>
    tab === 'all' ? entries : entries.filter((entry) => isInTab(entry, tab)),
  );
  const join = remember(joinRows);
  const count = createTabCounter();
  const counts = remember((pets: readonly Pet[]) => count(pets, undefined));
  const countFound = remember(count);

  const find = ({ pets, entries, sort, filter, labels }: ListQuery) => {
    const query = parse(filter);
    const found = containing(pets, ordered(pets, sort), waiting(entries), query, labels);
    return found.order?.length === 0 && found.entries.length === 0 && canBeFuzzy(query)
      ? resembling(pets, ordered(pets, sort), waiting(entries), query, labels)
      : found;
  };

  return {
    counts,
    /**
     * What the filter comes to, whichever tab is open: the pets that are found in each, and whether their letters were
     * looked for, as nothing contains the words.
     */
    findings: (list: ListQuery) => {
      const { query, order, isFuzzy } = find(list);
      return { query, isFuzzy, counts: countFound(list.pets, order) };
    },
    rows: (list: ListQuery): Rows => {
      const { order, entries } = find(list);
      return join(
        list.pets,
        ofTab(list.pets, order, list.tab),
        isAscending(list.sort, list.reverse),
        entriesOfTab(entries, list.tab),
        list.isSectioned === true,
      );
    },
  };
}

function joinRows(
  pets: readonly Pet[],
  order: Order,
  ascending: boolean,
  queued: readonly Entry[],
  isSectioned: boolean,
): Rows {
  const petCount = order?.length ?? pets.length;
  const place = (n: number): number => (ascending ? n : petCount - 1 - n);
  // None of them is settled, so the day does not matter.
  const { rows: entries, sections, indexOf } = sectionEntries(queued, '');

  return {
    count: entries.length + petCount,
    queued: entries.length,
    ...(isSectioned && entries.length > 0
      ? {
          sections: toSections([...sections, { key: 'stored', count: petCount }].map(({ key, count }) => [key, count])),
        }
      : {}),
    follows: () => true,
    at(index) {
      const entry = entries[index];
      if (entry) {
        return { key: entry.localId, entry };
      }

      const position = place(index - entries.length);
      const pet = pets[order ? (order[position] ?? -1) : position];
      return pet && { key: pet.id, pet };
    },
    forEach(visit) {
      entries.forEach(visit);
      for (let position = 0; position < petCount; position += 1) {
        const pet = pets[order ? (order[position] as number) : position];
        if (pet) {
          visit(pet);
        }
      }
    },
    indexOf(key) {
      const entry = indexOf(key);
      if (entry !== -1) {
        return entry;
      }

      const index = findPet(pets, key);
      const position = order && index !== -1 ? order.indexOf(index) : index;
      return position === -1 ? -1 : entries.length + place(position);
    },
  };
}

/** The index of a pet in a list ascending by id, or -1. */
export function findPet(pets: readonly Pet[], key: string): number {
  const id = parseInt64(key);
  const place = id === undefined ? -1 : placeOf(pets, id);
  return id !== undefined && pets[place]?.id === id ? place : -1;
}
