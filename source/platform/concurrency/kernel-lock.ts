/**
 * Locks that the kernel keeps: an exclusive transaction on an SQLite file that never holds anything.
 *
 * The kernel frees such a lock the moment its process dies, also by SIGKILL, and it is held across containers that
 * share the folder. So a lock is never stale and never taken over: taking over lock files or pid files can give two
 * owners, and a reused pid no owner.
 */
import { randomUUID } from 'node:crypto';
import { accessSync, constants, lstatSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { temporaryPrefix } from '../files/paths.ts';
import type { Clock } from '../time/clock.ts';
import { openSqliteSync, sqliteCodeOf } from './open-sqlite.ts';
import { takeInTime } from './turns.ts';

/** Held until it is released, or the process ends. */
export type KernelLock = { release(): void };

/** The file of a lock is no database, or a folder. It is left as it is: whoever moved it away could free a lock. */
export class DamagedLock extends Error {
  override readonly name = 'DamagedLock';

  readonly path: string;

  constructor(path: string) {
    super(`${path} is damaged. It holds nothing: remove it while no petstore runs`);
    this.path = path;
  }
}

/**
 * Takes the lock, or returns undefined if it is held elsewhere. The call waits `waitMs` for it; the program stands
 * still meanwhile. Throws a `DamagedLock`, ENOLCK if its file system locks no files, and an error of SQLite if the
 * folder cannot be written.
 */
export function takeKernelLock(path: string, { waitMs = 0 } = {}): KernelLock | undefined {
  const opened = openAndAsk(path, 'BEGIN EXCLUSIVE', waitMs);
  if (opened === 'held') {
    return undefined;
  }

  lockable.add(dirname(path));
  return { release: () => opened.close() };
}

/**
 * Whether somebody holds the lock. Leaves the lock as it is, and no file. For as long as SQLite takes to look, some
 * microseconds, it cannot be taken; a taker should wait for that long. Throws as `takeKernelLock`.
 */
export function isKernelLockHeld(path: string): boolean {
  if (!lstatSync(path, { throwIfNoEntry: false })) {
    return false;
  }

  const opened = openAndAsk(path, 'SELECT count(*) FROM sqlite_schema', 0, true);
  if (opened === 'held') {
    return true;
  }

  opened.close();
  return false;
}

/** Folders in which a lock was had: their file systems have locks. */
const lockable = new Set<string>();

/**
 * SQLite calls a file busy if its file system has no locks (ENOLCK), too. Throws ENOLCK if that is so: if a private file
 * cannot be locked, no other can.
 */
function checkLocks(path: string): void {
  const folder = dirname(path);
  if (lockable.has(folder)) {
    return;
  }

  const own = join(folder, temporaryPrefix + randomUUID());
  let database: DatabaseSync | undefined;
  try {
    database = openSqliteSync(own);
    database.exec('BEGIN EXCLUSIVE');
    lockable.add(folder);
  } catch (error) {
    if (toFound(error) === 'held') {
      throw withoutLocks(own);
    }
    // A folder that cannot be written is no sign of missing locks.
  } finally {
    database?.close();
    rmSync(own, { force: true });
  }
}

function withoutLocks(path: string): Error {
  return Object.assign(new Error(`ENOLCK: the file system locks no files, ${path}`), { code: 'ENOLCK' });
}

/** The meaning of an error for a lock; undefined: not about locks. Throws ENOLCK if there are no locks. */
function toFound(error: unknown): 'held' | 'damaged' | undefined {
  if (error instanceof Error && 'errcode' in error && sqliteLockErrors.some((each) => each === error.errcode)) {
    throw withoutLocks(error.message);
  }

  const code = sqliteCodeOf(error);
  return code === undefined ? undefined : meanings[code];
}

/** The open file if it answers. Throws a `DamagedLock`, and ENOLCK if there are no locks. */
function openAndAsk(path: string, sql: string, waitMs: number, readOnly = false): DatabaseSync | 'held' {
  let database: DatabaseSync | undefined;
  try {
    database = openSqliteSync(path, waitMs, { readOnly });
    database.exec(sql);
    return database;
  } catch (error) {
    database?.close();
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
    const found = isFolder ? 'damaged' : toFound(error);
    if (found === 'damaged') {
      throw new DamagedLock(path);
    }

    if (!found) {
      // SQLite says of a folder only that it cannot open the file: the system tells a read-only one (EROFS) from a denied one.
      accessSync(dirname(path), constants.W_OK);
      throw error;
    }

    checkLocks(path);
    return found;
  }
}

/** SQLite's codes: busy, corrupt, not a database. */
const meanings: Readonly<Record<number, 'held' | 'damaged'>> = { 5: 'held', 11: 'damaged', 26: 'damaged' };
/** Its extended codes of a lock that the system refuses for another reason: of reading, of testing, of writing. */
const sqliteLockErrors = [2314, 3594, 3850];

/** How long a change waits for others: theirs take a few milliseconds each. */
const patience = { waitMs: 10_000, tryMs: 5 };
/** For a wait that holds up the whole program. */
const patienceSyncMs = 2000;

/**
 * Does work that reads, changes and writes the document at `path`, alone: a write of data that was read before another
 * petstore's change would take that acknowledged change back. Readers need no lock, as a document is replaced whole.
 * Throws an errno: EDEADLK if another petstore does not let go of it (it was suspended). The folder must be there.
 */
export async function exclusively<T>(
  fileSystem: { lock(path: string): KernelLock | undefined },
  clock: Clock,
  path: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = (await takeInTime(clock, () => fileSystem.lock(lockOf(path)), patience)) ?? fail(path);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

/** The same within one call, on the real disk. */
export function exclusivelySync<T>(path: string, work: () => T): T {
  const lock = takeKernelLock(lockOf(path), { waitMs: patienceSyncMs }) ?? fail(path);
  try {
    return work();
  } finally {
    lock.release();
  }
}

const lockOf = (path: string): string => `${path}.lock`;

function fail(path: string): never {
  const message = `EDEADLK: another petstore is changing ${path}`;
  throw Object.assign(new Error(message), { code: 'EDEADLK' });
}
