/**
 * What becomes of lost answers on ordinary days (`test/campaigns/worlds/ordinary.ts`), or in any other world; with the
 * real engine, and network, disk and clock in memory.
 *
 *     node tools/bench-worlds.ts [--world=REGEX] [--answers=300] [--histories=N] [--seed=1] [--jobs=1]
 *
 * Each world goes on until so many answers were lost, or for so many histories. *asked*: lost answers that ended with a
 * question, and their share; *sent again*: what the program found absent by itself; *seconds*: from the loss until it
 * was settled or asked about: the median, what nine in ten need at most, and the longest; *requests*: for each animal.
 * Exits with 1 where more than `mostAsked` was asked about on an ordinary day, or anything was lost, doubled or crossed
 * that the world does not allow.
 */
import { parseArgs } from 'node:util';
import { askedMore, mostAsked, ordinaryDays, ownSeed } from '../test/campaigns/worlds/ordinary.ts';
import { runWorld, type WorldResult } from '../test/campaigns/worlds/run-world.ts';
import { worlds } from '../test/campaigns/worlds/worlds.ts';
import { handOut, serveOrders, sum, toHead, toLine } from './bench/measure/workers.ts';

const { values } = parseArgs({
  options: {
    world: { type: 'string' },
    answers: { type: 'string', default: '300' },
    histories: { type: 'string' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    worker: { type: 'boolean', default: false },
  },
});

type Order = { readonly name: string; readonly answers: number; readonly histories: number; readonly seed: number };
type Done = { readonly name: string; readonly results: readonly WorldResult[] };

async function live({ name, answers, histories, seed }: Order): Promise<Done> {
  const world = worlds.find((each) => each.name === name)!;
  const results: WorldResult[] = [];
  for (let lost = 0; lost < answers && results.length < histories; lost += results.at(-1)!.lostAnswers) {
    results.push(await runWorld(world, seed + results.length));
  }

  return { name, results };
}

const titles = [
  'world',
  'lost answers',
  'asked',
  '%',
  'sent again',
  'lost/doubled/crossed',
  'stuck',
  'seconds',
  'requests',
];
const widths = [82, 12, 5, 4, 10, 20, 5, 15, 8];
/** Prints a world, and resolves to whether it is as it should be. */
function tell({ name, results }: Done): boolean {
  const lostAnswers = sum(results, (result) => result.lostAnswers);
  const reviews = sum(results, (result) => result.reviews + result.asked);
  const share = lostAnswers === 0 ? 0 : (100 * reviews) / lostAnswers;
  const seconds = results.flatMap(({ settledAfter }) => settledAfter).toSorted((a, b) => a - b);
  const at = (part: number): string => (seconds[Math.floor((seconds.length - 1) * part)] ?? 0).toFixed(0);
  const [lost, doubled, crossed, stuck] = [
    sum(results, (result) => result.lost.certain),
    sum(results, (result) => result.doubled.certain),
    sum(results, (result) => result.crossed),
    sum(results, (result) => result.stuck),
  ];
  console.log(
    toLine(widths, [
      name,
      String(lostAnswers),
      String(reviews),
      share.toFixed(1),
      String(sum(results, (result) => result.sentAgain)),
      `${lost}/${doubled}/${crossed}`,
      String(stuck),
      `${at(0.5)}, ${at(0.9)}, ${at(1)}`,
      (sum(results, (result) => result.requests) / sum(results, (result) => result.animals)).toFixed(1),
    ]),
  );
  for (const [index, { findings, lost: each, doubled: other, crossed: others, stuck: left }] of results.entries()) {
    if (each.certain + other.certain + others + left > 0) {
      console.log(`    seed ${Number(values.seed) + index}: ${[...findings, `${left} stuck`].join('; ')}`);
    }
  }

  const day = ordinaryDays.find((each) => each.name === name);
  const isAsked = day !== undefined && !askedMore.has(`${day.row}, ${day.habit}`) && share > mostAsked[day.habit];
  const { allows = [] } = worlds.find((each) => each.name === name)!;
  const isWithin = (count: number, what: (typeof allows)[number]): boolean => count === 0 || allows.includes(what);
  return !isAsked && crossed + stuck === 0 && isWithin(lost, 'lost') && isWithin(doubled, 'doubled');
}

if (values.worker) {
  serveOrders((order) => live(order as Order));
} else {
  const pattern = values.world;
  const chosen =
    pattern === undefined ? ordinaryDays : worlds.filter(({ name }) => new RegExp(pattern, 'iu').test(name));
  console.log(toHead(widths, titles));
  const orders = chosen.map((world): Order => ({
    name: world.name,
    answers: values.histories === undefined ? Number(values.answers) : Number.MAX_SAFE_INTEGER,
    histories: Number(values.histories ?? Number.MAX_SAFE_INTEGER),
    seed: ownSeed(world, Number(values.seed)),
  }));
  const met: boolean[] = [];
  await handOut(import.meta.filename, orders, Number(values.jobs), (done) => met.push(tell(done as Done)));
  process.exitCode = met.every(Boolean) ? 0 : 1;
}
