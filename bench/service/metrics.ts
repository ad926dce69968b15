/**
 * What counting costs: lists a second with `--metrics-port` and without, one after the other, 31 times.
 *
 *     tsx bench/service/metrics.ts [--rounds 31] [--seconds 1]
 *
 * Needs a build, and the benchmarks' own packages.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median } from './compare.js';
import { measure } from './measure.js';
import { startPetstore } from './sides.js';
import { makeStore } from './stores.js';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '31' }, seconds: { type: 'string', default: '1' } },
});
const folder = await mkdtemp(path.join(tmpdir(), 'petstore-bench-'));
const { database, apiKey } = await makeStore(folder, 1000);
const without = await startPetstore('dist/cli.js', database, apiKey, 'without metrics');
// The same again, for what the machine does to two that are alike.
const again = await startPetstore('dist/cli.js', database, apiKey, 'without metrics, again');
const counted = await startPetstore('dist/cli.js', database, apiKey, 'with metrics', ['--metrics-port', '0']);
try {
  const rates = await measure([without, again, counted], {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    connections: 50,
  });
  const ratios = (side: number): readonly number[] =>
    rates.map((round) => round[side]!.perSecond / round[0]!.perSecond);
  const tell = (name: string, side: number): string => {
    const sorted = ratios(side).toSorted((a, b) => a - b);
    return `${name}: ${median(sorted).toFixed(3)} of one without (quarters ${sorted[Math.floor(sorted.length / 4)]!.toFixed(3)} to ${sorted[Math.floor((sorted.length * 3) / 4)]!.toFixed(3)})`;
  };
  console.log(`lists of 20 a second without metrics: ${Math.round(median(rates.map((round) => round[0]!.perSecond)))}`);
  console.log(tell('with metrics', 2));
  console.log(tell('without, again (the noise)', 1));
} finally {
  await Promise.all([without, again, counted].map(({ stop }) => stop()));
  await rm(folder, { recursive: true, force: true });
}
