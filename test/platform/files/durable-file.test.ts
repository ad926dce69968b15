import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { publishFile } from '../../../source/platform/files/durable-file.js';
import { diskFileSystem, type FileSystem } from '../../../source/platform/files/file-system.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

/** As exFAT: without hard links; and a disk that is full from the second file on. */
function fullAfterFirst(code: string): FileSystem {
  let opened = 0;
  return {
    ...diskFileSystem,
    link: () => Promise.reject(Object.assign(new Error('no links'), { code: 'EPERM' })),
    async openNew(path) {
      const file = await diskFileSystem.openNew(path);
      opened += 1;
      const isFull = opened > 1;
      return {
        ...file,
        write: (text: string) => (isFull ? file.write(text.slice(0, 3)) : file.write(text)),
        sync: () => (isFull && code === 'EIO' ? Promise.reject(Object.assign(new Error(code), { code })) : file.sync()),
      };
    },
  };
}

for (const code of ['ENOSPC', 'EIO']) {
  test(`without hard links nothing is left of a file that could not be written (${code})`, async (t) => {
    const folder = temporaryFolder(t);
    await t.throwsAsync(publishFile(fullAfterFirst(code), join(folder, '1.0.json'), '{"a":1}'));
    t.deepEqual(readdirSync(folder), []);
  });
}

test('without hard links a file of the same name is kept as it is', async (t) => {
  const folder = temporaryFolder(t);
  const system: FileSystem = { ...fullAfterFirst('none'), openNew: (path) => diskFileSystem.openNew(path) };
  t.true(await publishFile(system, join(folder, '1.0.json'), '{"a":1}'));
  t.false(await publishFile(system, join(folder, '1.0.json'), '{"a":2}'));
  t.is(String(await diskFileSystem.readFile(join(folder, '1.0.json'))), '{"a":1}');
});
