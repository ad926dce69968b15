import test from 'ava';
import { worlds } from '../worlds/worlds.ts';
import { runWorld } from '../worlds/run-world.ts';

const plain = worlds.find(({ name }) => name === 'plain, one page')!;

test('a plain world ends with every animal on the store', async (t) => {
  const { lost, doubled, crossed, stuck, asked, lostAnswers, findings } = await runWorld(plain, 1);
  t.deepEqual(
    { lost: lost.certain, doubled: doubled.certain, crossed, stuck, asked, findings },
    { lost: 0, doubled: 0, crossed: 0, stuck: 0, asked: 0, findings: [] },
  );
  t.true(lostAnswers > 0, 'A history in which nothing is lost tells nothing.');
});
