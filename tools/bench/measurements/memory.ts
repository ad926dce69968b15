import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { examplePets, newestName } from '../measure/example-pets.ts';
import { interleave } from '../measure/interleave.ts';
import { openPty } from '../measure/open-pty.ts';
import { peer } from '../measure/peer.ts';
import { residentMemory } from '../measure/process-facts.ts';
import { ratio, type Row } from '../measure/row.ts';
import { startService } from '../measure/start-service.ts';
import type { World } from '../measure/world.ts';

const settledMs = 2000;
/** By then everything is read, compared and saved. */
const readMs = 9000;
/**
 * Sixty moves, a filter kept, every sort there is, and back to the place that is remembered: all that makes data of its
 * own.
 */
const used = ['j'.repeat(60), '/shadow 12\r', 's', 's', 's', 's', 'G', '\u001B', 'gg'];

/**
 * Resident memory with 100 000 saved pets: as it was opened, after it was used, and after all of them were read from a
 * service again.
 */
export async function measureMemory(world: World): Promise<readonly Row[]> {
  const env = await world.saved(100_000);
  const service = await startService(world, writeSeed(world));
  const online = {
    PETSTORE_HOME: join(world.folder, 'memory'),
    PETSTORE_BASE_URL: service.baseUrl,
    PETSTORE_API_KEY: service.apiKey,
  };
  const { app, read, ink } = await interleave(
    {
      read: async () => {
        const program = openPty([world.program], online);
        await program.seen('live');
        await wait(readMs);
        const memory = residentMemory(program.pid);
        await program.close('q');
        return [memory];
      },
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
    // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for it, whatever its type says
  ).finally(() => service.stop());
  const hello = "Ink's hello-world, unbundled";
  return [
    ratio('resident memory, 100 000 saved pets, opened', hello, app[0], ink[0], 1.6, 'MiB'),
    ratio('the same after filtering and sorting them', hello, app[1], ink[0], 1.6, 'MiB'),
    ratio('the same after reading them all from a service', hello, read[0], ink[0], 1.6, 'MiB'),
  ];
}

/** A file of 100 000 animals for a service to begin with. */
function writeSeed({ folder }: World): string {
  const path = join(folder, 'seed.json');
  writeFileSync(
    path,
    JSON.stringify(
      examplePets(100_000).map(({ name, categoryId, status }) => ({ name, categoryId: Number(categoryId), status })),
    ),
  );
  return path;
}
