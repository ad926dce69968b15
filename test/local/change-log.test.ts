/** The change log is disposable: whatever becomes of the file, what can be read is told, and nobody is bothered. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Activity } from '../../source/domain/activity.js';
import { toInt64 } from '../../source/domain/int64.js';
import { createChangeLog } from '../../source/local/change-log.js';
import { diskFileSystem } from '../../source/platform/files/file-system.js';
import { createFaultFileSystem } from '../helpers/fault-file-system.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

const begin = Date.UTC(2026, 10, 21);
const at = (seconds: number): string => new Date(begin + seconds * 1000).toISOString();
const pet = (number: number, seconds = number): Activity => ({ at: at(seconds), kind: 'new', id: toInt64(number)!, name: `Pet ${number}` });
const since = at(0);

test('what was appended is read by another petstore, as far as it was asked for', async (t) => {
  const folder = temporaryFolder(t);
  await createChangeLog(diskFileSystem, folder).append([pet(1), pet(2)], begin);
  await createChangeLog(diskFileSystem, folder).append([pet(3)], begin);
  const log = createChangeLog(diskFileSystem, folder);
  t.deepEqual(await log.readSince(since), [pet(1), pet(2), pet(3)]);
  t.deepEqual(await log.readSince(at(2)), [pet(3)]);
});

test('nothing is there before anything was written, and nothing to write makes no file', async (t) => {
  const folder = temporaryFolder(t);
  const log = createChangeLog(diskFileSystem, folder);
  t.deepEqual(await log.readSince(since), []);
  await log.append([], begin);
  t.false(existsSync(join(folder, 'changes.jsonl')));
});

test('a line that a crash tore off harms that line alone', async (t) => {
  const folder = temporaryFolder(t);
  const log = createChangeLog(diskFileSystem, folder);
  await log.append([pet(1)], begin);
  appendFileSync(join(folder, 'changes.jsonl'), '\n{"at":"2026-11-21T00:00:02.000Z","kind":"ne');
  await log.append([pet(3)], begin);
  t.deepEqual(await log.readSince(since), [pet(1), pet(3)]);
});

for (const [what, content] of [['of a newer version', '{"version":2}\n{"at":"2026-11-21T00:00:01.000Z","what":1}'], ['damaged', '\0\0\0\0'], ['empty', '']] as const) {
  test(`a file that is ${what} is begun anew`, async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'changes.jsonl'), content);
    const log = createChangeLog(diskFileSystem, folder);
    t.deepEqual(await log.readSince(since), []);
    await log.append([pet(1)], begin);
    t.deepEqual(await log.readSince(since), [pet(1)]);
  });
}

test('a folder of its name is in the way of nothing but the log', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'changes.jsonl'));
  t.deepEqual(await createChangeLog(diskFileSystem, folder).readSince(since), []);
});

test('of 12 000 rows the youngest 10 000 stay, and none that is older than 30 days', async (t) => {
  const folder = temporaryFolder(t);
  const log = createChangeLog(diskFileSystem, folder);
  const days = (count: number): number => count * 24 * 60 * 60;
  await log.append(Array.from({ length: 6000 }, (_, index) => pet(index + 1, index + 1)), begin);
  await log.append(Array.from({ length: 6000 }, (_, index) => pet(index + 6001, days(20) + index)), begin + days(20) * 1000);
  t.is((await log.readSince(since)).length, 12_000);
  await log.append([pet(12_001, days(21))], begin + days(21) * 1000);
  const kept = await log.readSince(since);
  t.is(kept.length, 10_000);
  t.like(kept.at(-1), { name: 'Pet 12001' });
  t.like(kept[0], { name: 'Pet 2002' });

  await log.append(Array.from({ length: 2500 }, (_, index) => pet(index + 12_002, days(45))), begin + days(45) * 1000);
  t.is((await log.readSince(since)).length, 6001 + 2500);
});

test('of the connection only what changed is written, whoever found it', async (t) => {
  const folder = temporaryFolder(t);
  const of = (seconds: number, state: 'online' | 'offline'): Activity => ({ at: at(seconds), kind: 'connection', state });
  await createChangeLog(diskFileSystem, folder).append([of(1, 'online')], begin);
  await createChangeLog(diskFileSystem, folder).append([of(2, 'offline')], begin);
  await createChangeLog(diskFileSystem, folder).append([of(3, 'offline')], begin);
  await createChangeLog(diskFileSystem, folder).append([of(4, 'online')], begin);
  t.deepEqual(await createChangeLog(diskFileSystem, folder).readSince(since), [of(2, 'offline'), of(4, 'online')]);
});

test('nothing of it is made durable: a list must not wait for the disk', async (t) => {
  const folder = temporaryFolder(t);
  let syncs = 0;
  const fileSystem = createFaultFileSystem();
  const counting = { ...fileSystem, syncFolder: async (path: string) => { syncs += 1; await fileSystem.syncFolder(path); }, append: async (path: string, text: string, options?: { isDurable: boolean }) => { syncs += options?.isDurable === false ? 0 : 1; await fileSystem.append(path, text, options); } };
  await createChangeLog(counting, folder).append([pet(1)], begin);
  await createChangeLog(counting, folder).append([pet(2)], begin);
  t.is(syncs, 0);
  t.is(readFileSync(join(folder, 'changes.jsonl'), 'utf8').split('\n').length, 3);
});
