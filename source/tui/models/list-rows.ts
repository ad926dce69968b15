import { type Tab, tabs, type ViewState } from '../../app/workspace.ts';
import type { CategoryLabels } from '../../domain/category-labels.ts';
import { type Entry, isWaiting } from '../../domain/entry.ts';
import { isAscending, type Order, orderPets, sortPets } from '../../domain/order-pets.ts';
import type { NewPet, Pet } from '../../domain/pet.ts';
import { createMatcher, readsText, toSearchText } from '../../domain/search/match-query.ts';
import { asksWhenSeen, narrows, parseQuery, type Query } from '../../domain/search/query.ts';
import type { SeenAnimals } from '../../domain/first-seen.ts';
import { remember } from './remember.ts';
import { type CursorRows, type Row, toSections } from './position.ts';
import { idOf } from '../../text/animal/pet-texts.ts';
import { parseInt64 } from '../../domain/int64.ts';
import { placeOf } from '../../domain/pet/compare-pets.ts';
import { queueSections, sectionOfEntry } from '../words/queue-sections.ts';

/** Rows that are made when they are looked at; the same object as long as nothing it depends on changed. */
export type Rows = CursorRows<Row>;

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
  /** Since when each is known. Asked for by filters that go by that, and by no other. */
  readonly seen: () => SeenAnimals;
  /** Which day it is decides in which section an animal stands that was sent. */
  readonly now: number;
};

/**
 * The list as rows: queued animals on top in the sections of the queue, then the pets, in the order that was asked for.
 * The tab *Mine* has no pets, and of what was entered here also what is settled.
 *
 * Sorting, filtering and tabs are steps that each remember their last answer, so moving the cursor costs nothing, and a
 * filter that got a letter longer searches only what matched before.
 */
export function createListModel() {
  const searchTexts = remember((pets: readonly Pet[], labels: CategoryLabels) =>
    pets.map((pet) => toSearchText(pet.id, pet, labels)),
  );
  // What `since:2h` goes back from moves on by the minute.
  const read = remember((filter: string, minute: number) => parseQuery(filter, minute * 60_000));
  const parse = ({ filter, now }: ListQuery): Query =>
    read(filter, /since:/iu.test(filter) ? Math.floor(now / 60_000) : 0);
  const ordered = remember(orderPets);
  const waiting = remember((entries: readonly Entry[]) => entries.filter(({ state }) => isWaiting(state)));
  const [ofPets, ofEntries] = [createFilter(searchTexts), remember(findEntries)];
  const ofTab = remember((pets: readonly Pet[], order: Order, tab: Tab) =>
    tab === 'all' ? order : keep(pets.length, order, (index) => isInTab(pets[index], tab)),
  );
  const entriesOfTab = remember((entries: readonly Entry[], tab: Tab) =>
    tab === 'all' ? entries : entries.filter((entry) => isInTab(entry, tab)),
  );
  const [inOrder, join] = [remember(sortPets<Entry>), remember(joinRows)];
  const tabsOf = remember(toTabs);
  const counts = remember((pets: readonly Pet[]) => countTabs(tabsOf(pets), undefined));
  const countFound = remember((pets: readonly Pet[], order: Order) => countTabs(tabsOf(pets), order));
  const countQueued = remember((entries: readonly Entry[]) => countTabs(toTabs(entries), undefined));

  const find = (list: ListQuery) => {
    const { pets, entries, sort, labels } = list;
    const query = parse(list);
    const seen = asksWhenSeen(query) ? list.seen() : undefined;
    const order = ofPets(pets, ordered(pets, sort), query, labels, seen);
    return { query, order, entries: ofEntries(entries, query, labels) };
  };

  return {
    counts,
    /** What the filter comes to in each tab: pets and queued animals. */
    findings: (list: ListQuery) => {
      const { query, order, entries } = find(list);
      const here = waiting(entries);
      const queued = { ...countQueued(here), mine: here.length };
      return { query, counts: countFound(list.pets, order), queued };
    },
    rows: (list: ListQuery): Rows => {
      const { order, entries } = find(list);
      const { pets, tab, sort, reverse, isSectioned = false } = list;
      const isUp = isAscending(sort, reverse);
      if (tab === 'mine') {
        return join(noPets, undefined, isUp, inOrder(entries, sort, reverse), isSectioned, startOfDay(list.now));
      }

      const queued = inOrder(entriesOfTab(waiting(entries), tab), sort, reverse);
      // None of them is settled, so the day does not matter.
      return join(pets, ofTab(pets, order, tab), isUp, queued, isSectioned, '');
    },
  };
}

