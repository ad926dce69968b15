import { spawnSync } from 'node:child_process';

export type CommandOptions = { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string };

/** How long a command takes from its start to its end, in milliseconds, with its output read through a pipe. */
export function runCommand(
  command: string,
  args: readonly string[],
  { env = {}, cwd }: CommandOptions = {},
): { readonly ms: number; readonly stdout: string } {
  const start = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 2 ** 28,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const ms = performance.now() - start;
  if (status !== 0) {
    throw new Error(
      `${[command, ...args].join(' ')} ended with ${String(status)}: ${error?.message ?? stderr.toString()}`,
    );
  }

  return { ms, stdout: stdout.toString() };
}

/** The same for this Node. */
export function runNode(
  args: readonly string[],
  options?: CommandOptions,
): { readonly ms: number; readonly stdout: string } {
  return runCommand(process.execPath, args, options);
}
