import { type Tab, tabs } from '../../app/workspace.js';
import type { CategoryLabels } from '../../domain/category-labels.js';
import type { Order } from '../../domain/order-pets.js';
import type { Pet } from '../../domain/pet.js';
import { createMatcher } from '../../domain/search/match-query.js';
import { narrows, type Query } from '../../domain/search/query.js';
import { remember } from './remember.js';

/** The texts that are searched, made once for a list; where only fields are asked for, none are needed. */
type SearchTexts = (pets: readonly Pet[], labels: CategoryLabels) => readonly string[];

/** Those of an order that a query finds: one that only got narrower searches what matched before. */
export function createFilter(searchTexts: SearchTexts, fuzzy: boolean) {
  const ofList = remember((pets: readonly Pet[], order: Order, labels: CategoryLabels) => {
    let last: { readonly query: Query; readonly found: Order } | undefined;
    return (query: Query): Order => {
      if (last?.query !== query) {
        const texts = query.terms.some(({ field }) => field === 'word') ? searchTexts(pets, labels) : undefined;
        const matches = createMatcher(query, labels, { fuzzy });
        const narrowed = last && narrows(query, last.query) ? last.found : order;
        const found = keep(pets.length, narrowed, (index) => matches(pets[index] as Pet, texts?.[index] ?? ''));
        last = { query, found };
      }

      return last.found;
    };
  });
  return (pets: readonly Pet[], order: Order, query: Query, labels: CategoryLabels): Order =>
    query.terms.length === 0 ? order : ofList(pets, order, labels)(query);
}

/** Those of an order that a tab shows. */
export function onlyTab(pets: readonly Pet[], order: Order, tab: Tab): Order {
  return tab === 'all' ? order : keep(pets.length, order, (index) => isInTab(pets[index], tab));
}

/** Whether a tab shows an animal. */
export function isInTab(animal: Pick<Pet, 'status'> | undefined, tab: Tab): boolean {
  return tab === 'all' || (animal?.status ?? 'none') === tab;
}

function keep(length: number, order: Order, wanted: (index: number) => boolean): Uint32Array {
  const kept = new Uint32Array(order?.length ?? length);
  let count = 0;
  for (let place = 0; place < kept.length; place += 1) {
    const index = order ? (order[place] as number) : place;
    if (wanted(index)) {
      kept[count] = index;
      count += 1;
    }
  }

  return kept.slice(0, count);
}

/**
 * Counts how many of an order each tab shows. Keeps the tab of each pet as a number: looking at 100 000 pets for a key
 * takes longer than searching their names.
 */
export function createTabCounter(): (pets: readonly Pet[], order: Order) => Readonly<Record<Tab, number>> {
  const codesOf = remember((pets: readonly Pet[]) =>
    Uint8Array.from(pets, ({ status }) => tabs.indexOf(status ?? 'none')),
  );

  return (pets, order) => {
    const codes = codesOf(pets);
    const length = order?.length ?? pets.length;
    const counts = new Uint32Array(tabs.length);
    for (let place = 0; place < length; place += 1) {
      const code = codes[order ? (order[place] as number) : place] as number;
      counts[code] = (counts[code] as number) + 1;
    }

    return {
      ...(Object.fromEntries(tabs.map((tab, code) => [tab, counts[code]])) as Readonly<Record<Tab, number>>),
      all: length,
    };
  };
}
