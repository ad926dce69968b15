/** Services as one would like them, and one that is another every time it is asked. */
import { settleMs, type World } from './world.ts';

export const plainWorlds: readonly World[] = [
  { name: 'plain, Link', known: 130 },
  { name: 'plain, one page' },
  { name: 'plain, random ids and order', known: 130, manners: { ids: 'random', order: 'random' } },
  { name: 'plain, ids in two blocks', known: 130, manners: { ids: 'blocks' } },
  { name: 'plain, random ids, 25 known, no Link', known: 25, manners: { ids: 'random', link: false } },
  { name: 'plain, one read in ten fails', readRate: 0.1 },
  {
    name: 'lags and caps, another one at every request',
    known: 70,
    manners: { link: false },
    imperfections: ({ pick }) => pick([{}, { lagMs: 0.7 * settleMs }, { cap: 50 }]),
  },
  {
    name: 'lags and hides, another one at every request',
    imperfections: ({ pick }) =>
      pick([{}, { lagMs: 0.7 * settleMs }, { hidden: { status: 'sold', from: 'unfiltered' } }]),
  },
];
