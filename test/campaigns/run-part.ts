/**
 * One part of a long campaign, for `npm run campaign`: `run-part.ts NAME COMMIT FIRST FROM SECONDS` runs its cases from
 * number FROM on until so many seconds are over, one at least (and one alone where there are none), and prints what came of them as JSON. Without arguments
 * it prints the names of all campaigns.
 */
import type { Violation } from '../../tools/campaign/results.ts';
import { inMemory } from './parts/in-memory.ts';
import { onDisk } from './parts/on-disk.ts';

const campaigns = { ...inMemory, ...onDisk };
const [name, commit = '', first = '', from = '', seconds = ''] = process.argv.slice(2);
if (name === undefined) {
  console.log(JSON.stringify(Object.keys(campaigns)));
} else {
  const ends: (() => unknown)[] = [];
  const {
    goal,
    run,
    lanes = 1,
  } = await campaigns[name]!({
    commit,
    first: Number(first),
    scope: { teardown: (end) => ends.push(end) },
  });
  const until = performance.now() + Number(seconds) * 1000;
  const violations: Violation[] = [];
  const figures: Record<string, number> = {};
  let number = Number(from);
  do {
    const numbers = Array.from(
      { length: Math.min(until > performance.now() ? lanes : 1, goal - number) },
      (_, lane) => number + lane,
    );
    await Promise.all(
      numbers.map(async (each) => {
        const seed = Number(first) + each;
        // A case that cannot be judged is told of, and does not end the others.
        const result = await run(each, seed).catch((error: unknown) => ({
          findings: [`case ${each} could not be judged: ${String(error)}`],
          figures: {},
          again: `npm run campaign -- --only ${name}, case ${each}`,
        }));
        violations.push(...result.findings.map((what) => ({ seed, what, again: result.again })));
        for (const [figure, count] of Object.entries(result.figures)) {
          figures[figure] = (figures[figure] ?? 0) + count;
        }
      }),
    );
    number += numbers.length;
  } while (number < goal && performance.now() < until);
  for (const end of ends.toReversed()) {
    await end();
  }

  console.log(JSON.stringify({ done: number - Number(from), goal, figures, violations }));
  // What a simulated process left behind would keep this one.
  process.exit(0);
}
