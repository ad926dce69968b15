/**
 * The sender is the one process that sends. It holds a kernel lock while it does: an exclusive transaction on `sender.db`.
 * The kernel frees it the moment the process dies, also by SIGKILL, and it is held across containers that share the
 * folder, where pid files misjudge. The records stay safe even without it; it keeps two programs from checking at once.
 */
import { join } from 'node:path';
import { openSqlite } from '../platform/sqlite.js';

/** Held until it is released or the process ends, however it ends. */
export type SenderLock = { release(): void };

/** Takes the lock, or returns undefined where another process holds it. Throws where the folder cannot be written. */
export async function acquireSenderLock(folder: string): Promise<SenderLock | undefined> {
  const database = await openSqlite(join(folder, 'sender.db'));
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      return undefined;
    }

    throw error;
  }

  return { release: () => database.close() };
}

const sqliteBusy = 5;
