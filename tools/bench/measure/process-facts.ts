import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** A process's resident memory in MiB. */
export function residentMemory(pid: number): number {
  return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()) / 1024;
}

/**
 * How often the threads of a process have gone to sleep by themselves, which they do once for each time they woke;
 * undefined where no system tells.
 */
export function sleeps(pid: number): number | undefined {
  const tasks = `/proc/${pid}/task`;
  return existsSync(tasks)
    ? readdirSync(tasks)
        .map((task) =>
          Number(/^voluntary_ctxt_switches:\s*(\d+)/m.exec(readFileSync(`${tasks}/${task}/status`, 'utf8'))?.[1]),
        )
        .reduce((sum, each) => sum + each, 0)
    : undefined;
}
