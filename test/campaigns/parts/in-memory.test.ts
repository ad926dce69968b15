import test from 'ava';
import { worlds } from '../worlds/worlds.ts';
import { patternOf } from './in-memory.ts';
import { runWorld } from '../worlds/run-world.ts';

test('the pattern in the line that repeats a case of the worlds is met by its world alone', (t) => {
  for (const { name } of worlds) {
    const pattern = new RegExp(patternOf(name), 'iu');
    t.deepEqual(
      worlds.filter((each) => pattern.test(each.name)).map((each) => each.name),
      [name],
    );
  }
});

const plain = worlds.find(({ name }) => name === 'plain, one page')!;

test('a plain world ends with every animal on the store', async (t) => {
  const { lost, doubled, crossed, stuck, asked, lostAnswers, findings } = await runWorld(plain, 1);
  t.deepEqual(
    { lost: lost.certain, doubled: doubled.certain, crossed, stuck, asked, findings },
    { lost: 0, doubled: 0, crossed: 0, stuck: 0, asked: 0, findings: [] },
  );
  t.true(lostAnswers > 0, 'A history in which nothing is lost tells nothing.');
});
