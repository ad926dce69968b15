/** Linux before 4.11, where Node takes the last change of a file for the time at which it was made. */
import fs from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

test('a folder stays itself when something is put into it, and a file when it is moved', async (t) => {
  const { statSync } = fs;
  t.teardown(() => Object.assign(fs, { statSync }));
  Object.assign(fs, {
    statSync(path: string, options: fs.StatSyncOptions) {
      const stats = statSync(path, options);
      return stats && 'ctimeNs' in stats ? Object.assign(stats, { birthtimeNs: stats.ctimeNs }) : stats;
    },
  });
  const folder = temporaryFolder(t);
  const identity = await diskFileSystem.identity(folder);
  const path = join(folder, 'file');
  fs.writeFileSync(path, 'text');
  t.deepEqual(await diskFileSystem.identity(folder), identity);
  const file = diskFileSystem.fileIdentity(path);
  fs.renameSync(path, join(folder, 'moved'));
  t.is(diskFileSystem.fileIdentity(join(folder, 'moved')), file);
});
