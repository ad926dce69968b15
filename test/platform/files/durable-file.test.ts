import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { replaceDisposable } from '../../../source/platform/files/durable-file.js';
import { diskFileSystem, type FileSystem } from '../../../source/platform/files/file-system.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

test('two that save at the same moment keep the old file once, and both save', async (t) => {
  const folder = temporaryFolder(t);
  const [path, kept] = [join(folder, 'lists.json'), join(folder, 'lists-before.json')];
  for (const moment of ['modifiedAt', 'rename'] as const) {
    writeFileSync(path, 'old');
    let isFirst = true;
    const beside: FileSystem = {
      ...diskFileSystem,
      [moment]: (...args: [string, string]) => {
        if (args[0] === path && isFirst) {
          isFirst = false;
          renameSync(path, kept);
        }

        return (diskFileSystem[moment] as (...of: [string, string]) => unknown)(...args);
      },
    };
    await replaceDisposable(beside, path, 'new', { path: kept, when: () => true });
    t.is(readFileSync(path, 'utf8'), 'new');
    t.is(readFileSync(kept, 'utf8'), 'old');
    t.deepEqual(readdirSync(folder).sort(), ['lists-before.json', 'lists.json']);
  }
});
