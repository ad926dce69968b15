/**
 * The sender is the one process that sends. It holds a kernel lock while it does, on `sender.lock`. The queue stays
 * safe even without it; it keeps two programs from checking at once.
 */
import { join } from 'node:path';
import { DamagedLock, isKernelLockHeld, type KernelLock, takeKernelLock } from '../platform/concurrency/kernel-lock.ts';
import { hasCode } from '../platform/files/errno.ts';
import { StorageError, toStorageError } from './documents/storage-error.ts';

/** Held until it is released, or the process ends. */
export type SenderLease = KernelLock;

/** How long a look of another program may keep this one waiting, in milliseconds: no more than a frame takes. */
const lookMs = 5;

/** Whether a process is the sender. It only looks. Throws as `acquireSenderLease` if that cannot be told. */
export function isSenderLeaseHeld(folder: string): boolean {
  return withSentence(folder, isKernelLockHeld);
}

/**
 * Takes the lock, or returns undefined if another process holds it. Throws if the folder cannot be written, and a
 * `StorageError` if `sender.lock` is damaged, or its file system cannot lock.
 */
// oxlint-disable-next-line typescript/require-await -- an exception is to be a rejection
export async function acquireSenderLease(folder: string): Promise<SenderLease | undefined> {
  return withSentence(folder, (path) => takeKernelLock(path, { waitMs: lookMs }));
}

function withSentence<T>(folder: string, look: (path: string) => T): T {
  try {
    return look(join(folder, 'sender.lock'));
  } catch (error) {
    if (hasCode(error, 'ENOLCK')) {
      throw toStorageError('Animals cannot be sent', folder, error);
    }

    throw error instanceof DamagedLock
      ? new StorageError({ code: 'storage_error', message: `Animals cannot be sent: ${error.message}.` }, error)
      : error;
  }
}
