import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import type { ServeSettings } from '../../source/service/serve-settings.js';

export type ServeProcess = {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  /** Only where the key was just made. */
  readonly apiKey?: string;
  /** Resolves when it ends: its exit code, or null where a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
};

/** Starts the service in a process and waits for its readiness line. */
export async function startProcess(t: Pick<ExecutionContext, 'teardown'>, settings: Partial<ServeSettings>): Promise<ServeProcess> {
  const script = fileURLToPath(new URL('serve-process.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import=tsx', script, JSON.stringify(settings)], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  t.teardown(() => child.kill('SIGKILL'));
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));

  const lines = createInterface(child.stdout);
  const line = await Promise.race([once(lines, 'line').then(([text]) => text as string), ended.then((code) => Promise.reject(new Error(`ended with ${code} before it was ready: ${stderr}`)))]);
  return { child, ended, stderr: () => stderr, ...(JSON.parse(line) as { baseUrl: string }) };
}
