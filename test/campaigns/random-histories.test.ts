/**
 * Random histories of people, networks, services, crashes and clocks, by the thousand, each decided by a seed: with
 * ordinary services; with such as fall short of what one would like, and queues that are put back; with such as offer
 * change links and validators. PETSTORE_SEED=n makes the n-th the first.
 */
import test from 'ava';
import { type HistoryResult, isBroken, runHistory } from './simulation/history.ts';
import { howMany, isLong, row, seed } from '../helpers/tier.ts';

for (const [what, options, few, many] of [
  ['ordinary services', {}, 40, 10_000],
  ['imperfect services', { imperfect: true }, 40, 10_000],
  ['every way of reading', { ways: true }, 10, 5000],
  ['every way of reading, imperfect services', { imperfect: true, ways: true }, 10, 5000],
] as const) {
  test(`${what}: no random history loses, doubles, crosses or pretends anything, or leaves something stuck`, async (t) => {
    t.timeout(isLong ? 3_600_000 : 600_000);
    const histories = howMany(few, many);
    const broken: string[] = [];
    const tally = { animals: 0, kills: 0, review: 0, undecidable: 0, allowed: 0 };
    for (let number = seed; number < seed + histories; number += 1) {
      const result = await runHistory(number, options);
      const { verdict, states } = result;
      tally.animals += result.animals;
      tally.kills += result.kills;
      tally.review += states['review'] ?? 0;
      tally.undecidable += verdict.lost.possible + verdict.doubled.possible;
      if (isBroken(result)) {
        broken.push(describe(number, result));
      } else {
        tally.allowed += verdict.lost.certain + verdict.doubled.certain;
      }
    }

    t.log(
      row(
        `random histories, ${what} (seed ${seed})`,
        `${histories} histories, ${tally.kills} kills`,
        `${tally.animals} animals`,
        `${tally.review} in review`,
        `${broken.length} violations`,
        `${tally.undecidable} undecidable, ${tally.allowed} that nobody can help`,
      ),
    );
    t.deepEqual(broken, []);
    // A campaign in which nothing happens proves nothing.
    t.true(tally.animals > histories && tally.kills > 0 && tally.review > 0);
  });
}

function describe(number: number, { verdict, problems, imperfections }: HistoryResult): string {
  return `PETSTORE_SEED=${number} ${imperfections.join(' + ')}: ${[...verdict.findings, ...problems].join('; ')}`;
}
