/** Animals that are there and not shown. */
import type { World } from './world.js';
import { settledPets } from './world.js';

export const hiddenWorlds: readonly World[] = [
  { name: 'sold hidden from the unfiltered list', nature: { hidden: { status: 'sold', from: 'unfiltered' } } },
  { name: 'sold hidden also by status', nature: { hidden: { status: 'sold', from: 'lists' } } },
  { name: 'sold hidden everywhere', nature: { hidden: { status: 'sold', from: 'everything' } } },
  ...[4, 60].map(
    (perHour): World => ({
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
    }),
  ),
  ...[4, 20].map(
    (perHour): World => ({
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
    }),
  ),
];
