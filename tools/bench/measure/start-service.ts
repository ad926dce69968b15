import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { World } from './world.ts';

export type Service = { readonly baseUrl: string; readonly apiKey: string; stop(): Promise<void> };

/** The built service with the animals of a file, on a free port, with a database of its own. */
export async function startService(
  { program, folder }: Pick<World, 'program' | 'folder'>,
  seed = join(import.meta.dirname, '../../../data/demo-pets.json'),
): Promise<Service> {
  const child = spawn(
    process.execPath,
    [
      program,
      'serve',
      '--port',
      '0',
      '--json',
      '--rate-limit',
      '0',
      '--seed',
      seed,
      '--database',
      join(folder, `${randomUUID()}.sqlite`),
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { baseUrl, apiKey } = JSON.parse(line) as { baseUrl: string; apiKey: string };
  return {
    baseUrl,
    apiKey,
    stop: async () => {
      child.kill();
      await once(child, 'exit');
    },
  };
}
