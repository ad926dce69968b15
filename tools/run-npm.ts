import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Runs npm with a certain Node, whichever Node the npm on the path would choose. */
export function runNpm(node: string, args: readonly string[], env: NodeJS.ProcessEnv): string {
  return execFileSync(node, [findNpm(), ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 300_000,
  });
}

function findNpm(): string {
  const given = process.env['npm_execpath'];
  if (given !== undefined && given.endsWith('.js')) {
    return given;
  }

  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = folders.map((folder) => join(folder, 'npm')).find((path) => existsSync(path));
  if (found === undefined) {
    throw new Error('there is no npm on the path');
  }

  return realpathSync(found);
}
