import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import * as z from 'zod/mini';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import {
  createVersionGate,
  DamagedDocument,
  type DocumentKind,
  NewerDocument,
  StoredDocument,
} from '../../../source/local/documents/document.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { StorageError, toStorageError } from '../../../source/local/documents/storage-error.ts';

type New = { readonly names: readonly string[] };
const schema = z.object({ names: z.array(z.string()) });
const newKind: DocumentKind<New> = { version: 1, parse: (data) => schema.parse(data) };

test('one newer document closes the store: nothing else is written', async (t) => {
  const folder = temporaryFolder(t);
  const gate = createVersionGate();
  const documentAt = (name: string) => new StoredDocument(diskFileSystem, join(folder, name), newKind, gate);
  await documentAt('a.json').replace({ names: [] });
  writeFileSync(join(folder, 'b.json'), '{"version":2,"checksum":"00000000","data":whatever it may be}');
  await t.throwsAsync(documentAt('b.json').read(), { instanceOf: NewerDocument });
  const before = readFileSync(join(folder, 'a.json'), 'utf8');
  await t.throwsAsync(documentAt('a.json').replace({ names: ['x'] }), { instanceOf: NewerDocument });
  await t.throwsAsync(documentAt('c.json').replace({ names: ['x'] }), { instanceOf: NewerDocument });
  t.is(readFileSync(join(folder, 'a.json'), 'utf8'), before);
  t.false(existsSync(join(folder, 'c.json')));
});

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
