import { copyFileSync, cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { diskFileSystem } from '../../../source/platform/files/file-system.ts';
import { describeFile, describeFolder } from '../../../source/platform/files/kinds-of-disk.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const made = 1_795_252_800_120_000_000n;
const facts = { ino: 7n, birthtimeNs: made, type: 0xef53 };
const exfat = { ...facts, type: 0x2011bab0 };

test('a folder that is moved stays itself, a copy is another one', async (t) => {
  const parent = temporaryFolder(t);
  const [one, two, copy] = ['one', 'two', 'copy'].map((name) => join(parent, name)) as [string, string, string];
  mkdirSync(one);
  const identity = await diskFileSystem.identity(one);
  renameSync(one, two);
  t.deepEqual(await diskFileSystem.identity(two), identity);
  cpSync(two, copy, { recursive: true, preserveTimestamps: true });
  t.notDeepEqual(await diskFileSystem.identity(copy), identity);
});

test('on a memory card, whose inodes are made up at each mount, nothing lasts that tells a folder', (t) => {
  t.deepEqual(describeFolder(exfat), { name: '7', isLasting: false });
  t.true(describeFolder(facts).isLasting);
  t.notDeepEqual(describeFolder({ ...facts, ino: 8n }), describeFolder(facts));
});

test('a file that is moved, and written to, stays itself; what is put in its place is another one', (t) => {
  const parent = temporaryFolder(t);
  const [one, two, other] = ['one', 'two', 'other'].map((name) => join(parent, name)) as [string, string, string];
  writeFileSync(one, 'text');
  const identity = diskFileSystem.fileIdentity(one);
  t.truthy(identity);
  renameSync(one, two);
  writeFileSync(two, ' and more', { flag: 'a' });
  t.is(diskFileSystem.fileIdentity(two), identity);
  copyFileSync(two, other);
  renameSync(other, two);
  t.not(diskFileSystem.fileIdentity(two), identity);
  t.is(diskFileSystem.fileIdentity(one), undefined);
});

test('a file is told from another one only if its file system keeps what tells it', (t) => {
  t.not(describeFile(facts, 'linux'), describeFile({ ...facts, birthtimeNs: made + 1n }, 'linux'), 'inodes come again');
  t.not(describeFile(facts, 'linux'), describeFile({ ...facts, ino: 8n }, 'linux'));
  t.is(describeFile({ ...facts, birthtimeNs: 0n }, 'linux'), undefined);
  // NFS, SMB, FUSE, 9p, overlay, exFAT, FAT.
  for (const type of [0x6969, 0xfe534d42, 0x65735546, 0x01021997, 0x794c7630, 0x2011bab0, 0x4d44]) {
    t.is(describeFile({ ...facts, type }, 'linux'), undefined, type.toString(16));
  }

  for (const platform of ['darwin', 'win32'] as const) {
    t.is(describeFile(facts, platform), describeFile({ ...facts, birthtimeNs: made + 1n }, platform));
  }
});
