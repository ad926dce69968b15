import { interleave } from '../measure/interleave.ts';
import { peer } from '../measure/peer.ts';
import { median } from '../measure/ratio-of-medians.ts';
import { ratio, type Row } from '../measure/row.ts';
import { runNode } from '../measure/run-command.ts';
import type { World } from '../measure/world.ts';

/** What it takes to discard, or to restore, 500 animals at once in the open app, each time in a folder of its own. */
export async function measureManyChanges(world: World): Promise<readonly Row[]> {
  const { changed } = await interleave(
    { changed: () => JSON.parse(runNode([peer('many-changes.ts')]).stdout) as number[] },
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
