import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';

/** One of the servers that are held against each other: a process of its own, with the requests that are sent to it. */
export type Side = {
  readonly name: string;
  readonly pid: number;
  /** Every request of a run, in turn. */
  readonly load: Load;
  /** The database on PostgreSQL that it works on, if it is one. */
  readonly database?: string;
  readonly stop: () => Promise<void>;
};

export type Load = {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Paths to take in turn, in place of the address's own. */
  readonly paths?: readonly string[];
  /** A number from 1 to this, at random, for each `*` in a path: more of them than the service keeps in memory. */
  readonly upTo?: number;
};

/** A child process and the first line it wrote, which says where it listens. */
export type Started = { readonly line: string; readonly pid: number; readonly stop: () => Promise<void> };

/**
 * Starts a Node program on the two cores that all sides share, and waits for its first line.
 *
 * @param log the file that takes its stderr
 */
export async function startNode(args: readonly string[], log = '/dev/null'): Promise<Started> {
  const [command = '', ...rest] = onTwoCores([process.execPath, ...args]);
  const stderr = openSync(log, 'a');
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', stderr] });
  closeSync(stderr);
  const ended = once(child, 'exit');
  const first = once(createInterface(child.stdout!), 'line') as Promise<[string]>;
  const line = await Promise.race([
    first.then(([text]) => text),
    ended.then(() => Promise.reject(new Error(`${args.join(' ')} ended before it was ready`))),
  ]);
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  return { line, pid: child.pid ?? 0, stop };
}

/** A machine with more cores would let the load generator run beside the server and not against it. */
function onTwoCores(command: readonly string[]): readonly string[] {
  return process.platform === 'linux' && availableParallelism() > 2
    ? ['taskset', '--cpu-list', '0,1', ...command]
    : command;
}
