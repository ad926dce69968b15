import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { ExecutionContext } from 'ava';
import { programPath } from '../helpers/program.ts';
import { scriptArguments } from '../helpers/script.ts';
import type { ServeSettings } from '../../source/service/commands/serve-settings.ts';

export type ServeProcess = {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  /** Only where the key was just made. */
  readonly apiKey?: string;
  /** Only where metrics were asked for. */
  readonly metricsUrl?: string;
  /** Resolves when it ends: its exit code, or null where a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
};

/** Starts the service in a process and waits for its readiness line. */
export function startProcess(
  t: Pick<ExecutionContext, 'teardown'>,
  settings: Partial<ServeSettings>,
): Promise<ServeProcess> {
  return start(t, [...scriptArguments('test/service/serve.process.ts'), JSON.stringify(settings)]);
}

/** Starts `petstore serve` as it is built (`npm run build`), on a database. */
export function startBuilt(t: Pick<ExecutionContext, 'teardown'>, database: string): Promise<ServeProcess> {
  return startProgram(t, ['serve', '--port', '0', '--json', '--database', database]);
}

/** Starts the built program with arguments that make it a service which says where it is. */
export function startProgram(
  t: Pick<ExecutionContext, 'teardown'>,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ServeProcess> {
  return start(t, [programPath, ...args], env);
}

async function start(
  t: Pick<ExecutionContext, 'teardown'>,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ServeProcess> {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], env });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  t.teardown(() => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));

  const lines = createInterface(child.stdout);
  const line = await Promise.race([
    once(lines, 'line').then(([text]) => text as string),
    ended.then((code) => Promise.reject(new Error(`ended with ${code} before it was ready: ${stderr}`))),
  ]);
  return { child, ended, stderr: () => stderr, ...(JSON.parse(line) as { baseUrl: string }) };
}
