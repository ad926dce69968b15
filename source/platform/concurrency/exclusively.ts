/**
 * The one way to change a document that several petstores read, change and write: one after the other.
 *
 * Each writes the whole document, so a write of data that was read before another change takes that acknowledged change
 * back. A kernel lock beside the document (`NAME.lock`) makes reading, changing and writing one step. Readers need no
 * lock, because a document is replaced whole. A process that is killed in between leaves the old document or the new
 * one, and no lock.
 */
import type { Clock } from '../time/clock.js';
import type { FileSystem } from '../files/file-system.js';
import { takeKernelLock } from './kernel-lock.js';
import { takeInTime } from './turns.js';

/** How long a change waits for others: theirs take a few milliseconds each. */
const patience = { waitMs: 10_000, tryMs: 5 };
/** For a wait that holds up the whole program. */
const patienceSyncMs = 2000;

/**
 * Does work that reads, changes and writes the document at `path`, alone. Throws an errno: EDEADLK where another
 * petstore does not let go of it (it was suspended just then). The document's folder must be there.
 */
export async function exclusively<T>(
  fileSystem: FileSystem,
  clock: Clock,
  path: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await takeInTime(clock, () => fileSystem.lock(lockOf(path)), patience);
  if (!lock) {
    throw busy(path);
  }

  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** The same within one call, on the real disk. */
export function exclusivelySync<T>(path: string, work: () => T): T {
  const lock = takeKernelLock(lockOf(path), { waitMs: patienceSyncMs });
  if (!lock) {
    throw busy(path);
  }

  try {
    return work();
  } finally {
    lock.release();
  }
}

function lockOf(path: string): string {
  return `${path}.lock`;
}

function busy(path: string): Error {
  return Object.assign(new Error(`EDEADLK: another petstore is changing ${path}`), { code: 'EDEADLK' });
}
