/**
 * One part of a long campaign, for `npm run campaign`: `run-part.ts NAME FIRST FROM SECONDS` runs its cases from number
 * FROM on until so many seconds are over, and prints what came of them as JSON. Without arguments it prints the names of
 * all campaigns.
 */
import { runCases } from './parts/campaign.ts';
import { inMemory } from './parts/in-memory.ts';
import { onDisk } from './parts/on-disk.ts';

const campaigns = { ...inMemory, ...onDisk };
const [name, first = '', from = '', seconds = ''] = process.argv.slice(2);
if (name === undefined) {
  console.log(JSON.stringify(Object.keys(campaigns)));
} else {
  const ends: (() => unknown)[] = [];
  const campaign = await campaigns[name]!({
    first: Number(first),
    scope: { teardown: (end) => ends.push(end) },
  });
  const until = performance.now() + Number(seconds) * 1000;
  const isOver = (): boolean => performance.now() >= until;
  const part = await runCases(campaign, { name, first: Number(first), from: Number(from), isOver });
  for (const end of ends.toReversed()) {
    await end();
  }

  console.log(JSON.stringify(part));
  // What a simulated process left behind would keep this one.
  process.exit(0);
}
