/** The built program as processes: what a person, a script or a cron job would run. Needs `npm run build` first. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { ExecutionContext } from 'ava';

/** The entry point that `npm run build` makes. */
export const programPath = resolve(import.meta.dirname, '../../dist/cli.js');

export type ProgramResult = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type ProgramOptions = { readonly env?: Readonly<Record<string, string | undefined>>; readonly input?: string };

/**
 * The environment of a fresh account: nothing of the person who runs the tests, but what Node compiled of the program
 * for other tests. A test that is about the program's own cache gives `NODE_COMPILE_CACHE: undefined`.
 */
export function programEnvironment(
  home: string,
  more: Readonly<Record<string, string | undefined>> = {},
): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    HOME: home,
    PETSTORE_HOME: home,
    ...more,
  };
}

/** Runs one command to its end. */
export async function runProgram(
  home: string,
  args: readonly string[],
  { env = {}, input = '' }: ProgramOptions = {},
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [programPath, ...args], { env: programEnvironment(home, env), stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // A program that ends before it read all its input is no failure of the test.
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** Runs a command with `--json` and reads its one object. Ids beyond 2^53 should be compared in `stdout`. */
export async function runJson(
  home: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult & { readonly json: Record<string, unknown> }> {
  const result = await runProgram(home, [...args, '--json'], options);
  return { ...result, json: JSON.parse(result.stdout) as Record<string, unknown> };
}

export type ServiceProcess = {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly port: number;
  readonly apiKey: string | undefined;
  stop(): Promise<void>;
};

/** Starts `petstore serve` and waits until it says that it is ready. */
export async function startServiceProcess(
  t: ExecutionContext,
  home: string,
  args: readonly string[] = [],
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [programPath, 'serve', '--json', '--port', '0', ...args], {
    env: programEnvironment(home),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  };
  t.teardown(stop);
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += chunk as string;
    if (text.includes('\n')) {
      break;
    }
  }

  const { baseUrl, apiKey } = JSON.parse(text) as { baseUrl: string; apiKey?: string };
  return { child, baseUrl, port: Number(new URL(baseUrl).port), apiKey, stop };
}
