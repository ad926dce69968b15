/**
 * A real process on a real disk is killed at each of its steps in turn, with a third of all posts going wrong; the next
 * process finishes the work, and the service's own record tells whether anything was lost or doubled.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { isClean } from '../helpers/checker/checker.js';
import { type FaultProcess, startFaultProcess } from '../helpers/fault-service/fault-process.js';
import type { FaultName } from '../helpers/fault-service/faults.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import type { Orders, Said } from './kill/drive.js';
import { judge } from './kill/judge.js';
import { finishHere, startDriver } from './kill/run-driver.js';
import { howMany, isLong, row, seed } from '../helpers/tier.js';

const faults: readonly FaultName[] = [
  'drop',
  'insert-then-drop',
  '500',
  'insert-then-500',
  '503',
  'truncated',
  'empty-201',
  'insert-then-html',
  '504-then-insert',
  '429',
  'late-answer',
];
// Each lane has a service of its own, and a whole life that counts the steps.
const lanes = howMany(1, 3);

for (const idempotency of ['ignored', 'honoured'] as const) {
  test(`killed at ${isLong ? 'every step' : 'steps from first to last'}, with keys ${idempotency}: nothing lost, nothing doubled`, async (t) => {
    t.timeout(isLong ? 7_200_000 : 600_000);
    const base = temporaryFolder(t);
    const tally = { kills: 0, runs: 0, animals: 0, review: 0, steps: 0 };
    const broken: string[] = [];
    const wanted = howMany(8, 600);

    const lane = async (number: number): Promise<void> => {
      const service = await startFaultProcess({ idempotency, announced: idempotency === 'honoured' });
      t.teardown(() => service.kill());
      const whole = await runOnce(t, service, join(base, `count-${number}`), { killAt: 0, seed });
      tally.steps = Math.max(tally.steps, whole.steps);
      // Lanes take every step in turn; where there are fewer kills than steps, evenly spread ones.
      for (let run = number; tally.kills < wanted; run += lanes) {
        const spread = Math.max(whole.steps / wanted, 1);
        const killAt = 1 + (Math.floor(run * spread) % whole.steps);
        const result = await runOnce(t, service, join(base, `run-${run}`), { killAt, seed: seed + run });
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

/** One life that is killed, one that finishes. */
async function runOnce(
  t: ExecutionContext,
  service: FaultProcess,
  folder: string,
  { killAt, seed: own }: { killAt: number; seed: number },
) {
  mkdirSync(folder);
  await service.call('reset');
  await service.call('setChaos', { rate: 0.3, faults, seed: own, ms: 20 });
  const names = (what: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, number) => `${folder} ${what} ${number}`);
  const orders: Orders = {
    baseUrl: service.baseUrl,
    apiKey: service.apiKey,
    folder,
    settleMs: 100,
    killAt,
    add: names('added', 1),
    importAll: names('imported', 2),
    then: 'send',
  };
  const first = startDriver(orders);
  const isKilled = await first.ended;
  const second = await finishHere(orders);

  const inserts = (await service.call('inserted')).filter(({ body }) =>
    body.includes(JSON.stringify(`${folder} `).slice(1, -1)),
  );
  const verdict = judge([first.said], second, inserts);
  const entries = second.flatMap((line) => ('entries' in line ? line.entries : []));
  const imported = entries.filter(({ name }) => name.includes(' imported ')).length;
  const stuck = entries
    .filter(({ state }) => state !== 'created' && state !== 'review')
    .map(({ localId, state }) => `${localId} is stuck in ${state}`);
  rmSync(folder, { recursive: true });
  return {
    isKilled,
    steps: first.said.flatMap((line: Said) => ('steps' in line ? [line.steps] : []))[0] ?? 0,
    animals: inserts.length,
    review: entries.filter(({ state }) => state === 'review').length,
    findings: [
      ...(isClean(verdict) ? [] : verdict.findings),
      ...stuck,
      ...(imported === 1 ? ['half of an import is there'] : []),
    ],
  };
}
