/** Campaigns with processes, a disk and a network that are real. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createFaultService } from '../../helpers/fault-service/fault-service.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { liveAndDie } from '../kill/live-and-die.ts';
import type { OpenCampaign } from './campaign.ts';

/** Three hundred kills with either way of keys, at every step in turn; five, spread over the steps. */
const kills: OpenCampaign = async ({ scope, first, isQuick = false }) => {
  const base = temporaryFolder(scope);
  const lanes = await Promise.all(
    (['ignored', 'honoured'] as const).map(async (idempotency) => {
      const service = await createFaultService({ idempotency });
      scope.teardown(() => service.stop());
      const whole = await liveAndDie(service, join(base, `count-${idempotency}`), { killAt: 0, seed: first });
      return { idempotency, service, steps: whole.steps };
    }),
  );
  return {
    goal: isQuick ? 10 : 600,
    // One with either way of keys, which has a service of its own.
    lanes: 2,
    async run(number, seed) {
      const { idempotency, service, steps } = lanes[number % 2]!;
      const turn = Math.floor(number / 2);
      const killAt = 1 + (isQuick ? Math.floor((turn * steps) / 5) : turn % steps);
      const result = await liveAndDie(service, join(base, `run-${number}`), { killAt, seed });
      return {
        findings: result.findings.map((finding) => `keys ${idempotency}, killed at step ${killAt}: ${finding}`),
        figures: { kills: result.isKilled ? 1 : 0, animals: result.animals, inReview: result.review },
        again: `npm run campaign -- --only kills --case ${number}`,
      };
    },
  };
};

/** Tests whose long tier is one case each. */
const longTests: OpenCampaign = () => {
  const files = ['every-file-operation-fails', 'random-kills'];
  return {
    goal: files.length,
    async run(number, seed) {
      const path = `test/campaigns/${files[number]!}.test.ts`;
      const { status, stdout } = spawnSync('npx', ['ava', '--timeout=80m', path], {
        encoding: 'utf8',
        env: { ...process.env, PETSTORE_LONG: '1', PETSTORE_SEED: String(seed) },
      });
      return await Promise.resolve({
        findings: status === 0 ? [] : [stdout.slice(-2000)],
        figures: { tests: stdout.match(/^ {2}✔ /gm)?.length ?? 0 },
        again: `PETSTORE_LONG=1 PETSTORE_SEED=${seed} npx ava ${path}`,
      });
    },
  };
};

/** By name. */
export const onDisk: Readonly<Record<string, OpenCampaign>> = {
  kills,
  'long-tests': longTests,
};
