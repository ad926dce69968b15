import type { Tab } from '../../app/workspace.js';
import type { Order } from '../../domain/order-pets.js';
import type { Pet } from '../../domain/pet.js';

/** Those of an order that a tab shows. */
export function onlyTab(pets: readonly Pet[], order: Order, tab: Tab): Order {
  return tab === 'all' ? order : keep(pets.length, order, (index) => isInTab(pets[index], tab));
}

/** Whether a tab shows an animal. */
export function isInTab(animal: Pick<Pet, 'status'> | undefined, tab: Tab): boolean {
  return tab === 'all' || (animal?.status ?? 'none') === tab;
}

/** Those of an order for which `wanted` holds. */
export function keep(length: number, order: Order, wanted: (index: number) => boolean): Uint32Array {
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

/** How many pets each tab shows. */
export type TabCounts = Readonly<Record<Tab, number>>;

/** How many of an order each tab shows. */
export function countByTab(pets: readonly Pet[], order: Order): TabCounts {
  const length = order?.length ?? pets.length;
  const counts = { all: length, available: 0, pending: 0, sold: 0, none: 0 };
  for (let place = 0; place < length; place += 1) {
    counts[pets[order ? (order[place] as number) : place]?.status ?? 'none'] += 1;
  }

  return counts;
}
