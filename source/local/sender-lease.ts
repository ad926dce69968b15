/**
 * The sender is the one process that sends. It holds a kernel lock while it does, on `sender.db`. The records stay safe even
 * without it; it keeps two programs from checking at once.
 */
import { join } from 'node:path';
import { DamagedLock, type KernelLock, takeKernelLock } from '../platform/concurrency/kernel-lock.js';
import { StorageError } from './documents/storage-error.js';

/** Held until it is released, or the process ends. */
export type SenderLease = KernelLock;

/**
 * Takes the lock, or returns undefined where another process holds it. Throws where the folder cannot be written, and a
 * `StorageError` where `sender.db` is damaged and cannot be mended.
 */
// eslint-disable-next-line @typescript-eslint/require-await -- what it throws is to be a rejection
export async function acquireSenderLease(folder: string): Promise<SenderLease | undefined> {
  try {
    return takeKernelLock(join(folder, 'sender.db'), { mendPath: join(folder, 'sender.mend.db') });
  } catch (error) {
    throw error instanceof DamagedLock ? new StorageError({ code: 'storage_error', message: `Nothing can be sent: ${error.message}.` }, error) : error;
  }
}
