import type { Problem } from '../../domain/problem.ts';
import { NotDurable } from '../../platform/files/durable-file.ts';
import { errnoOf, isErrno } from '../../platform/files/errno.ts';
import { DamagedLock } from '../../platform/concurrency/kernel-lock.ts';
import { sqliteCodeOf } from '../../platform/concurrency/open-sqlite.ts';
import { DamagedDocument, NewerDocument } from './document.ts';

/** The local store cannot be used as asked; no promise was made, and earlier data is still there. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly problem: Problem;

  constructor(problem: Problem, cause?: unknown) {
    super(problem.message, { cause });
    this.problem = problem;
  }
}

type Explanation = readonly [code: string, what: string, remedy: string];
const notAFolder: Explanation = [
  'not_a_folder',
  'a file is where a folder should be',
  'Move it away, or set PETSTORE_HOME to another folder.',
];
const explanations: Readonly<Record<string, Explanation>> = {
  ENOSPC: ['disk_full', 'the disk is full', 'Free some space and try again.'],
  EDQUOT: ['disk_full', 'your disk quota is used up', 'Free some space and try again.'],
  EROFS: ['read_only', 'the file system is read-only', 'Make it writable, or set PETSTORE_HOME to a folder that is.'],
  EACCES: ['read_only', 'permission is denied', 'Make the folder yours, or set PETSTORE_HOME to one that is.'],
  EPERM: ['read_only', 'permission is denied', 'Make the folder yours, or set PETSTORE_HOME to one that is.'],
  EBUSY: ['file_in_use', 'another program has the file open', 'Close it there and try again.'],
  EMFILE: ['too_many_files', 'too many files are open', 'Close some programs and try again.'],
  ENFILE: ['too_many_files', 'too many files are open on this machine', 'Close some programs and try again.'],
  ENOENT: ['no_folder', 'the folder cannot be made', 'Set PETSTORE_HOME to a folder that can be.'],
  ENOTDIR: notAFolder,
  ENAMETOOLONG: [
    'path_too_long',
    'the path is too long for its files',
    'Set PETSTORE_HOME to a folder whose path has at most 400 bytes.',
  ],
  EEXIST: notAFolder,
  EDEADLK: [
    'busy',
    'another petstore is changing the same file and does not finish',
    'Let it finish or end it (it may have been stopped with Ctrl-Z), then try again.',
  ],
  EIO: ['disk_error', 'the disk reported an error', 'Check the disk before you go on.'],
  EUCLEAN: ['disk_error', 'the file system is damaged', 'Have it repaired (`fsck`) before you go on.'],
  ESTALE: ['disk_error', 'the network folder is not there any more', 'Mount it anew and try again.'],
  ENOLCK: ['no_locks', 'the file system locks no files', 'Set PETSTORE_HOME to a folder on a disk of this machine.'],
};

/** SQLite's own primary result codes (the sender's lock), by the errno that says the same. */
const sqliteErrnos: Readonly<Record<number, string>> = { 8: 'EROFS', 10: 'EIO', 13: 'ENOSPC', 14: 'EACCES' };

function reasonOf(error: unknown): string {
  const code = sqliteCodeOf(error);
  return (code === undefined ? errnoOf(error) : sqliteErrnos[code]) ?? '';
}

/** Whether an error is the disk's doing, a file's or a lock's. Anything else is a mistake of ours. */
export function isStorageFailure(error: unknown): boolean {
  const known = [StorageError, NewerDocument, NotDurable, DamagedDocument, DamagedLock];
  return known.some((kind) => error instanceof kind) || isErrno(error) || sqliteCodeOf(error) !== undefined;
}

/**
 * Puts a failed file operation into words, the remedy before the path, which may be long: `what` names the failed step
 * ("The animal was not saved"). Throws any other error as it is: it ends as an unexpected error, with its stack in the
 * log.
 */
export function toStorageError(what: string, folder: string, error: unknown): StorageError {
  if (error instanceof StorageError) {
    return error;
  }

  if (!isStorageFailure(error)) {
    throw error;
  }

  if (error instanceof NewerDocument) {
    return new StorageError(
      { code: 'newer_version', message: `${what}: ${error.message}. Use that version, or update this one.` },
      error,
    );
  }

  if (error instanceof NotDurable) {
    const message =
      `It is not certain that it was saved: the disk reported an error at the last step (${folder}). ` +
      `Look at \`petstore queue list\` before you enter it again, and check the disk.`;
    return new StorageError({ code: 'not_durable', message }, error);
  }

  const code = reasonOf(error);
  const [word, reason, remedy] = explanations[code] ?? [
    'storage_error',
    error instanceof Error ? error.message : String(error),
    'Run `petstore doctor` to see the trouble.',
  ];
  return new StorageError(
    { code: word, message: `${what}: ${reason}. ${remedy} Everything saved before is untouched (${folder}).` },
    error,
  );
}

/** Puts the failure of a promise into words: `work.catch(failAs('The animal was not saved', folder))`. */
export function failAs(what: string, folder: string): (error: unknown) => never {
  return (error) => {
    throw toStorageError(what, folder, error);
  };
}
