/** Pages that end too early, go on elsewhere, or move while they are read. */
import type { FaultName } from '../../helpers/fault-service/faults.ts';
import { busy, type World } from './world.ts';

/** Long enough for an absence to be believed before another animal's answer tells more. */
const unhurried = [150_000, 600_000] as const;

/** Nine times in ten the animal is there: it is what the list does not show. */
const firstIsLost: readonly FaultName[] = [...Array.from({ length: 9 }, () => 'insert-then-drop' as const), 'drop'];

export const pagingWorlds: readonly World[] = [
  ...[20, 50, 99].flatMap((cap): World[] => [
    {
      name: `page cap ${cap} without Link, one status, first answer lost`,
      known: cap + 30,
      statuses: ['available'],
      manners: { link: false },
      nature: { cap },
      thinkMs: unhurried,
      first: firstIsLost,
    },
    {
      name: `page cap ${cap} without Link, mixed, first answer lost`,
      known: cap + 30,
      manners: { link: false },
      nature: { cap },
      thinkMs: unhurried,
      first: firstIsLost,
    },
  ]),
  // They show what came later, and no longer what was lost before it.
  ...[11, 20].map((cap): World => ({
    name: `the newest ${cap} only, without Link, a person in a hurry`,
    known: cap + 30,
    manners: { link: false, order: 'newest-first' },
    nature: { cap },
    thinkMs: [2000, 9000],
    faults: ['insert-then-drop'],
    rate: 0.2,
  })),
  {
    name: 'always 50 rows without Link, mixed, first answer lost',
    known: 80,
    manners: { link: false },
    nature: { cap: 50, ignoresLimit: true },
    thinkMs: unhurried,
    first: firstIsLost,
  },
  {
    name: 'page cap 50 without Link, 30 known, the store grows past it',
    known: 30,
    manners: { link: false },
    nature: { cap: 50 },
  },
  { name: 'page cap 20 with Link', known: 70, nature: { cap: 20 } },
  { name: 'no Link, more than 100 known', known: 130, manners: { link: false } },
  {
    name: 'all in one piece whatever was asked for, 130 known',
    known: 130,
    manners: { link: false },
    nature: { cap: 1_000_000, ignoresLimit: true },
  },
  {
    name: 'all in one piece up to 152 rows, oldest first, 130 known',
    known: 130,
    manners: { link: false },
    nature: { cap: 152, ignoresLimit: true },
  },
  {
    name: 'all in one piece up to 152 rows, newest first, 130 known',
    known: 130,
    manners: { link: false, order: 'newest-first' },
    nature: { cap: 152, ignoresLimit: true },
  },
  { name: 'random order at every request, 130 known', known: 130, manners: { order: 'shuffled', paging: 'offset' } },
  {
    name: 'newest first by offset, busy, 130 known',
    known: 130,
    manners: { order: 'newest-first', paging: 'offset' },
    happenings: [busy],
  },
];
