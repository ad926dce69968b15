/**
 * Random histories of people, networks, services, crashes and clocks, by the thousand, each decided by a seed.
 * PETSTORE_SEED=n makes the n-th the first.
 */
import test from 'ava';
import { type HistoryResult, isBroken, runHistory } from './simulation/history.js';
import { howMany, isLong, row, seed } from '../helpers/tier.js';

test('no random history loses, doubles or pretends anything, or leaves something stuck', async (t) => {
  t.timeout(isLong ? 3_600_000 : 600_000);
  const histories = howMany(40, 10_000);
  const broken: string[] = [];
  let animals = 0;
  let kills = 0;
  let review = 0;
  let undecidable = 0;
  for (let number = seed; number < seed + histories; number += 1) {
    const result = await runHistory(number);
    animals += result.animals;
    kills += result.kills;
    review += result.states['review'] ?? 0;
    undecidable += result.verdict.lost.possible + result.verdict.doubled.possible;
    if (isBroken(result)) {
      broken.push(describe(number, result));
    }
  }

  t.log(
    row(
      `random wire histories (seed ${seed})`,
      `${histories} histories, ${kills} kills`,
      `${animals} animals`,
      `${review} in review`,
      `${broken.length} violations`,
      `${undecidable} undecidable`,
    ),
  );
  t.deepEqual(broken, []);
  // A campaign in which nothing happens proves nothing.
  t.true(animals > histories && kills > histories && review > 0);
});

function describe(number: number, { verdict, problems }: HistoryResult): string {
  return `PETSTORE_SEED=${number}: ${[...verdict.findings, ...problems].join('; ')}`;
}
