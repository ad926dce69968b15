import { statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { closeToOthers, isOpenToOthers, type WindowsParts } from '../../source/platform/files/close-to-others.ts';
import { makeFolderSync } from '../../source/platform/files/make-folder.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

function onWindows(answer: () => Promise<string>): WindowsParts & { readonly calls: (readonly string[])[] } {
  const calls: (readonly string[])[] = [];
  return {
    platform: 'win32',
    user: () => 'Zoë',
    run: (program, args) => (calls.push([program, ...args]), answer()),
    calls,
  };
}

test('a folder is left to its owner alone on Windows, and nothing need be done elsewhere', async (t) => {
  const windows = onWindows(() => Promise.resolve(''));
  t.is(await closeToOthers('D:\\pets\\config\\keys', windows), undefined);
  t.deepEqual(windows.calls, [['icacls', 'D:\\pets\\config\\keys', '/inheritance:r', '/grant:r', 'Zoë:(OI)(CI)F']]);
  t.is(await closeToOthers('/pets', { ...windows, platform: 'linux' }), undefined);
  t.is(windows.calls.length, 1);
});

test('why a folder cannot be closed is told', async (t) => {
  t.is(
    await closeToOthers(
      'E:\\',
      onWindows(() => Promise.reject(new Error('icacls: FAT32 has no rights\nat line 1'))),
    ),
    'icacls: FAT32 has no rights',
  );
});

test('others who are let in are seen, whatever language Windows speaks', async (t) => {
  const open =
    'D:\\k VORDEFINIERT\\Benutzer:(I)(RX)\r\n     PC\\Zoë:(I)(F)\r\n\r\n1 Dateien erfolgreich verarbeitet\r\n';
  t.true(
    await isOpenToOthers(
      'D:\\k',
      onWindows(() => Promise.resolve(open)),
    ),
  );
  t.false(
    await isOpenToOthers(
      'D:\\k',
      onWindows(() => Promise.resolve('D:\\k PC\\Zoë:(F)\r\n\r\n1 Dateien')),
    ),
  );
  t.false(
    await isOpenToOthers(
      'D:\\k',
      onWindows(() => Promise.reject(new Error('there is no icacls'))),
    ),
  );
});

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
