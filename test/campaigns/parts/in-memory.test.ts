import { spawnSync } from 'node:child_process';
import test from 'ava';
import { ordinaryDays } from '../worlds/ordinary.ts';
import { worlds } from '../worlds/worlds.ts';
import { inMemory, patternOf } from './in-memory.ts';
import { runWorld } from '../worlds/run-world.ts';

test('the line that a case of the worlds prints lives through the same history again', async (t) => {
  // Not the first of the days: each has seeds of its own.
  const number = worlds.findIndex(({ name }) => name === ordinaryDays[10]?.name);
  const campaign = await inMemory['worlds']!({ first: 7, scope: t });
  const { figures, again } = await campaign.run(number, 7 + number);
  // It ends with 1 where one history alone is asked about more often than a day may be.
  const { stdout } = spawnSync('sh', ['-c', again], { encoding: 'utf8' });
  const [, lostAnswers, asked] = /^\| day [^|]+\| (\d+) +\| (\d+) /mu.exec(stdout) ?? [];
  t.true((figures['lostAnswers'] ?? 0) > 0, 'a history in which nothing is lost tells nothing');
  t.deepEqual(
    [lostAnswers, asked],
    [figures['lostAnswers'], (figures['inReview'] ?? 0) + (figures['questions'] ?? 0)].map(String),
  );
});

test('the pattern of that line is met by its world alone', (t) => {
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
