/**
 * `npm run bench:review`: how often a lost answer ends with a person, by condition; with the real engine, and network,
 * disk and clock in memory. No service honours keys here.
 *
 *     npm run bench:review -- [--answers=50] [--condition=REGEX] [--seed=1]
 *
 * Each condition goes on until so many answers were lost. *behind*: animals that wait for an identical one under
 * review. Exits with 1 where a goal is missed.
 */
import { parseArgs } from 'node:util';
import { conditions, type Condition } from '../test/campaigns/worlds/conditions.js';
import { runWorld } from '../test/campaigns/worlds/run-world.js';

const { values } = parseArgs({
  options: {
    answers: { type: 'string', default: '50' },
    condition: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
  },
});
const seed = Number(values.seed);
/** So that a condition in which nothing gets lost ends. */
const mostHistories = 500;

const widths = [60, 12, 6, 6, 8, 6, 15];
const toLine = (cells: readonly string[]): string =>
  `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;

async function measure(condition: Condition): Promise<boolean> {
  const totals = { lostAnswers: 0, reviews: 0, behind: 0, broken: 0 };
  for (let number = seed; totals.lostAnswers < Number(values.answers) && number < seed + mostHistories; number += 1) {
    const { lostAnswers, reviews, behind, lost, doubled, crossed } = await runWorld(condition, number);
    totals.lostAnswers += lostAnswers;
    totals.reviews += reviews;
    totals.behind += behind;
    totals.broken += lost.certain + doubled.certain + crossed;
  }

  const share = (100 * totals.reviews) / totals.lostAnswers;
  const isMet = condition.atMost === undefined || share <= condition.atMost;
  console.log(
    toLine([
      condition.name,
      String(totals.lostAnswers),
      String(totals.reviews),
      share.toFixed(0),
      condition.atMost === undefined ? '' : `<= ${condition.atMost}${isMet ? '' : ' MISSED'}`,
      String(totals.behind),
      String(totals.broken),
    ]),
  );
  return isMet;
}

console.log(`At least ${values.answers} lost answers each, seeds from ${seed} on\n`);
console.log(toLine(['condition', 'lost answers', 'review', '%', 'goal', 'behind', 'lost or doubled']));
console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
const met: boolean[] = [];
for (const condition of conditions.filter(({ name }) => new RegExp(values.condition, 'iu').test(name))) {
  met.push(await measure(condition));
}

process.exitCode = met.every(Boolean) ? 0 : 1;
