/** Campaigns with processes, a disk and a network that are real. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createRandom } from '../../helpers/fault-service/seeded-random.ts';
import { startFaultProcess } from '../kill/fault-process.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { liveAndDie } from '../kill/live-and-die.ts';
import { errorsOf, type Use, worthFailing } from '../system-calls/calls.ts';
import { deeds } from '../system-calls/deeds.ts';
import { failCall, listUses } from '../system-calls/fail-call.ts';
import { hasStrace } from '../system-calls/take-hold.ts';
import type { OpenCampaign } from './campaign.ts';

/** Three hundred kills with either way of keys, at every step in turn; five, spread over the steps. */
const kills: OpenCampaign = async ({ scope, first, isQuick = false }) => {
  const base = temporaryFolder(scope);
  const lanes = await Promise.all(
    (['ignored', 'honoured'] as const).map(async (idempotency) => {
      const service = await startFaultProcess({ idempotency, announced: idempotency === 'honoured' });
      scope.teardown(() => service.kill());
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

type SystemCase = { readonly deed: string; readonly use: Use; readonly error: string };

/** Each call fails in so many ways a commit, drawn from all: with each commit in others. */
const waysEach = 2;

/** Which there are is found once for a commit, so that each has its number whatever the timing of a later run. */
const systemCalls: OpenCampaign = async ({ scope, commit, first }) => {
  const folder = resolve('node_modules/.cache/petstore-campaign');
  const file = join(folder, `system-calls-${commit}.json`);
  let cases: readonly SystemCase[];
  try {
    cases = JSON.parse(readFileSync(file, 'utf8')) as readonly SystemCase[];
  } catch {
    const random = createRandom(first);
    const shuffle = <T>(items: readonly T[]): readonly T[] =>
      items
        .map((each) => ({ each, order: random() }))
        .toSorted((a, b) => a.order - b.order)
        .map(({ each }) => each);
    const found: SystemCase[] = [];
    for (const [deed, each] of Object.entries(deeds)) {
      for (const use of worthFailing(await listUses(scope, each), random)) {
        const errors = shuffle<string>(errorsOf[use.on]).slice(0, waysEach);
        found.push(...errors.map((error) => ({ deed, use, error })));
      }
    }

    // In any order, so that whatever was done when it was cut is spread over all of them.
    cases = shuffle(found);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, JSON.stringify(cases));
  }

  return {
    goal: cases.length,
    lanes: 3,
    async run(number) {
      const { deed, use, error } = cases[number]!;
      const { findings, isReached, reviews, code } = await failCall(scope, deeds[deed]!, use, error);
      return {
        findings: findings.map((finding) => `${deed}: ${finding}`),
        figures: { failures: isReached ? 1 : 0, told: code === 0 ? 0 : 1, inReview: reviews },
        again: `npm run campaign -- --only system-calls --case ${number}`,
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

/** What this machine lacks for some of them, by name. */
export const lacking: Readonly<Record<string, string>> = hasStrace ? {} : { 'system-calls': 'strace' };

/** By name. */
export const onDisk: Readonly<Record<string, OpenCampaign>> = {
  kills,
  'system-calls': systemCalls,
  'long-tests': longTests,
};
