import { interleave } from '../measure/interleave.ts';
import { ratio, type Row } from '../measure/row.ts';
import { runNode } from '../measure/run-command.ts';
import { peer } from '../measure/peer.ts';
import type { World } from '../measure/world.ts';

/** What a letter more in the filter costs over 100 000 pets, each time in a process that has just started. */
export async function measureFilterKey(world: World): Promise<readonly Row[]> {
  const { typed } = await interleave(
    { typed: () => JSON.parse(runNode([peer('filter-keys.ts')]).stdout) as number[] },
    world.runs,
  );
  const [key, pass, first, folding] = typed;
  return [
    ratio('a filter key, 100 000 pets', 'one includes pass over the same strings', key, pass, 3),
    ratio('the first filter key, which folds them', 'folding the same strings', first, folding, 3),
  ];
}
