/**
 * Random histories with services that offer change links and validators: by whatever way the list is brought up to date,
 * nothing is lost, doubled or pretended. PETSTORE_SEED=n makes the n-th the first.
 */
import test from 'ava';
import { type HistoryResult, isBroken, runHistory } from './simulation/history.js';
import { howMany, isLong, row, seed } from '../helpers/tier.js';

for (const imperfect of [false, true]) {
  test(`no way of reading loses, doubles or pretends anything${imperfect ? ', also with imperfect services' : ''}`, async (t) => {
    t.timeout(isLong ? 3_600_000 : 600_000);
    const histories = howMany(10, 5000);
    const broken: string[] = [];
    let animals = 0;
    let review = 0;
    for (let number = seed; number < seed + histories; number += 1) {
      const result = await runHistory(number, { imperfect, ways: true });
      animals += result.animals;
      review += result.states['review'] ?? 0;
      if (isBroken(result)) {
        broken.push(describe(number, result));
      }
    }

    t.log(
      row(
        `ways of reading${imperfect ? ', imperfect services' : ''} (seed ${seed})`,
        `${histories} histories`,
        `${animals} animals`,
        `${review} in review`,
        `${broken.length} violations`,
      ),
    );
    t.deepEqual(broken, []);
    t.true(animals > histories);
  });
}

function describe(number: number, { verdict, problems, imperfections }: HistoryResult): string {
  return `PETSTORE_SEED=${number} ${imperfections.join(' + ')}: ${[...verdict.findings, ...problems].join('; ')}`;
}

test('a list whose pages come from two replicas proves no absence', async (t) => {
  const result = await runHistory(143_097_541, { imperfect: true, ways: true });
  t.false(isBroken(result), describe(143_097_541, result));
});
