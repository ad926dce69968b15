import { statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { makeFolderSync } from '../../../source/platform/files/make-folder.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

test('a folder is made with its parents, for its owner only', (t) => {
  const path = join(temporaryFolder(t), 'a/b/c');
  makeFolderSync(path);
  makeFolderSync(path);
  t.is(statSync(path).mode & 0o777, 0o700);
});

(process.platform === 'linux' ? test : test.skip)(
  'a folder that cannot be made is an error, not a wait without end',
  (t) => {
    t.throws(() => makeFolderSync('/proc/petstore/data'), { code: 'ENOENT' });
  },
);
