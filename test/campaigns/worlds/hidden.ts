/** Animals that are there and not shown. */
import { settledPets, type World } from './world.ts';

/** Before any sold one was confirmed, and with time enough for an absence to be believed. */
const soldIsLostFirst: Partial<World> = {
  first: ['insert-then-drop'],
  firstStatus: 'sold',
  thinkMs: [150_000, 600_000],
};

export const hiddenWorlds: readonly World[] = [
  { name: 'sold hidden from the unfiltered list', nature: { hidden: { status: 'sold', from: 'unfiltered' } } },
  { name: 'sold hidden also by status', nature: { hidden: { status: 'sold', from: 'lists' } } },
  {
    name: 'sold hidden from the unfiltered list, first answer lost',
    ...soldIsLostFirst,
    nature: { hidden: { status: 'sold', from: 'unfiltered' } },
  },
  {
    name: 'sold hidden also by status, first answer lost',
    ...soldIsLostFirst,
    nature: { hidden: { status: 'sold', from: 'lists' } },
  },
  { name: 'sold hidden everywhere', allows: ['doubled'], nature: { hidden: { status: 'sold', from: 'everything' } } },
  ...[4, 60].map((perHour): World => ({
    name: `old animals fall out of the list, ${perHour} an hour`,
    known: 80,
    happenings: [
      {
        perHour,
        run: (scene) => {
          const [oldest] = settledPets(scene);
          if (oldest) {
            scene.service.unlist(oldest.id);
          }
        },
      },
    ],
  })),
  ...[4, 20].map((perHour): World => ({
    name: `an operator removes ${perHour} an hour`,
    happenings: [
      {
        perHour,
        run: (scene) => {
          const pets = settledPets(scene);
          if (pets.length > 0) {
            scene.service.remove(scene.pick(pets).id);
          }
        },
      },
    ],
  })),
];
