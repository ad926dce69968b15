/**
 * The built program on a real disk and network, while one of its system calls fails, each at each of its uses and in
 * five ways: nothing is lost or doubled, and a person reads a sentence. Each tier takes as many of them as it has time
 * for;
 * PETSTORE_SEED=n chooses others,
 * PETSTORE_CASES=n more, Infinity all (some hours).
 */
import test from 'ava';
import { createRandom } from '../../helpers/fault-service/seeded-random.js';
import { howMany, isLong, row, seed } from '../../helpers/tier.js';
import { errorsOf } from './calls.js';
import { deeds } from './deeds.js';
import { failCall, listUses } from './fail-call.js';
import { hasStrace } from './take-hold.js';

const lanes = 2;

for (const [what, deed] of Object.entries(deeds)) {
  (hasStrace ? test : test.skip)(
    `${what}: whichever system call fails, nothing is lost or doubled, and a sentence says what happened`,
    async (t) => {
      t.timeout(isLong ? 7_200_000 : 600_000);
      const uses = await listUses(t, deed);
      const random = createRandom(seed);
      const all = uses.flatMap((use) => errorsOf[use.on].map((error) => ({ use, error, order: random() })));
      const drawn = all.toSorted((a, b) => a.order - b.order);
      // Few as they may be, both kinds are among them where a deed makes use of both.
      const first = (['file', 'network'] as const).flatMap((on) => drawn.find(({ use }) => use.on === on) ?? []);
      const left = [...first, ...drawn.filter((each) => !first.includes(each))];
      const cases = Number(process.env['PETSTORE_CASES'] ?? howMany(2, 400));
      const findings: string[] = [];
      const tally = { tried: 0, reached: 0, reviews: 0, failed: 0 };
      const lane = async (): Promise<void> => {
        // A use is the nth of its call, and the app makes some fewer times when it is quick: on until one was reached.
        for (let next = left.shift(); next && (tally.tried < cases || tally.reached === 0); next = left.shift()) {
          tally.tried += 1;
          const result = await failCall(t, deed, next.use, next.error);
          findings.push(...result.findings);
          tally.reached += result.isReached ? 1 : 0;
          tally.reviews += result.reviews;
          tally.failed += result.code === 0 ? 0 : 1;
        }
      };
      await Promise.all(Array.from({ length: lanes }, lane));
      t.log(
        row(
          `a system call fails: ${what} (seed ${seed})`,
          `${new Set(uses.map(({ call }) => call)).size} calls, ${uses.length} uses`,
          `${tally.reached} failures of ${tally.tried}`,
          `${tally.failed} told`,
          `${tally.reviews} in review`,
          `${findings.length} findings`,
        ),
      );
      findings.forEach((finding) => t.log(finding));
      t.deepEqual(findings, []);
      t.true(tally.reached > 0);
    },
  );
}
