import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { World } from './world.js';

export type Service = { readonly baseUrl: string; readonly apiKey: string; stop(): Promise<void> };

/** On a free port, without a limit: a number and not 0, which older commits that are measured do not know. */
export const serveWords = ['serve', '--port', '0', '--json', '--rate-limit', '999999999'] as const;

/** The built service with the animals of a file, on a free port, with a database of its own. */
export async function startService(
  { program, folder }: Pick<World, 'program' | 'folder'>,
  seed = join(import.meta.dirname, '../../../data/demo-pets.json'),
): Promise<Service> {
  const child = spawn(
    process.execPath,
    [program, ...serveWords, '--seed', seed, '--database', join(folder, `${randomUUID()}.sqlite`)],
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
