/**
 * A real process on a real disk is killed at each of its steps in turn, with a third of all posts going wrong; the next
 * process finishes the work, and the service's own record tells whether anything was lost or doubled.
 */
import { join } from 'node:path';
import test from 'ava';
import { startFaultProcess } from '../helpers/fault-service/fault-process.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { howMany, isLong, row, seed } from '../helpers/tier.ts';
import { liveAndDie } from './kill/live-and-die.ts';

// Each lane has a service of its own, and a whole life that counts the steps.
const lanes = howMany(1, 3);

for (const idempotency of ['ignored', 'honoured'] as const) {
  test(`killed at ${isLong ? 'every step' : 'steps from first to last'}, with keys ${idempotency}: nothing lost, nothing doubled`, async (t) => {
    t.timeout(isLong ? 7_200_000 : 600_000);
    const base = temporaryFolder(t);
    const tally = { kills: 0, runs: 0, animals: 0, review: 0, steps: 0 };
    const broken: string[] = [];
    const wanted = howMany(5, 300);

    const lane = async (number: number): Promise<void> => {
      const service = await startFaultProcess({ idempotency, announced: idempotency === 'honoured' });
      t.teardown(() => service.kill());
      const whole = await liveAndDie(service, join(base, `count-${number}`), { killAt: 0, seed });
      tally.steps = Math.max(tally.steps, whole.steps);
      // Lanes take every step in turn; where there are fewer kills than steps, evenly spread ones.
      for (let run = number; tally.kills < wanted; run += lanes) {
        const spread = Math.max(whole.steps / wanted, 1);
        const killAt = 1 + (Math.floor(run * spread) % whole.steps);
        const result = await liveAndDie(service, join(base, `run-${run}`), { killAt, seed: seed + run });
        tally.runs += 1;
        tally.kills += result.isKilled ? 1 : 0;
        tally.animals += result.animals;
        tally.review += result.review;
        broken.push(
          ...result.findings.map((finding) => `PETSTORE_SEED=${seed} run ${run}, killed at step ${killAt}: ${finding}`),
        );
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));

    t.log(
      row(
        `killed at every durable step, keys ${idempotency} (seed ${seed})`,
        `${tally.kills} kills over ${tally.steps} steps`,
        `${tally.animals} animals`,
        `${tally.review} in review`,
        `${broken.length} lost or doubled`,
      ),
    );
    t.deepEqual(broken, []);
    t.true(tally.kills >= wanted && tally.animals > wanted);
  });
}
