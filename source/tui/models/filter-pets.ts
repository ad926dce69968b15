import type { CategoryLabels } from '../../domain/category-labels.js';
import type { Order } from '../../domain/order-pets.js';
import type { Pet } from '../../domain/pet.js';
import { createMatcher, toSearchText } from '../../domain/search/match-query.js';
import { narrows, type Query } from '../../domain/search/query.js';
import { keep } from './keep-pets.js';
import { remember } from './remember.js';

/** Those of an order that a query finds. */
export type PetFilter = (pets: readonly Pet[], order: Order, query: Query, labels: CategoryLabels) => Order;

/** The texts that are searched, made once for a list; where only fields are asked for, none are needed. */
export type SearchTexts = (pets: readonly Pet[], labels: CategoryLabels) => readonly string[];

/** Makes the texts, and keeps them until the pets or labels change. */
export function createSearchTexts(): SearchTexts {
  return remember((pets: readonly Pet[], labels: CategoryLabels) =>
    pets.map((pet) => toSearchText(pet.id, pet, labels)),
  );
}

/** A filter that remembers: a query that only got narrower searches what matched before. */
export function createFilter(searchTexts: SearchTexts, { fuzzy }: { readonly fuzzy: boolean }): PetFilter {
  let last:
    | {
        readonly source: unknown;
        readonly pets: unknown;
        readonly labels: unknown;
        readonly query: Query;
        readonly result: Order;
      }
    | undefined;

  return (pets, order, query, labels) => {
    if (query.terms.length === 0) {
      return order;
    }

    const same = last?.source === order && last?.pets === pets && last.labels === labels ? last : undefined;
    if (same?.query === query) {
      return same.result;
    }

    const texts = query.terms.some(({ field }) => field === 'word') ? searchTexts(pets, labels) : undefined;
    const matches = createMatcher(query, labels, { fuzzy });
    const narrowed = same !== undefined && narrows(query, same.query) ? same.result : order;
    const result = keep(pets.length, narrowed, (index) => matches(pets[index] as Pet, texts?.[index] ?? ''));
    last = { source: order, pets, labels, query, result };
    return result;
  };
}
