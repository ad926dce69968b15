import type { CategoryLabels } from '../../domain/category-labels.js';
import { matches, toHaystack, toWords } from '../../domain/match-words.js';
import type { Order } from '../../domain/order-pets.js';
import type { Pet } from '../../domain/pet.js';
import { keep } from './keep-pets.js';
import { remember } from './remember.js';

/** A filter that remembers: a text that only got longer searches what matched before. */
export function createFilter(): (pets: readonly Pet[], order: Order, filter: string, labels: CategoryLabels) => Order {
  const haystacks = remember((pets: readonly Pet[], labels: CategoryLabels) => pets.map((pet) => toHaystack(pet.id, pet, labels)));
  let last: { readonly source: unknown; readonly pets: unknown; readonly labels: unknown; readonly filter: string; readonly result: Order } | undefined;

  return (pets, order, filter, labels) => {
    const words = toWords(filter);
    if (words.length === 0) {
      return order;
    }

    const same = last?.source === order && last?.pets === pets && last.labels === labels;
    if (same && last?.filter === filter) {
      return last.result;
    }

    const texts = haystacks(pets, labels);
    const narrows = same && last !== undefined && filter.startsWith(last.filter);
    const result = keep(pets.length, narrows ? last?.result : order, (index) => matches(texts[index], words));
    last = { source: order, pets, labels, filter, result };
    return result;
  };
}
