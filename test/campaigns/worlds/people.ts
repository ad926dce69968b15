/** Colleagues who enter animals too, and services that rewrite what they are sent. */
import { toInt64 } from '../../../source/domain/int64.ts';
import { petStatuses } from '../../../source/domain/pet.ts';
import { commonNames } from './run-world.ts';
import type { Manners } from '../../helpers/fault-service/store.ts';
import type { Happening, World } from './world.ts';
import { type FaultName, faults } from '../../helpers/fault-service/faults.ts';

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
const firstIsLost: readonly FaultName[] = ['insert-then-drop', 'insert-then-drop', 'drop'];
const quiet = [300_000, 900_000] as const;
const busy = [2000, 20_000] as const;

const rewritings: readonly (readonly [string, Partial<Manners>])[] = [
  ['names upper-cased', { names: 'upper' }],
  ['names cut at 10', { names: 'cut' }],
  ['category replaced', { categories: 'replaced' }],
  ['status defaulted', { statuses: 'defaulted' }],
];

/** Services that keep plain names, and write others their own way. */
const oddRewritings = ['escaped', 'typographic', 'latin', 'no-emoji', 'cut-at-emoji', 'no-tags'] as const;

/** Somebody at the store corrects what was added a while ago: its name, or its category. */
const corrections: Happening = {
  perHour: 60,
  run: ({ service, pick, random, clock }) => {
    const young = service.inserted().filter(({ at, by }) => by === 'request' && at > clock.elsewhere() - 600_000);
    if (young.length > 0) {
      const { id } = pick(young);
      service.correct(
        id,
        random() < 0.5
          ? { name: `Corrected ${Math.floor(random() * 1000)}` }
          : { categoryId: toInt64(1 + Math.floor(random() * 4))! },
      );
    }
  },
};
/** The network that loses an answer stays away for some minutes, so that nobody can look right after it. */
const awayAfterLoss: Happening = {
  perHour: 3600,
  run: ({ weather, clock, pick }) => {
    if (weather.isDown && !away.has(weather)) {
      away.add(weather);
      void clock.waitElsewhere(pick([30_000, 240_000, 900_000])).then(() => {
        weather.isDown = false;
        away.delete(weather);
      });
    }
  },
};
const away = new WeakSet<object>();
const lostAndAway = [
  { ...faults['insert-then-drop'], thenDown: true },
  { ...faults.drop, thenDown: true },
] as const;

export const peopleWorlds: readonly World[] = [
  {
    name: 'colleague with the same common names, one in 60 s',
    allows: ['lost'],
    commonNames: true,
    rate: 0.2,
    happenings: [sameNames(60)],
  },
  {
    name: 'colleague with the same common names, one in 10 s',
    allows: ['lost'],
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
  ...oddRewritings.flatMap((names): World[] => [
    { name: `odd names stored ${names}`, oddNames: true, manners: { names } },
    { name: `odd names stored ${names}, answers as sent`, oddNames: true, manners: { names, answersAsSent: true } },
  ]),
  { name: 'odd names kept', oddNames: true },
  // Of half of one's last animals both name and category are others then, as at another store: a person says that they know.
  {
    name: 'a desk that corrects',
    allows: ['doubled'],
    happenings: [corrections],
    prepare: (scene) => void (scene.isReallyChanged = true),
    whenAsked: 'confirms',
  },
  {
    name: 'a desk that corrects, and a network that stays away',
    allows: ['doubled'],
    faults: lostAndAway,
    happenings: [corrections, awayAfterLoss],
    prepare: (scene) => void (scene.isReallyChanged = true),
    whenAsked: 'confirms',
  },
  { name: 'a network that stays away after a loss', faults: lostAndAway, happenings: [awayAfterLoss] },
  {
    name: 'common names, a colleague, and a network that stays away after a loss',
    allows: ['lost'],
    commonNames: true,
    faults: lostAndAway,
    happenings: [sameNames(60), awayAfterLoss],
  },
];
