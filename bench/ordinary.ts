/**
 * `npm run bench:ordinary`: what becomes of lost answers on ordinary days (`test/campaigns/worlds/ordinary.ts`); with the
 * real engine, and network, disk and clock in memory.
 *
 *     npm run bench:ordinary -- [--answers=300] [--day=REGEX] [--seed=1] [--jobs=1]
 *
 * Each day goes on until so many answers were lost. *asked*: lost answers that ended with a question, and their share;
 * *sent again*: what the program found absent by itself; *seconds*: from the loss until it was settled or asked about:
 * the median, what nine in ten need at most, and the longest; *requests*: for each animal. Exits with 1 where more than
 * `mostAsked` was asked about on the first six days, or anything was lost, doubled or crossed that no world allows.
 */
import { parseArgs } from 'node:util';
import { mostAsked, type OrdinaryDay, ordinaryDays } from '../test/campaigns/worlds/ordinary.js';
import { runWorld, type WorldResult } from '../test/campaigns/worlds/run-world.js';
import { handOut, serveOrders, sum, toHead, toLine } from './measure/workers.js';

const { values } = parseArgs({
  options: {
    answers: { type: 'string', default: '300' },
    day: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: '1' },
    worker: { type: 'boolean', default: false },
  },
});

type Order = { readonly name: string; readonly answers: number; readonly seed: number };
type Done = { readonly name: string; readonly results: readonly WorldResult[] };

async function live({ name, answers, seed }: Order): Promise<Done> {
  const day = ordinaryDays.find((each) => each.name === name)!;
  const results: WorldResult[] = [];
  for (let lost = 0; lost < answers; lost += results.at(-1)!.lostAnswers) {
    results.push(await runWorld(day, seed + results.length));
  }

  return { name, results };
}

const titles = [
  'day',
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
/** Prints a day, and resolves to whether it is as it should be. */
function tell({ name, results }: Done): boolean {
  const day = ordinaryDays.find((each) => each.name === name) as OrdinaryDay;
  const lostAnswers = sum(results, (result) => result.lostAnswers);
  const reviews = sum(results, (result) => result.reviews + result.asked);
  const share = (100 * reviews) / lostAnswers;
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
  for (const [index, { findings, lost: each, doubled: other }] of results.entries()) {
    if (each.certain + other.certain > 0) {
      console.log(`    seed ${Number(values.seed) + index}: ${findings.join('; ')}`);
    }
  }

  const isAsked = day.row !== 'G' && share > mostAsked[day.habit];
  return !isAsked && doubled + crossed + stuck === 0 && (lost === 0 || day.allows?.includes('lost') === true);
}

if (values.worker) {
  serveOrders((order) => live(order as Order));
} else {
  const chosen = ordinaryDays.filter(({ name }) => new RegExp(values.day, 'iu').test(name));
  console.log(`At least ${values.answers} lost answers each, seeds from ${values.seed} on\n`);
  console.log(toHead(widths, titles));
  const orders = chosen.map(({ name }): Order => ({
    name,
    answers: Number(values.answers),
    seed: Number(values.seed),
  }));
  const met: boolean[] = [];
  await handOut(import.meta.filename, orders, Number(values.jobs), (done) => met.push(tell(done as Done)));
  process.exitCode = met.every(Boolean) ? 0 : 1;
}
