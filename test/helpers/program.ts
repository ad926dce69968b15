/** The built program as processes: what a person, a script or a cron job would run. Needs `npm run build` first. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
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

/** No command of a test takes that long on a busy machine, in milliseconds: one that goes on is ended, without a code. */
const longestMs = 200_000;

/** Runs one command to its end. */
export async function runProgram(
  home: string,
  args: readonly string[],
  { env = {}, input = '' }: ProgramOptions = {},
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [programPath, ...args], {
    env: programEnvironment(home, env),
    stdio: 'pipe',
    timeout: longestMs,
    killSignal: 'SIGKILL',
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  // A program that ends before it read all its input is no failure of the test.
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

/** Runs a command with `--json`, as `run` runs it, and reads its one object. Ids beyond 2^53: compare `stdout`. */
export const withJson =
  (run: typeof runProgram) =>
  async (
    home: string,
    args: readonly string[],
    options?: ProgramOptions,
  ): Promise<ProgramResult & { readonly json: Record<string, unknown> }> => {
    const result = await run(home, [...args, '--json'], options);
    return { ...result, json: JSON.parse(result.stdout) as Record<string, unknown> };
  };

/** The same in a process of the built program. */
export const runJson = withJson(runProgram);

export type ServiceProcess = {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly port: number;
  /** Only where the key was just made. */
  readonly apiKey?: string;
  /** Only where metrics were asked for. */
  readonly metricsUrl?: string;
  /** Resolves when it ends: its exit code, or null where a signal ended it. */
  readonly ended: Promise<number | null>;
  readonly stderr: () => string;
  /** Asks it to end, and waits for that. */
  readonly stop: () => Promise<unknown>;
};

/** Starts a script of Node's that is a service, and waits for its first line, which says where it is. */
export async function startServing(
  t: Pick<ExecutionContext, 'teardown'>,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, args, { stdio: 'pipe', env });
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  t.teardown(() => {
    child.kill('SIGKILL');
    return ended;
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const line = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([text]) => text as string),
    ended.then((code) => Promise.reject(new Error(`ended with ${code} before it was ready: ${stderr}`))),
  ]);
  const said = JSON.parse(line) as Pick<ServiceProcess, 'baseUrl' | 'apiKey' | 'metricsUrl'>;
  const stop = (): Promise<unknown> => {
    child.kill('SIGTERM');
    return ended;
  };
  return { child, ended, stderr: () => stderr, stop, port: Number(new URL(said.baseUrl).port), ...said };
}

/** Starts `petstore serve` of the built program. */
export const startServiceProcess = (
  t: ExecutionContext,
  home: string,
  args: readonly string[] = [],
): Promise<ServiceProcess> =>
  startServing(t, [programPath, 'serve', '--json', '--port', '0', ...args], programEnvironment(home));
