/** Colleagues who enter animals too, and services that rewrite what they are sent. */
import { petStatuses } from '../../../source/domain/pet.js';
import { lostAfter, lostBefore } from '../simulation/post-faults.js';
import { commonNames } from './run-world.js';
import type { Manners } from '../simulation/fake-service.js';
import type { Happening, World } from './world.js';

/** An animal with one of the names that everybody gives. */
const sameNames = (perHour: number): Happening => ({
  perHour,
  run: ({ service, pick, random }) => {
    const status = pick([undefined, ...petStatuses]);
    service.insert({
      name: pick(commonNames),
      categoryId: 1 + Math.floor(random() * 4),
      ...(status === undefined ? {} : { status }),
    });
  },
});

/** Two in three arrive: nothing else tells yet that the service rewrites what it is sent. */
const firstIsLost = [lostAfter, lostAfter, lostBefore];
const quiet = [300_000, 900_000] as const;
const busy = [2000, 20_000] as const;

const rewritings: readonly (readonly [string, Partial<Manners>])[] = [
  ['names upper-cased', { names: 'upper' }],
  ['names cut at 10', { names: 'cut' }],
  ['category replaced', { categories: 'replaced' }],
  ['status defaulted', { statuses: 'defaulted' }],
];

export const peopleWorlds: readonly World[] = [
  {
    name: 'colleague with the same common names, one in 60 s',
    commonNames: true,
    rate: 0.2,
    happenings: [sameNames(60)],
  },
  {
    name: 'colleague with the same common names, one in 10 s',
    commonNames: true,
    rate: 0.2,
    happenings: [sameNames(360)],
  },
  { name: 'common names, no colleague', commonNames: true, rate: 0.2 },
  ...rewritings.flatMap(([name, manners]): World[] => [
    { name: `${name}, quiet, first answer lost`, thinkMs: quiet, manners, first: firstIsLost },
    { name: `${name}, busy, first answer lost`, thinkMs: busy, manners, first: firstIsLost },
  ]),
  { name: 'spaces trimmed, unicode composed', manners: { names: 'trimmed' } },
];
