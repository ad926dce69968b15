import { linkSync, mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { recordReads } from '../../../source/platform/files/record-reads.js';
import { diskFileSystem } from '../../../source/platform/files/file-system.js';
import {
  isAsBefore,
  isSettled,
  lookAt,
  type Fingerprint,
  readKeptFrame,
  toLine,
} from '../../../source/platform/frame/kept-frame.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const user = process.getuid?.();
const look = (path: string, how: Fingerprint[1] = 'whole'): Fingerprint => [path, how, lookAt(path, how)];

test('a file is not as before once it was written, replaced, removed or put back, whatever its length and time', (t) => {
  const path = join(temporaryFolder(t), 'file');
  writeFileSync(path, 'one');
  const { atime, mtime } = statSync(path);
  const ways: Readonly<Record<string, () => void>> = {
    'written as long as before, and its time set back': () => {
      writeFileSync(path, 'two');
      utimesSync(path, atime, mtime);
    },
    replaced: () => {
      writeFileSync(`${path}.new`, readFileSync(path));
      renameSync(`${path}.new`, path);
    },
    'given another name': () => linkSync(path, `${path}.other`),
    removed: () => renameSync(path, `${path}.away`),
    'put back': () => renameSync(`${path}.away`, path),
  };
  for (const [name, change] of Object.entries(ways)) {
    const before = look(path);
    t.true(isAsBefore(before));
    change();
    t.false(isAsBefore(before), name);
  }
});

test('of a folder names alone may matter, of a path whether something is there', (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, 'file');
  const [names, whole, none] = [look(folder, 'names'), look(folder), look(path, 'there')];
  writeFileSync(path, 'one');
  t.deepEqual([names, whole, none].map(isAsBefore), [false, false, false]);
  const [named, there] = [look(folder, 'names'), look(path, 'there')];
  writeFileSync(`${path}.new`, 'two');
  t.false(isAsBefore(named));
  renameSync(`${path}.new`, join(folder, 'other'));
  writeFileSync(path, 'three');
  t.true(isAsBefore(there));
  t.false(isAsBefore([join(path, 'below a file'), 'whole', '1 2 3 4']));
});

test('what was changed a moment ago, lies ahead, or has whole seconds, is not settled', (t) => {
  const second = 1_000_000_000n;
  const begun = 1_000_000n * second;
  const of = (modified: bigint, changed = modified): Fingerprint => ['file', 'whole', `1 2 ${modified} ${changed}`];
  const old = begun - second + 5n;
  t.true(isSettled(of(old), begun));
  t.false(isSettled(of(begun - 10_000_000n), begun), 'within a tick');
  t.false(isSettled(of(old, begun - 10_000_000n), begun), 'its name was given within a tick');
  t.false(isSettled(of(begun + 7n), begun), 'ahead');
  t.false(isSettled(of(begun - 5n * second), begun), 'whole seconds');
  t.true(isSettled(['file', 'whole', ''], begun), 'what is not there cannot be changed unseen');
  t.true(isSettled(['file', 'there', '1'], begun));
});

test('reading is noted as it was before, once for each path, and writing is refused', async (t) => {
  const folder = temporaryFolder(t);
  const once = join(folder, 'queue');
  mkdirSync(once);
  writeFileSync(join(once, '1.0.json'), '{}');
  writeFileSync(join(folder, 'file'), 'one');
  const { fileSystem, readings } = recordReads(diskFileSystem, (path) => path === once);
  t.true(fileSystem.exists(join(folder, 'file')));
  t.is((await fileSystem.readFile(join(folder, 'file'))).toString(), 'one');
  writeFileSync(join(folder, 'file'), 'two');
  t.is((await fileSystem.readFile(join(folder, 'file'))).toString(), 'two');
  t.deepEqual(await fileSystem.list(once), ['1.0.json']);
  t.is((await fileSystem.readFile(join(once, '1.0.json'))).toString(), '{}');
  t.is(fileSystem.revision(join(folder, 'none')), '');
  t.deepEqual(
    readings().map(([path, how, as]) => [path.slice(folder.length), how, as !== '']),
    [
      ['/file', 'whole', true],
      ['/queue', 'whole', true],
      ['/none', 'whole', false],
    ],
  );
  t.deepEqual(readings().map(isAsBefore), [false, true, true]);
  for (const write of [
    () => fileSystem.append(join(folder, 'file'), 'three'),
    () => fileSystem.openNew(join(folder, 'new')),
    () => fileSystem.remove(join(folder, 'file')),
    () => fileSystem.rename(join(folder, 'file'), join(folder, 'new')),
    () => fileSystem.makeFolder(join(folder, 'new')),
  ]) {
    await t.throwsAsync(write, { code: 'EROFS' });
  }
});

test('a frame of another user is not read', (t) => {
  const path = join(temporaryFolder(t), 'frame.json');
  const frame = { madeFor: 'this', madeFrom: [['/', 'there', '2']], rows: [[['a'], ['b', '7', '1'], ['c', '38;5;7']]] };
  writeFileSync(path, JSON.stringify(frame), { mode: 0o600 });
  t.deepEqual(readKeptFrame(path, user), frame as never);
  t.is(readKeptFrame(path, (user ?? 0) + 1), undefined);
  t.is(toLine(frame.rows[0] as never), 'a\u001B[7m\u001B[1mb\u001B[22m\u001B[27m\u001B[38;5;7mc\u001B[39m');
});
