import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'petstore-run-';
/** All tests that run beside each other take a tenth of it. */
const roomNeeded = 2 ** 31;
/** No run takes that long, in milliseconds: whoever left it was killed. */
const longest = 3 * 60 * 60_000;

/**
 * Where the tests of a run make their folders: in memory if there is room, as a file on a disk takes ten times the
 * processor time to make, lock, sync and remove, which was a fifth of all that the tests took. The long tier runs on the
 * disk, and so does whoever sets TMPDIR. What a test leaves there goes with the run.
 */
export function findQuickFolder(variables: Readonly<Record<string, string | undefined>>): string {
  if (variables['TMPDIR'] !== undefined || variables['PETSTORE_LONG'] === '1' || !isOfUse()) {
    return tmpdir();
  }

  for (const path of readdirSync(memory).map((name) => join(memory, name))) {
    const left = path.startsWith(join(memory, prefix)) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    if (left && Date.now() - left.mtimeMs > longest) {
      try {
        rmSync(path, { recursive: true, force: true });
      } catch {
        // A file system that a test mounted there is left as well: that is no reason to run no test.
      }
    }
  }

  const folder = mkdtempSync(join(memory, prefix));
  // As the system's own is: servers of the tests run as somebody else.
  chmodSync(folder, 0o1777);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Some containers have 64 MiB there, and some systems run no programs from it. */
function isOfUse(): boolean {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
    const [, , , options = 'ro'] = mounts.find((line) => line.split(' ')[1] === memory)?.split(' ') ?? [];
    const { bavail, bsize } = statfsSync(memory);
    return !options.split(',').some((each) => each === 'noexec' || each === 'ro') && bavail * bsize > roomNeeded;
  } catch {
    return false;
  }
}
