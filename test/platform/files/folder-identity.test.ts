import { cpSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { diskFileSystem } from '../../../source/platform/files/file-system.js';
import { describeIdentity } from '../../../source/platform/files/folder-identity.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const made = 1_795_252_800_120_000_000n;
const facts = { ino: 7n, birthtimeNs: made, type: 0xef53 };
const exfat = { ...facts, type: 0x2011bab0 };

test('a folder that is moved stays itself, a copy is another one', async (t) => {
  const parent = temporaryFolder(t);
  const [one, two, copy] = ['one', 'two', 'copy'].map((name) => join(parent, name)) as [string, string, string];
  mkdirSync(one);
  const identity = await diskFileSystem.identity(one);
  renameSync(one, two);
  t.is(await diskFileSystem.identity(two), identity);
  cpSync(two, copy, { recursive: true, preserveTimestamps: true });
  t.not(await diskFileSystem.identity(copy), identity);
});

test('on a memory card the next mount, with another inode and summer time, asks nothing', (t) => {
  t.is(describeIdentity({ ...exfat, ino: 8n, birthtimeNs: made + 3_600_000_000_000n }), describeIdentity(exfat));
  t.is(describeIdentity({ ...exfat, type: 0x4d44 }), describeIdentity(exfat));
});

test('a copy on a memory card, or from one, is another folder', (t) => {
  t.not(describeIdentity({ ...exfat, birthtimeNs: made + 10_000_000n }), describeIdentity(exfat));
  t.not(describeIdentity(facts), describeIdentity(exfat));
  t.not(describeIdentity({ ...facts, ino: 8n }), describeIdentity(facts));
  t.is(describeIdentity({ ...exfat, birthtimeNs: 0n }), '7');
});
