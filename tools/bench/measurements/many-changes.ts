import { interleave } from '../measure/interleave.js';
import { peer } from '../measure/peer.js';
import { median } from '../measure/ratio-of-medians.js';
import { ratio, type Row } from '../measure/row.js';
import { runNode } from '../measure/run-command.js';
import type { World } from '../measure/world.js';

/** What it takes to discard, or to restore, 500 animals at once in the open app, each time in a folder of its own. */
export async function measureManyChanges(world: World): Promise<readonly Row[]> {
  const { changed } = await interleave(
    { changed: () => JSON.parse(runNode(['--import=tsx', peer('many-changes.ts')]).stdout) as number[] },
    world.runs,
  );
  const [imported, slower, longest = []] = changed;
  const wait = median(longest);
  return [
    ratio('500 animals discarded or restored at once', 'importing as many', slower, imported, 1.5),
    {
      measured: 'the longest that a key waits meanwhile',
      against: 'ms',
      value: wait,
      atMost: 250,
      detail: `${wait.toFixed(0)} ms`,
    },
  ];
}
