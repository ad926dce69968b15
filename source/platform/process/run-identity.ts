import { randomUUID } from 'node:crypto';
import type { Clock } from '../time/clock.js';
import { hasCode } from '../files/errno.js';

/** One run of a program on this machine, told apart from every other. */
export type RunIdentity = ReturnType<typeof createRunIdentity>;

/** Starts that lie closer together are taken for one: the calendar clock may have been set meanwhile. */
const sameStartMs = 10 * 60_000;

/**
 * The identity of this run: its process, when the machine was started, and something random.
 *
 * The number of a process that ended is given to another one in time, at once after a restart of the machine, which the
 * time of the start tells apart. A program that got the number otherwise lets a run that is over look as if it went on.
 */
export function createRunIdentity(clock: Clock) {
  const startedAt = clock.now() - clock.uptime();
  const another = (): string => `${process.pid}.${Math.round(startedAt)}.${randomUUID().slice(0, 8)}`;
  let id: string | undefined;
  return {
    // Random numbers load OpenSSL's half of Node, for which no first frame waits.
    get id(): string {
      return (id ??= another());
    },
    /** One more id of this run, which it may itself take for one that is over. */
    another,
    /** Whether the run that has this id is over. Any other id belongs to a program that is not running any more. */
    hasEnded(other: string): boolean {
      const [, pid, start] = /^(\d+)\.(\d+)\.[\da-f]+$/.exec(other) ?? [];
      if (other === id) {
        return false;
      }

      // This process is one run only: the number was another's before.
      return (
        pid === undefined ||
        Number(pid) === process.pid ||
        Math.abs(Number(start) - startedAt) > sameStartMs ||
        !isRunning(Number(pid))
      );
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, and belongs to another person.
    return hasCode(error, 'EPERM');
  }
}
