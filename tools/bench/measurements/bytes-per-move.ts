import { setTimeout as wait } from 'node:timers/promises';
import { newestName } from '../measure/example-pets.ts';
import { interleave } from '../measure/interleave.ts';
import { median, quantile } from '../measure/ratio-of-medians.ts';
import { openPty } from '../measure/open-pty.ts';
import type { Row } from '../measure/row.ts';
import type { World } from '../measure/world.ts';

/** Down past the edge of the page and further, and back again. */
const keys = [...Array<string>(60).fill('j'), ...Array<string>(60).fill('k')];
/** By then a key's frame is painted. */
const apartMs = 50;

/** What is written for a move of the cursor over 100 000 pets in 80x24: a slow link feels it. */
export async function measureBytesPerMove(world: World): Promise<readonly Row[]> {
  const env = await world.saved(100_000);
  const { app } = await interleave(
    {
      app: async () => {
        const program = openPty([world.program], env);
        await program.seen(newestName);
        await wait(1000);
        const written: number[] = [];
        for (const key of keys) {
          const before = program.written();
          await program.press(key);
          await wait(apartMs);
          written.push(program.written() - before);
        }

        await program.close('q');
        return [quantile(written, 0.5), quantile(written, 1)];
      },
    },
    Math.min(world.runs, 3),
  );
  const [usual = Number.NaN, most = Number.NaN] = app.map(median);
  return [
    {
      measured: 'cursor move, 100 000 pets, the list going on',
      against: 'bytes written, the most',
      value: most,
      atMost: 2600,
      detail: `${most}; usually ${usual}`,
    },
  ];
}
