import { setTimeout as wait } from 'node:timers/promises';
import { newestName } from '../measure/example-pets.js';
import { interleave } from '../measure/interleave.js';
import { openPty } from '../measure/open-pty.js';
import { peer } from '../measure/peer.js';
import { residentMemory } from '../measure/process-facts.js';
import { ratio, type Row } from '../measure/row.js';
import type { World } from '../measure/world.js';

const settledMs = 2000;
/** Sixty moves, a filter kept, every sort there is, and back to the place that is remembered: all that makes data of its own. */
const used = ['j'.repeat(60), '/shadow 12\r', 's', 's', 's', 's', 'G', '\u001B', 'gg'];

/** Resident memory with 100 000 saved pets, as it was opened and after it was used. */
export async function measureMemory(world: World): Promise<readonly Row[]> {
  const env = await world.saved(100_000);
  const { app, ink } = await interleave(
    {
      app: async () => {
        const program = openPty([world.program], env);
        await program.seen(newestName);
        await wait(settledMs);
        const opened = residentMemory(program.pid);
        for (const keys of used) {
          await program.press(keys);
          await wait(300);
        }

        await wait(settledMs);
        const after = residentMemory(program.pid);
        await program.close('q');
        return [opened, after];
      },
      ink: async () => {
        const program = openPty([peer('ink-hello.js')]);
        await program.seen('Hello, world 20');
        await wait(settledMs);
        const memory = residentMemory(program.pid);
        await program.close();
        return [memory];
      },
    },
    Math.min(world.runs, 5),
  );
  const hello = "Ink's hello-world, unbundled";
  return [
    ratio('resident memory, 100 000 saved pets, opened', hello, app[0], ink[0], 1.6, 'MiB'),
    ratio('the same after filtering and sorting them', hello, app[1], ink[0], 1.6, 'MiB'),
  ];
}
