import test from 'ava';
import { DamagedDocument } from '../../../source/local/documents/document.ts';
import { StorageError, toStorageError } from '../../../source/local/documents/storage-error.ts';

const errno = (code: string): Error => Object.assign(new Error(code), { code });

test('what a disk, a lock or a file does is put into words', (t) => {
  const busy = Object.assign(new Error('disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
  for (const [error, code] of [
    [errno('ENOSPC'), 'disk_full'],
    [errno('EDEADLK'), 'busy'],
    [errno('EBUSY'), 'file_in_use'],
    [busy, 'disk_full'],
    [errno('EXDEV'), 'storage_error'],
    [new DamagedDocument('/x', 'it is empty'), 'storage_error'],
  ] as const) {
    const failure = toStorageError('It was not saved', '/folder', error);
    t.true(failure instanceof StorageError);
    t.is(failure.problem.code, code);
    t.regex(failure.message, /^It was not saved: /);
  }
});

test('a mistake of ours is never blamed on the disk', (t) => {
  const missing = Object.assign(new Error("Cannot find module './remote.js'"), { code: 'ERR_MODULE_NOT_FOUND' });
  for (const error of [new TypeError('x is not a function'), missing, new Error('oops')]) {
    t.is(
      t.throws(() => toStorageError('It was not saved', '/folder', error)),
      error,
    );
  }
});
