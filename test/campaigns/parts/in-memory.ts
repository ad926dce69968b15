/** Campaigns whose network, disk and clock are in memory. */
import { createRandom } from '../../helpers/fault-service/seeded-random.ts';
import { ordinaryManners } from '../../helpers/fault-service/store.ts';
import { type HistoryResult, isBroken, runHistory } from '../simulation/history.ts';
import { ownSeed } from '../worlds/ordinary.ts';
import { runWorld } from '../worlds/run-world.ts';
import { worlds } from '../worlds/worlds.ts';
import type { CaseResult, OpenCampaign } from './campaign.ts';
import { leftovers, liveThroughDay, recover } from './cut-power.ts';

const tenThousand = 10_000;

function toCase(result: HistoryResult, again: string): CaseResult {
  const { verdict, problems, states, animals, kills, imperfections } = result;
  return {
    findings: isBroken(result)
      ? [
          [...(imperfections.length > 0 ? [imperfections.join(' + ')] : []), ...verdict.findings, ...problems].join(
            '; ',
          ),
        ]
      : [],
    figures: {
      animals,
      kills,
      inReview: states['review'] ?? 0,
      nobodyCanHelp: isBroken(result) ? 0 : verdict.lost.certain + verdict.doubled.certain,
    },
    again,
  };
}

const histories =
  (few: number, optionsOf: (seed: number) => NonNullable<Parameters<typeof runHistory>[1]>): OpenCampaign =>
  ({ isQuick = false }) => ({
    goal: isQuick ? few : tenThousand,
    run: async (_, seed) =>
      toCase(await runHistory(seed, optionsOf(seed)), `PETSTORE_SEED=${seed} npx ava test/campaigns/campaigns.test.ts`),
  });

/** A pattern, for `--world`, that only this name meets: what means something in a pattern, or to a shell, is any character. */
function patternOf(name: string): string {
  return `^${name.replaceAll(/[^\p{L}\p{N} ,:-]/gu, '.')}$`;
}

/** Twenty histories of every world, world by world in turn: one takes ten times as long as a plain history. */
const everyWorld: OpenCampaign = ({ first }) => ({
  goal: 20 * worlds.length,
  async run(number) {
    const world = worlds[number % worlds.length]!;
    const seed = first + Math.floor(number / worlds.length);
    const { lost, doubled, crossed, stuck, findings, animals, lostAnswers, reviews, asked } = await runWorld(
      world,
      ownSeed(world, seed),
    );
    const { allows = [] } = world;
    const broken = [
      ...(lost.certain > 0 && !allows.includes('lost') ? [`${lost.certain} lost`] : []),
      ...(doubled.certain > 0 && !allows.includes('doubled') ? [`${doubled.certain} doubled`] : []),
      ...(crossed > 0 ? [`${crossed} crossed`] : []),
      ...(stuck > 0 ? [`${stuck} stuck`] : []),
    ];
    return {
      findings: broken.length > 0 ? [[world.name, ...broken, ...findings].join('; ')] : [],
      figures: {
        animals,
        lostAnswers,
        inReview: reviews,
        questions: asked,
        nobodyCanHelp: broken.length > 0 ? 0 : lost.certain + doubled.certain,
      },
      again: `node tools/bench-worlds.ts --world='${patternOf(world.name)}' --seed=${seed} --histories=1`,
    };
  },
});

/** Each of twelve days with either way of keys, cut at every moment; one day at every twelfth. */
const cuts: OpenCampaign = ({ first, isQuick = false }) => ({
  goal: isQuick ? 2 : 24,
  async run(number) {
    const seed = first + Math.floor(number / 2);
    const idempotency = number % 2 === 0 ? 'ignored' : 'honoured';
    const manners = { ...ordinaryManners, seed, idempotency } as const;
    const day = await liveThroughDay(manners, seed);
    const findings: string[] = [];
    let states = 0;
    const stride = isQuick ? 12 : 1;
    // What is left over by the division changes with the seed.
    for (let cut = seed % stride; cut <= day.operations.length; cut += stride) {
      for (const [what, choose] of leftovers) {
        states += 1;
        const found = await recover(manners, day, cut, choose(createRandom(seed * 100_000 + cut)));
        findings.push(...found.map((finding) => `cut after ${cut} operations (${what}): ${finding}`));
      }
    }

    return {
      findings,
      figures: { operations: day.operations.length, statesAfterACut: states },
      again: `npm run campaign -- --only power-cuts --case ${number}`,
    };
  },
});

/** By name. */
export const inMemory: Readonly<Record<string, OpenCampaign>> = {
  histories: histories(40, () => ({})),
  imperfect: histories(40, () => ({ imperfect: true })),
  ways: histories(20, (seed) => ({ imperfect: seed % 2 === 1, ways: true })),
  worlds: everyWorld,
  'power-cuts': cuts,
};
