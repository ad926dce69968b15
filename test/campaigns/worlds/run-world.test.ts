import test from 'ava';
import { createStore, ordinaryManners } from '../../helpers/fault-service/store.js';
import { runWorld } from './run-world.js';
import { worlds } from './worlds.js';

const plain = worlds.find(({ name }) => name === 'plain, one page')!;

test('a plain world ends with every animal on the store, whether or not one can be looked up by its id', async (t) => {
  for (const lookUps of ['work', 'removed'] as const) {
    const { lost, doubled, crossed, stuck, asked, lostAnswers, findings } = await runWorld(plain, 1, { lookUps });
    t.deepEqual(
      { lost: lost.certain, doubled: doubled.certain, crossed, stuck, asked, findings },
      { lost: 0, doubled: 0, crossed: 0, stuck: 0, asked: 0, findings: [] },
      lookUps,
    );
    t.true(lostAnswers > 0, 'A history in which nothing is lost tells nothing.');
  }
});

test('an animal that the store refuses every time is a person’s once a later one followed each attempt', async (t) => {
  const refused = worlds.find(({ name }) => name === 'an animal that is answered 409 each time')!;
  // A history in which the animal of the next morning leads to the last attempt, so that one more has to follow.
  t.is((await runWorld(refused, 62_486_101)).stuck, 0);
});

test('an index that is consistent per row only shows an animal that came later before one that came earlier', (t) => {
  let now = 0;
  const service = createStore(
    {
      ...ordinaryManners,
    },
    { now: () => now, imperfections: () => ({ slowRows: { share: 0.5, ms: 60_000 } }) },
  );
  const made = Array.from({ length: 20 }, (_, index) => service.insert({ name: `Pet ${index}`, categoryId: 1 }).id);
  const list = (): readonly string[] => {
    const page = service.page({ limit: 100 });
    return 'pets' in page ? page.pets.map(({ id }) => id) : [];
  };
  const shown = list();
  const missing = made.filter((id) => !shown.includes(id));
  t.true(missing.length > 0 && shown.some((id) => Number(id) > Number(missing[0])), shown.join());
  now = 60_000;
  t.deepEqual(list(), made);
});
