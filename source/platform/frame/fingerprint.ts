/**
 * Files as they were at one moment, so that somebody else can tell whether they still are.
 *
 * A file that is changed, replaced or put back has another inode, size or time of change (ctime), which no program can
 * set. Two changes of one file within one tick of the system's clock have the same times. So a fingerprint counts only
 * once the file is older than that (`isSettled`), and only on file systems that keep more than whole seconds.
 */
import { readdirSync, statSync } from 'node:fs';

/**
 * A path and how it was. `there`: only whether it exists, and its identity; its content does not matter. `names`: of a
 * folder with passing files that do not matter: those that exist.
 */
export type Fingerprint = readonly [path: string, how: 'whole' | 'there' | 'names', as: string];

/** How a path is now; an empty text if it is missing. Throws an errno if that cannot be told. */
export function lookAt(path: string, how: Fingerprint[1]): string {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) {
    return '';
  }

  switch (how) {
    case 'there':
      return String(stats.ino);
    case 'names':
      return stats.isDirectory() ? `${stats.ino}/${readdirSync(path).sort().join('/')}` : String(stats.ino);
    case 'whole':
      return `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
  }
}

/** Whether a path is as it was. */
export function isAsBefore([path, how, as]: Fingerprint): boolean {
  try {
    return lookAt(path, how) === as;
  } catch {
    return false;
  }
}

/** The longest tick of a system's clock, with as much again, in nanoseconds. */
const ticksNs = 25_000_000n;
const secondNs = 1_000_000_000n;

/**
 * Whether every later change of a path will show. It was last changed before `begun`, a time of a file that was made
 * just before the look, and its times are not of whole seconds.
 */
export function isSettled([, how, as]: Fingerprint, begun: bigint): boolean {
  if (how !== 'whole' || as === '') {
    return true;
  }

  const [, , modified = 0n, changed = 0n] = as.split(' ').map(BigInt);
  return [modified, changed].every((at) => at + ticksNs < begun && at % secondNs !== 0n);
}

const hows: readonly string[] = ['whole', 'there', 'names'] satisfies readonly Fingerprint[1][];

/** Whether something that was read is a fingerprint. */
export function isFingerprint(read: unknown): read is Fingerprint {
  return (
    Array.isArray(read) &&
    read.length === 3 &&
    read.every((part) => typeof part === 'string') &&
    hows.includes(read[1] as string)
  );
}
