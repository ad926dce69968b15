/**
 * The built program under strace. Node's own start is left alone: the program stops before its first line (`hold.cjs`),
 * strace takes hold of one of its threads, counts from there, and lets it go on.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../helpers/until.ts';
import { tracedCalls, type Thread, type Use } from './calls.ts';

/** Whether there is a strace that may take hold of a process here. */
export const hasStrace =
  process.platform === 'linux' &&
  spawnSync('strace', ['-o', '/dev/null', '-e', 'inject=close:error=EIO:when=60000', 'true'], { timeout: 10_000 })
    .status === 0;

/**
 * What the program needs in its environment to be taken hold of. What it compiles it keeps itself, so that these uses
 * can fail as well.
 */
export const heldEnvironment = {
  NODE_OPTIONS: `--require=${join(import.meta.dirname, 'hold.cjs')}`,
  UV_THREADPOOL_SIZE: '1',
  UV_USE_IO_URING: '0',
  NODE_COMPILE_CACHE: undefined,
};

export type Hold = {
  /** What one thread does is written to this file. */
  readonly log: string;
  readonly thread: Thread;
  /** The use that fails, and how. Absent: none does. */
  readonly failing?: { readonly use: Use; readonly error: string };
};

/**
 * Takes hold of a program that was started with `heldEnvironment`, and lets it go on. Resolves to strace, which ends
 * with it.
 */
export async function takeHold(pid: number, { log, thread, failing }: Hold): Promise<ChildProcess> {
  await until(
    'the program stops before its first line',
    () => /^\d+ \(.*\) T/.test(readFileSync(`/proc/${pid}/stat`, 'utf8')) && threadsOf(pid).has('pool'),
  );
  // To write down each call takes a quarter of a case's time, and only the failing one is read again.
  const traced = failing ? failing.use.call : tracedCalls.join();
  const inject = failing ? ['-e', `inject=${failing.use.call}:error=${failing.error}:when=${failing.use.nth}`] : [];
  const strace = spawn(
    'strace',
    ['-yy', '-s', '300', '-o', log, '-e', `trace=${traced}`, ...inject, '-p', String(threadsOf(pid).get(thread))],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  strace.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await until('strace has taken hold', () => {
    if (strace.exitCode !== null) {
      throw new Error(`strace ended: ${said}`);
    }

    return said.includes('attached');
  });
  process.kill(pid, 'SIGCONT');
  return strace;
}

/** Waits until strace has written all. */
export async function ended(strace: ChildProcess): Promise<void> {
  if (strace.exitCode === null && strace.signalCode === null) {
    await once(strace, 'exit');
  }
}

function threadsOf(pid: number): ReadonlyMap<Thread, number> {
  const names = readdirSync(`/proc/${pid}/task`).map(
    (id) => [readFileSync(`/proc/${pid}/task/${id}/comm`, 'utf8').trim(), Number(id)] as const,
  );
  const pool = names.find(([name]) => name.startsWith('libuv-worker'));
  return new Map<Thread, number>([['main', pid], ...(pool ? [['pool', pool[1]] as const] : [])]);
}
