import type { ViewState } from '../../app/workspace.js';
import type { CategoryLabels } from '../../domain/category-labels.js';
import { isWaiting, type Entry } from '../../domain/entry.js';
import { matches, toHaystack, toWords } from '../../domain/match-words.js';
import { isAscending, type Order, orderPets } from '../../domain/order-pets.js';
import type { Pet } from '../../domain/pet.js';
import { createFilter } from './filter-pets.js';
import { findPet } from './find-pet.js';
import { countByTab, onlyStatus } from './keep-pets.js';
import { remember } from './remember.js';

/** A pet, or an entry that has no pet id yet; the key is its id. */
export type Row = { readonly key: string; readonly pet: Pet } | { readonly key: string; readonly entry: Entry };

/** Rows that are made when they are looked at; the same object as long as nothing it depends on changed. */
export type Rows = {
  readonly count: number;
  at(index: number): Row | undefined;
  /** Where an animal is, or -1. */
  indexOf(key: string): number;
};

/** What a list is made of, and how it is arranged. */
export type ListQuery = {
  readonly pets: readonly Pet[];
  readonly entries: readonly Entry[];
  readonly tab: ViewState['tab'];
  readonly sort: ViewState['sort'];
  readonly reverse: boolean;
  readonly filter: string;
  readonly labels: CategoryLabels;
};

/** Works lists out, and keeps what did not change since. */
export type ListModel = { rows(query: ListQuery): Rows; counts(pets: readonly Pet[]): ReturnType<typeof countByTab> };

/**
 * The list as rows: queued animals on top, newest first, then the pets in the order that was asked for.
 *
 * Sorting, tabs and filtering are steps that each remember their last answer, so moving the cursor costs nothing, and a
 * filter that got a letter longer searches only what matched before.
 */
export function createListModel(): ListModel {
  const ordered = remember(orderPets);
  const ofTab = remember(onlyStatus);
  const filtered = createFilter();
  const waiting = remember(waitingEntries);
  const join = remember(joinRows);
  const counts = remember(countByTab);

  return {
    counts,
    rows: ({ pets, entries, tab, sort, reverse, filter, labels }) => {
      const order = filtered(pets, ofTab(pets, ordered(pets, sort), tab), filter, labels);
      return join(pets, order, isAscending(sort, reverse), waiting(entries, tab, filter, labels));
    },
  };
}

function waitingEntries(entries: readonly Entry[], tab: ViewState['tab'], filter: string, labels: CategoryLabels): readonly Entry[] {
  const words = toWords(filter);
  return entries
    .filter((entry) => isWaiting(entry.state) && (tab === 'all' || entry.status === tab) && (words.length === 0 || matches(toHaystack(entry.localId, entry, labels), words)))
    .reverse();
}

function joinRows(pets: readonly Pet[], order: Order, ascending: boolean, entries: readonly Entry[]): Rows {
  const petCount = order?.length ?? pets.length;
  const place = (n: number): number => (ascending ? n : petCount - 1 - n);

  return {
    count: entries.length + petCount,
    at(index) {
      const entry = entries[index];
      if (entry) {
        return { key: entry.localId, entry };
      }

      const position = place(index - entries.length);
      const pet = pets[order ? (order[position] ?? -1) : position];
      return pet && { key: pet.id, pet };
    },
    indexOf(key) {
      const entry = entries.findIndex(({ localId }) => localId === key);
      if (entry !== -1) {
        return entry;
      }

      const index = findPet(pets, key);
      const position = order && index !== -1 ? order.indexOf(index) : index;
      return position === -1 ? -1 : entries.length + place(position);
    },
  };
}
