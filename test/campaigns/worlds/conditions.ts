/**
 * The conditions under which it is counted how often a lost answer ends with a person. Half are lost before the insert,
 * half after.
 */
import { lostAfter, lostBefore } from '../simulation/post-faults.js';
import { peopleWorlds } from './people.js';
import { settleMs, type World } from './world.js';

/**
 * A condition, and the most reviews in percent of the lost answers that are acceptable; none: it cannot be helped, or
 * is not set.
 */
export type Condition = World & { readonly atMost?: number };

const tenth = { rate: 0.1 } as const;
const goal = { atMost: 2 } as const;
const busyColleague = peopleWorlds.find(({ name }) => name.startsWith('colleague') && name.endsWith('60 s'))!;

export const conditions: readonly Condition[] = [
  { name: 'unique names, Link paging, 120 known', known: 120, ...tenth, ...goal },
  { name: '5 common names x 4 categories, 20 %', known: 120, commonNames: true, rate: 0.2, ...goal },
  { name: 'newest first, 120 known', known: 120, manners: { order: 'newest-first' }, ...tenth, ...goal },
  { name: 'random but steady order over 2 pages', known: 120, manners: { order: 'random' }, ...tenth, ...goal },
  { name: '30 known and no Link', known: 30, manners: { link: false }, ...tenth, ...goal },
  { name: 'list lags 0.4 settle times', imperfections: () => ({ lagMs: 0.4 * settleMs }), ...tenth, ...goal },
  {
    name: 'list lags 0.8 settle times, look-ups do not',
    imperfections: () => ({ lagMs: 0.8 * settleMs }),
    ...tenth,
    ...goal,
  },
  {
    name: 'empty store, list lags 0.8 settle times, import',
    known: 0,
    atOnce: true,
    imperfections: () => ({ lagMs: 0.8 * settleMs }),
    ...tenth,
    ...goal,
  },
  {
    name: 'status not set and the service sets one, a 201 came first',
    statuses: [undefined],
    manners: { statuses: 'defaulted' },
    ...tenth,
    ...goal,
  },
  {
    name: 'the same, when the very first answer is lost',
    statuses: [undefined],
    manners: { statuses: 'defaulted' },
    thinkMs: [150_000, 600_000],
    rate: 0,
    first: [lostAfter, lostBefore],
  },
  { name: 'no Link, 130 known', known: 130, manners: { link: false }, ...tenth },
  { name: 'no Link, 130 known, common names', known: 130, commonNames: true, manners: { link: false }, ...tenth },
  { name: 'Link with the other scheme, 120 known', known: 120, manners: { link: 'other-scheme' }, ...tenth, ...goal },
  {
    name: 'another order at every request, over 2 pages',
    known: 120,
    manners: { order: 'shuffled', paging: 'offset' },
    ...tenth,
  },
  {
    name: 'two rows with an unknown status',
    service: { isOdd: ({ name }) => name === 'Old 7' || name === 'Old 21' },
    ...tenth,
    ...goal,
  },
  {
    name: 'a name was tidied once, then lost before the insert',
    spacesFirst: true,
    manners: { names: 'trimmed' },
    faults: [lostBefore],
    ...tenth,
    ...goal,
  },
  { ...busyColleague, name: 'common names and a busy colleague, 20 %' },
  { name: 'one read in ten fails', known: 120, readRate: 0.1, ...tenth, ...goal },
];
