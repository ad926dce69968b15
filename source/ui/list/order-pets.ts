import type { UiSettings, ViewState } from '../../app/workspace.js';
import { compareInt64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';

/** Indexes into `pets`, in some order; undefined: all of them as they are, ascending by id. */
export type Order = Uint32Array | undefined;

const statusOrder = { available: 0, pending: 1, sold: 2, none: 3 };

/** The order of a sort, ascending. Ties are by id, newest first, as the list itself is. */
export function orderPets(pets: readonly Pet[], sort: ViewState['sort']): Order {
  if (sort === 'id') {
    return undefined;
  }

  const order = Uint32Array.from(pets.keys());
  if (sort === 'name') {
    // Collators know every language's order, but take a second for 100 000 names; this takes a tenth.
    const names = pets.map((pet) => pet.name.toLowerCase());
    return order.sort((a, b) => compareText(names[a] ?? '', names[b] ?? '') || b - a);
  }

  const compare = sort === 'category' ? compareCategory : compareStatus;
  return order.sort((a, b) => compare(pets[a] as Pet, pets[b] as Pet) || b - a);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareCategory(a: Pet, b: Pet): number {
  return a.categoryId === b.categoryId ? 0 : compareInt64(a.categoryId, b.categoryId);
}

function compareStatus(a: Pet, b: Pet): number {
  return statusOrder[a.status ?? 'none'] - statusOrder[b.status ?? 'none'];
}

/** Those of an order that have a status. */
export function onlyStatus(pets: readonly Pet[], order: Order, tab: ViewState['tab']): Order {
  if (tab === 'all') {
    return order;
  }

  return keep(pets.length, order, (index) => pets[index]?.status === tab);
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

/** How many pets there are of each status. */
export function countByTab(pets: readonly Pet[]): Readonly<Record<ViewState['tab'], number>> {
  const counts = { all: pets.length, available: 0, pending: 0, sold: 0 };
  for (const { status } of pets) {
    if (status) {
      counts[status] += 1;
    }
  }

  return counts;
}

export type CategoryLabels = UiSettings['categoryLabels'];
