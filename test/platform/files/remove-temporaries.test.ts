import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import { removeTemporaries } from '../../../source/platform/files/durable-file.ts';
import { rex, setScene } from '../../helpers/open-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const hourMs = 3_600_000;

function leave(folder: string, name: string, ageMs: number): string {
  const path = join(folder, name);
  writeFileSync(path, '{"half of');
  const at = (Date.now() - ageMs) / 1000;
  utimesSync(path, at, at);
  return path;
}

test('what killed writers left goes after a day; what may still be written, and everything else, stays', async (t) => {
  const folder = temporaryFolder(t);
  const old = leave(folder, '.new-1', 25 * hourMs);
  const others = [
    leave(folder, '.new-2', 23 * hourMs),
    leave(folder, '.new-3', -48 * hourMs),
    leave(folder, '7.0.json', 300 * hourMs),
    leave(folder, 'new-4', 300 * hourMs),
  ];
  await removeTemporaries(diskFileSystem, folder);
  t.false(existsSync(old));
  t.is(readdirSync(folder).length, others.length);
});

test('a folder without any is not written to', async (t) => {
  const folder = temporaryFolder(t);
  await removeTemporaries({ ...diskFileSystem, openNew: () => Promise.reject(new Error('written to')) }, folder);
  await removeTemporaries(diskFileSystem, join(folder, 'missing'));
  t.deepEqual(readdirSync(folder), []);
});

test('sending removes temporary files from the folder of the store', async (t) => {
  const { engine, folder, sync } = await setScene(t);
  await engine.add(rex);
  const left = leave(folder, '.new-1', 25 * hourMs);
  await sync();
  t.false(existsSync(left));
});