const noPets: readonly Pet[] = [];

function startOfDay(now: number): string {
  return new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString();
}

function joinRows(
  pets: readonly Pet[],
  order: Order,
  ascending: boolean,
  queued: readonly Entry[],
  isSectioned: boolean,
  day: string,
): Rows {
  const petCount = order?.length ?? pets.length;
  const place = (n: number): number => (ascending ? n : petCount - 1 - n);
  const { rows: entries, sections, indexOf } = sectionEntries(queued, day);
  const stored = { key: 'stored', from: entries.length, count: petCount };
  return {
    count: entries.length + petCount,
    // As long as something is queued: those of the queue, and what is on the store.
    ...(isSectioned && entries.length > 0 ? { sections: petCount > 0 ? [...sections, stored] : sections } : {}),
    at(index) {
      const position = place(index - entries.length);
      const animal = entries[index] ?? pets[order ? (order[position] ?? -1) : position];
      return animal && { key: idOf(animal), animal };
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

type SearchTexts = (pets: readonly Pet[], labels: CategoryLabels) => readonly string[];

/** Those of an order that a query finds: one that only got narrower searches what matched before. */
function createFilter(searchTexts: SearchTexts) {
  type Seen = SeenAnimals | undefined;
  const ofList = remember((pets: readonly Pet[], order: Order, labels: CategoryLabels, seen: Seen) => {
    let last: { readonly query: Query; readonly found: Order } | undefined;
    return (query: Query): Order => {
      if (last?.query !== query) {
        const texts = readsText(query) ? searchTexts(pets, labels) : undefined;
        const matches = createMatcher(query, labels, seen);
        const narrowed = last && narrows(query, last.query) ? last.found : order;
        const found = keep(pets.length, narrowed, (index) => matches(pets[index] as Pet, texts?.[index] ?? ''));
        last = { query, found };
      }

      return last.found;
    };
  });
  return (pets: readonly Pet[], order: Order, query: Query, labels: CategoryLabels, seen: Seen): Order =>
    query.terms.length === 0 ? order : ofList(pets, order, labels, seen)(query);
}

function isInTab(animal: Pick<Pet, 'status'> | undefined, tab: Tab): boolean {
  return (animal?.status ?? 'none') === tab;
}

function keep(length: number, order: Order, wanted: (index: number) => boolean): Uint32Array {
  return (order ?? new Uint32Array(length).map((_, index) => index)).filter((index) => wanted(index));
}

/** The tab of each animal, as a number: looking at 100 000 pets takes longer than searching names. */
function toTabs(animals: readonly NewPet[]): Uint8Array {
  return Uint8Array.from(animals, ({ status }) => tabs.indexOf(status ?? 'none'));
}

function countTabs(codes: Uint8Array, order: Order): Readonly<Record<Tab, number>> {
  const length = order?.length ?? codes.length;
  const counts = new Uint32Array(tabs.length);
  for (let place = 0; place < length; place += 1) {
    const code = codes[order ? (order[place] as number) : place] as number;
    counts[code] = (counts[code] as number) + 1;
  }

  const byTab = Object.fromEntries(tabs.map((tab, code) => [tab, counts[code]])) as Readonly<Record<Tab, number>>;
  return { ...byTab, all: length };
}

/** The queued animals that a query finds, as they were sent and as a person wants them. */
function findEntries(entries: readonly Entry[], query: Query, labels: CategoryLabels) {
  const matches = createMatcher(query, labels);
  return query.terms.length === 0
    ? entries
    : entries.filter((entry) =>
        [entry, ...(entry.instead ? [{ ...entry, ...entry.instead }] : [])].some((animal) =>
          matches(animal, toSearchText(entry.localId, animal, labels)),
        ),
      );
}

/** Queued animals in their sections, in each as they come. `day`: when this day began, ISO 8601. */
function sectionEntries(entries: readonly Entry[], day: string) {
  const groups = Map.groupBy(entries, (entry) => sectionOfEntry(entry, day));
  const rows = queueSections.flatMap((key) => groups.get(key) ?? []);
  const sections = toSections(queueSections.map((key) => [key, groups.get(key)?.length ?? 0] as const));
  const places = remember(() => new Map(rows.map(({ localId }, place) => [localId, place])));
  return {
    rows,
    sections,
    indexOf: (key: string): number => places().get(key) ?? -1,
  };
}
