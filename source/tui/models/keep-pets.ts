import { type Tab, tabs } from '../../app/workspace.js';
import type { Order } from '../../domain/order-pets.js';
import type { Pet } from '../../domain/pet.js';
import { remember } from './remember.js';

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

/** Counts how many of an order each tab shows. */
export type TabCounter = (pets: readonly Pet[], order: Order) => TabCounts;

/** Keeps the tab of each pet as a number: looking at 100 000 pets for a key takes longer than searching their names. */
export function createTabCounter(): TabCounter {
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

    return { ...(Object.fromEntries(tabs.map((tab, code) => [tab, counts[code]])) as TabCounts), all: length };
  };
}
