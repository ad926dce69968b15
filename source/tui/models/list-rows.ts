import type { Tab, ViewState } from '../../app/workspace.js';
import type { CategoryLabels } from '../../domain/category-labels.js';
import { isWaiting, type Entry } from '../../domain/entry.js';
import { isAscending, type Order, orderPets } from '../../domain/order-pets.js';
import type { NewPet, Pet } from '../../domain/pet.js';
import { canBeFuzzy } from '../../domain/search/match-query.js';
import { parseQuery, type Query } from '../../domain/search/query.js';
import { createFilter, createSearchTexts } from './filter-pets.js';
import { createTabCounter, isInTab, onlyTab, type TabCounts } from './keep-pets.js';
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

/** What a filter comes to, whichever tab is open. */
export type Findings = {
  readonly query: Query;
  /** Pets that are found. Queued animals are in no tab's count. */
  readonly counts: TabCounts;
  /** Nothing contains the words, so their letters were looked for. */
  readonly isFuzzy: boolean;
};

/** Works lists out, and keeps what did not change since. */
export type ListModel = {
  rows(query: ListQuery): Rows;
  findings(query: ListQuery): Findings;
  counts(pets: readonly Pet[]): TabCounts;
};

/**
 * The list as rows: queued animals on top as in the queue, then the pets in the order that was asked for.
 *
 * Sorting, filtering and tabs are steps that each remember their last answer, so moving the cursor costs nothing, and a
 * filter that got a letter longer searches only what matched before.
 */
export function createListModel(): ListModel {
  const searchTexts = createSearchTexts();
  const parse = remember(parseQuery);
  const ordered = remember(orderPets);
  const containing = createFilter(searchTexts, { fuzzy: false });
  const resembling = createFilter(searchTexts, { fuzzy: true });
  const waiting = remember((entries: readonly Entry[]) => entries.filter(({ state }) => isWaiting(state)));
  const containingEntries = remember(findEntries);
  const resemblingEntries = remember(findEntries);
  const ofTab = remember(onlyTab);
  const entriesOfTab = remember((entries: readonly Entry[], tab: Tab) =>
    tab === 'all' ? entries : entries.filter((entry) => isInTab(entry, tab)),
  );
  const join = remember(joinRows);
  const count = createTabCounter();
  const counts = remember((pets: readonly Pet[]) => count(pets, undefined));
  const countFound = remember(count);

  const find = ({ pets, entries, sort, filter, labels }: ListQuery): Found => {
    const query = parse(filter);
    const order = ordered(pets, sort);
    const queued = waiting(entries);
    const found = {
      query,
      order: containing(pets, order, query, labels),
      entries: containingEntries(queued, query, labels, false),
      isFuzzy: false,
    };
    const isEmpty = found.order?.length === 0 && found.entries.length === 0;
    return isEmpty && canBeFuzzy(query)
      ? {
          query,
          order: resembling(pets, order, query, labels),
          entries: resemblingEntries(queued, query, labels, true),
          isFuzzy: true,
        }
      : found;
  };

  return {
    counts,
    findings: (list) => {
      const { query, order, isFuzzy } = find(list);
      return { query, isFuzzy, counts: countFound(list.pets, order) };
    },
    rows: (list) => {
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

type Found = {
  readonly query: Query;
  readonly order: Order;
  readonly entries: readonly Entry[];
  readonly isFuzzy: boolean;
};

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
