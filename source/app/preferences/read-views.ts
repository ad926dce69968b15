import { sortFields } from '../../domain/order-pets.js';
import { type NamedView, tabs } from '../workspace.js';

/** Reads the views of the configuration, in their order. `mistake` is told which is ignored, and why. */
export function readViews(
  wanted: Readonly<Record<string, unknown>>,
  mistake: (name: string, why: string) => void,
): readonly NamedView[] {
  return Object.entries(wanted).flatMap(([name, written]) => {
    const view = toView(name, written);
    if (typeof view === 'string') {
      mistake(name, view);
      return [];
    }

    return [view];
  });
}

function toView(name: string, written: unknown): NamedView | string {
  if (typeof written !== 'object' || written === null || Array.isArray(written)) {
    return 'a view is an object, such as {"filter": "is:sold", "sort": "name"}';
  }

  const {
    filter = '',
    tab: status = 'all',
    sort: field = 'id',
    reverse = false,
  } = written as Readonly<Record<string, unknown>>;
  const tab = tabs.find((each) => each === status);
  const sort = sortFields.find((each) => each === field);
  if (typeof filter !== 'string' || typeof reverse !== 'boolean') {
    return typeof filter === 'string' ? '"reverse" must be true or false' : '"filter" must be text';
  }

  if (!tab || !sort) {
    return tab ? `"sort" must be one of ${sortFields.join(', ')}` : `"tab" must be one of ${tabs.join(', ')}`;
  }

  return { name, filter, tab, sort, reverse };
}
