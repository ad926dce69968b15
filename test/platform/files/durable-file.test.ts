import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { publishFile, replaceDisposable } from '../../../source/platform/files/durable-file.js';
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
