/** Strangers' programs, as they are, in processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { until } from '../helpers/until.js';

const programs = {
  prism: '@stoplight/prism-cli/dist/index.js',
  dredd: 'dredd/bin/dredd',
  'openapi-typescript': 'openapi-typescript/bin/cli.js',
  portman: '@apideck/portman/bin/portman',
  'json-server': 'json-server/lib/cli/bin.js',
};

export type Tool = keyof typeof programs;

const pathOf = (tool: Tool): string => join(import.meta.dirname, 'node_modules', programs[tool]);

/** They are old, and warn of it; that is no finding. */
const nodeArguments = ['--no-deprecation', '--no-warnings'];

/** Runs one to its end. */
export async function runTool(
  tool: Tool,
  args: readonly string[],
  folder: string,
): Promise<{ readonly code: number | null; readonly text: string }> {
  const child = spawn(process.execPath, [...nodeArguments, pathOf(tool), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = gather(child);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, text: text() };
}

/** Starts one that listens, and waits until something answers there. */
export async function startTool(
  tool: Tool,
  args: readonly string[],
  url: string,
  folder: string,
): Promise<{ readonly text: () => string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [...nodeArguments, pathOf(tool), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = gather(child);
  await until(`${tool} answers`, async () => {
    if (child.exitCode !== null) {
      throw new Error(`${tool} ended: ${text()}`);
    }

    return await fetch(url).then(
      () => true,
      () => false,
    );
  });
  return {
    text,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

function gather(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  }

  // Colours are for people.
  return () => text.replaceAll(/\u001B\[[\d;]*[A-Za-z]/g, '');
}
