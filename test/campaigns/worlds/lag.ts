/** Lists, and look-ups, that show what was some time ago. */
import { settleMs, type World } from './world.ts';

export const lagWorlds: readonly World[] = [
  ...[0.5, 1.5, 3].map((settles): World => ({
    name: `list lags ${settles} settle times`,
    imperfections: () => ({ lagMs: settles * settleMs }),
  })),
  ...[0.5, 1.5, 3].map((settles): World => ({
    name: `list lags ${settles} settle times, an empty store and a person in a hurry`,
    known: 0,
    thinkMs: [2000, 60_000],
    imperfections: () => ({ lagMs: settles * settleMs }),
  })),
  ...[0.5, 1.5].map((settles): World => ({
    name: `list and look-ups lag ${settles} settle times`,
    imperfections: () => ({ lagMs: settles * settleMs, lookUpsLag: true }),
  })),
  // What shows an animal that came later need not show this one: nothing that is read proves that it is not there.
  {
    name: 'an index that is consistent per row only: one row in four comes 5 settle times late',
    allows: ['doubled'],
    imperfections: () => ({ slowRows: { share: 0.25, ms: 5 * settleMs } }),
  },
  {
    name: 'list lags 2 s to 4 settle times, another lag every few minutes',
    happenings: [
      {
        perHour: 20,
        run: (scene) => (scene.imperfections = { lagMs: scene.pick([2000, 10_000, 30_000, 90_000, 240_000]) }),
      },
    ],
  },
];
