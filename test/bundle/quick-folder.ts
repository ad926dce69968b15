import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** All tests that run beside each other take a tenth of it. */
const roomNeeded = 2 ** 31;

/**
 * Where tests make their folders: in memory if there is room, as a file on a disk takes ten times the processor time to
 * make, lock, sync and remove, which was a fifth of all that the tests took. The long tier runs on the disk, and so does
 * whoever sets TMPDIR.
 */
export function findQuickFolder(variables: Readonly<Record<string, string | undefined>>): string {
  return variables['TMPDIR'] === undefined && variables['PETSTORE_LONG'] !== '1' && isOfUse() ? memory : tmpdir();
}

/** Some containers have 64 MiB there, and some systems run no programs from it. */
function isOfUse(): boolean {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === memory);
    const { bavail, bsize } = statfsSync(memory);
    return mount !== undefined && !/\b(?:noexec|ro)\b/.test(mount.split(' ')[3] ?? '') && bavail * bsize > roomNeeded;
  } catch {
    return false;
  }
}
