import type { ViewState } from '../../app/workspace.js';
import type { Order } from '../../domain/order-pets.js';
import type { Pet } from '../../domain/pet.js';

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
