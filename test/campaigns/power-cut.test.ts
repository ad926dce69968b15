/**
 * The power goes at every moment of a day's work: what was done on the disk is replayed up to there, without what was
 * never made durable, and the next start must recover, whatever of the rest the disk happens to hold.
 */
import test from 'ava';
import { createRandom } from '../helpers/fault-service/seeded-random.ts';
import { howMany, isLong, row, seed } from '../helpers/tier.ts';
import { leftovers, liveThroughDay, plainManners, recover } from './parts/cut-power.ts';

/**
 * From one moment at which the power goes to the next one, in operations; what is left over by the division changes
 * with the seed.
 */
const stride = howMany(12, 1);

for (const idempotency of ['ignored', 'honoured'] as const) {
  test(`a power cut at every ${stride === 1 ? '' : `${stride}th `}moment, with keys ${idempotency}: what was acknowledged is there, nothing is doubled`, async (t) => {
    t.timeout(isLong ? 3_600_000 : 600_000);
    const manners = plainManners(seed, idempotency);
    const broken: string[] = [];
    let states = 0;
    let operations = 0;
    for (let number = seed; number < seed + howMany(1, 12); number += 1) {
      const day = await liveThroughDay(manners, number);
      operations += day.operations.length;
      for (let cut = number % stride; cut <= day.operations.length; cut += stride) {
        for (const [what, choose] of leftovers) {
          states += 1;
          const findings = await recover(manners, day, cut, choose(createRandom(number * 100_000 + cut)));
          broken.push(
            ...findings.map((finding) => `PETSTORE_SEED=${number}, cut after ${cut} operations (${what}): ${finding}`),
          );
        }
      }
    }

    t.log(
      row(
        `power cut, keys ${idempotency} (seed ${seed})`,
        `${operations} operations`,
        `${states} states`,
        `${broken.length} not recovered`,
      ),
    );
    t.deepEqual(broken.slice(0, 10), []);
    t.true(states > 1000 / stride);
  });
}
