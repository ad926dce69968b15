/**
 * The sender is the one process that sends. It holds a kernel lock while it does: an exclusive transaction on `sender.db`.
 * The kernel frees it the moment the process dies, also by SIGKILL, and it is held across containers that share the
 * folder, where pid files misjudge. The records stay safe even without it; it keeps two programs from checking at once.
 */
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { renameFileSync } from '../platform/durable-file-sync.js';
import { openSqlite } from '../platform/sqlite.js';
import { asideMark } from './document.js';
import { StorageError } from './storage-error.js';

/** Held until it is released, or the process ends. */
export type SenderLock = { release(): void };

/**
 * Takes the lock, or returns undefined where another process holds it. Throws where the folder cannot be written.
 *
 * A `sender.db` that is no database, or a folder, is moved aside. Two processes may come to that at once, and the second must
 * not move away the new one that the first holds by then; so it is done under a lock of its own, and looked at again there.
 */
export async function acquireSenderLock(folder: string): Promise<SenderLock | undefined> {
  const path = join(folder, 'sender.db');
  const lock = await tryLock(path);
  if (lock !== 'damaged') {
    return lock;
  }

  const mendPath = join(folder, 'sender.mend.db');
  const mending = await tryLock(mendPath);
  if (mending === 'damaged') {
    throw new StorageError({ code: 'storage_error', message: `Nothing can be sent: ${path} is damaged, and so is ${mendPath}. They hold nothing: remove both while no petstore runs.` });
  }

  try {
    const again = mending && (await tryLock(path));
    if (again !== 'damaged') {
      return again;
    }

    renameFileSync(path, `${path}${asideMark}${randomUUID()}`);
    const fresh = await tryLock(path);
    return fresh === 'damaged' ? undefined : fresh;
  } finally {
    mending?.release();
  }
}

async function tryLock(path: string): Promise<SenderLock | 'damaged' | undefined> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    return 'damaged';
  }

  const database = await openSqlite(path);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined;
    if (code === sqliteBusy) {
      return undefined;
    }

    if (code === sqliteCorrupt || code === sqliteNotADatabase) {
      return 'damaged';
    }

    throw error;
  }

  return { release: () => database.close() };
}

/** SQLite's primary result codes. */
const sqliteBusy = 5;
const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;
