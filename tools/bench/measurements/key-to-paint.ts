import { setTimeout as wait } from 'node:timers/promises';
import { interleave, type Contender } from '../measure/interleave.ts';
import { quantile } from '../measure/ratio-of-medians.ts';
import { newestName } from '../measure/example-pets.ts';
import { openPty, type Pty } from '../measure/open-pty.ts';
import { peer } from '../measure/peer.ts';
import { ratio, type Row } from '../measure/row.ts';
import type { World } from '../measure/world.ts';

const keys = 40;
/** A key that comes later than this finds the frame before it painted: Ink paints 30 times a second. */
const apartMs = 50;

/** From a key's bytes to the first byte of what it paints: the cursor moves down the list. */
export async function measureKeyToPaint(world: World): Promise<readonly Row[]> {
  const moved =
    (open: () => Pty, ready: string, quit?: string): Contender =>
    async () => {
      const program = open();
      await program.seen(ready);
      // What follows the first rows, such as the state of the connection, must not be taken for the answer to a key.
      await wait(1000);
      const taken: number[] = [];
      for (let key = 0; key < keys; key += 1) {
        taken.push(await program.press(key % 20 < 10 ? 'j' : 'k'));
        await wait(apartMs);
      }

      await program.close(quit);
      return [quantile(taken, 0.95)];
    };

  const env = await world.saved(100_000);
  const { app, list } = await interleave(
    {
      app: moved(() => openPty([world.program], env), newestName, 'q'),
      list: moved(() => openPty([peer('ink-list.js')]), 'row 24'),
    },
    world.runs,
  );
  return [ratio('key to paint p95, 100 000 pets', 'a 24-row Ink list without data', app[0], list[0], 1.5)];
}
