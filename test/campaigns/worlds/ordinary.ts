/**
 * Ordinary days: an ordinary service without keys, oldest first, that links its pages; a person who types away, or is in
 * the field and enters an animal now and then; colleagues at the same store; one request in ten that is lost on its way,
 * or its answer. Each with the app open, and with commands alone.
 *
 * These judge how often, and how late, a person is asked (`tools/bench-worlds.ts`); the other worlds judge what is lost.
 */
import { petStatuses } from '../../../source/domain/pet.ts';
import type { Happening, World } from './world.ts';

/** What an ordinary day may ask about, of 100 lost answers, with the app open and with commands alone. */
export const mostAsked = { app: 5, commands: 10 } as const;
/** Where it may be more: a list that is cut, and one that `add` does not wait for. */
export const askedMore: ReadonlySet<string> = new Set(['G, app', 'G, commands', 'H, commands']);

/** Three colleagues, who enter so many an hour each. */
function colleagues(perHourEach: number): readonly Happening[] {
  return [
    {
      perHour: 3 * perHourEach,
      run: ({ service, pick, random, anyName }) => {
        const status = pick([undefined, ...petStatuses]);
        service.insert({
          name: anyName(),
          categoryId: 1 + Math.floor(random() * 4),
          ...(status === undefined ? {} : { status }),
        });
      },
    },
  ];
}

const typesAway = [2000, 180_000] as const;
const inTheField = [180_000, 600_000] as const;
const nowAndThen = [600_000, 3_600_000] as const;

const days: readonly (World & { readonly row: string })[] = [
  { row: 'A', name: 'types away, three colleagues', thinkMs: typesAway, happenings: colleagues(10) },
  {
    row: 'B',
    name: 'an animal every 3 to 10 minutes, three colleagues',
    thinkMs: inTheField,
    happenings: colleagues(10),
  },
  {
    row: 'C',
    name: 'an animal every 10 to 60 minutes, three colleagues',
    thinkMs: nowAndThen,
    happenings: colleagues(10),
  },
  {
    row: 'D',
    name: 'an animal every 10 to 60 minutes, three colleagues with little to do',
    thinkMs: nowAndThen,
    happenings: colleagues(2),
  },
  {
    row: 'E',
    name: 'an animal every 10 to 60 minutes, three colleagues, unique names',
    thinkMs: nowAndThen,
    shelterNames: 'unique',
    happenings: colleagues(10),
  },
  { row: 'F', name: 'an animal every 10 to 60 minutes, nobody else', thinkMs: nowAndThen },
].map(
  (day) => ({ shelterNames: 'repeated', known: 300, allows: ['lost'], ...day }) as World & { readonly row: string },
);

/** By the letter of the interface: a hundred rows, and no word of more. Where it cannot know it asks, and soon. */
const cutDays: readonly (World & { readonly row: string })[] = (['oldest-first', 'newest-first'] as const).map(
  (order) => ({
    row: 'G',
    name: `a list of 100 rows without Link, ${order.replace('-', ' ')}, three colleagues`,
    shelterNames: 'repeated',
    known: 300,
    allows: ['lost'],
    thinkMs: inTheField,
    happenings: colleagues(10),
    manners: { link: false, order },
  }),
);

/** A list of fifteen pages on a weak signal: it takes nine seconds. */
const slowDay: World & { readonly row: string } = {
  row: 'H',
  name: 'types away, three colleagues, 1 500 animals, 600 ms a page',
  shelterNames: 'repeated',
  known: 1500,
  pageMs: 600,
  allows: ['lost'],
  thinkMs: typesAway,
  happenings: colleagues(10),
};

/** One of the days, with the app open or with commands alone. */
export type OrdinaryDay = World & { readonly row: string; readonly habit: 'app' | 'commands' };

export const ordinaryDays: readonly OrdinaryDay[] = [...days, ...cutDays, slowDay].flatMap((day) =>
  (['app', 'commands'] as const).map((habit) => ({
    ...day,
    habit,
    name: `day ${day.row}, ${habit}: ${day.name}`,
  })),
);

/**
 * The seed with which a world is lived through, by the one that a person gives for all of them. The days draw from one
 * stream for a seed: without seeds of their own what happens on one happens on all.
 */
export function ownSeed(world: World, seed: number): number {
  const day = ordinaryDays.findIndex(({ name }) => name === world.name);
  return seed + 10_000 * Math.max(0, day);
}
