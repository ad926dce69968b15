/** The change log is disposable: whatever becomes of the file, what can be read is told, and nobody is bothered. */
import { spawn } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Activity } from '../../source/domain/activity.ts';
import { toInt64 } from '../../source/domain/int64.ts';
import { createChangeLog } from '../../source/local/change-log.ts';
import { diskFileSystem } from '../../source/platform/files/file-system.ts';
import { createFaultFileSystem } from '../helpers/fault-file-system.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const begin = Date.UTC(2026, 10, 21);
const at = (seconds: number): string => new Date(begin + seconds * 1000).toISOString();
const pet = (number: number, seconds = number): Activity => ({
  at: at(seconds),
  kind: 'new',
  id: toInt64(number)!,
  name: `Pet ${number}`,
});
const since = at(0);
const filesIn = (folder: string): readonly string[] => readdirSync(folder).sort();

test('what was appended is read by another petstore, as far as it was asked for', async (t) => {
  const folder = temporaryFolder(t);
  await createChangeLog(diskFileSystem, folder).append([pet(1), pet(2)]);
  await createChangeLog(diskFileSystem, folder).append([pet(3)]);
  const log = createChangeLog(diskFileSystem, folder);
  t.deepEqual(await log.readSince(since, begin), [pet(1), pet(2), pet(3)]);
  t.deepEqual(await log.readSince(at(2), begin), [pet(3)]);
});

test('nothing is there before anything was written, and nothing to write makes no file', async (t) => {
  const folder = temporaryFolder(t);
  const log = createChangeLog(diskFileSystem, folder);
  t.deepEqual(await log.readSince(since, begin), []);
  await log.append([]);
  t.deepEqual(filesIn(folder), []);
});

test('a line that a crash tore off harms that line alone', async (t) => {
  const folder = temporaryFolder(t);
  const log = createChangeLog(diskFileSystem, folder);
  await log.append([pet(1)]);
  appendFileSync(join(folder, 'changes.1.jsonl'), '\n{"at":"2026-11-21T00:00:02.000Z","kind":"ne');
  await log.append([pet(3)]);
  t.deepEqual(await log.readSince(since, begin), [pet(1), pet(3)]);
});

for (const [what, content] of [
  ['of a newer version', '{"at":"2026-11-21T00:00:01.000Z","what":1}'],
  ['damaged', '\0\0\0\0'],
  ['empty', ''],
] as const) {
  test(`what is ${what} is left out`, async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'changes.1.jsonl'), content);
    const log = createChangeLog(diskFileSystem, folder);
    t.deepEqual(await log.readSince(since, begin), []);
    await log.append([pet(1)]);
    t.deepEqual(await log.readSince(since, begin), [pet(1)]);
  });
}

const many = (from: number, count: number, seconds = 0): readonly Activity[] =>
  Array.from({ length: count }, (_, index) => pet(from + index, seconds + from + index));

test('the youngest 10 000 rows are told, over both files, and none that is older than 30 days', async (t) => {
  const folder = temporaryFolder(t);
  const log = createChangeLog(diskFileSystem, folder);
  const days = (count: number): number => count * 24 * 60 * 60;
  await log.append(many(1, 6000));
  await log.append(many(6001, 6000, days(20)));
  t.is((await log.readSince(since, begin)).length, 10_000);
  await log.append([pet(12_001, days(21))]);
  const kept = await log.readSince(since, begin);
  t.is(kept.length, 10_000);
  t.like(kept.at(-1), { name: 'Pet 12001' });
  t.like(kept[0], { name: 'Pet 2002' });
  t.deepEqual(filesIn(folder), ['changes.1.jsonl', 'changes.2.jsonl']);

  await log.append(many(12_002, 2500, days(21)));
  t.is(
    (await log.readSince(since, begin + days(45) * 1000)).length,
    6000 + 2501,
    'what was seen in the first days is 45 days old',
  );
  t.deepEqual((await log.readSince(at(days(21) + 14_500), begin)).length, 1);
});

test('the whole history is read from its beginning, however old it is, and the files do not become more', async (t) => {
  const folder = temporaryFolder(t);
  const log = createChangeLog(diskFileSystem, folder);
  t.deepEqual(await log.readAll(), []);
  await log.append([pet(1, -90 * 24 * 60 * 60), ...many(2, 10_000)]);
  await log.append([pet(20_000)]);
  appendFileSync(join(folder, 'changes.2.jsonl'), '\n{"at":"torn');
  const all = await log.readAll();
  t.is(all.length, 10_002);
  t.like(all[0], { name: 'Pet 1' });
  t.like(all.at(-1), { name: 'Pet 20000' });
  for (const part of [3, 4]) {
    await log.append(many(part * 20_000, 10_000));
    await log.append([pet(part)]);
    t.deepEqual(filesIn(folder), [`changes.${part - 1}.jsonl`, `changes.${part}.jsonl`]);
  }
});

test('a store that was out of reach when the older file ended is told to be back in the new one', async (t) => {
  const folder = temporaryFolder(t);
  const log = createChangeLog(diskFileSystem, folder);
  await log.append([{ at: at(1), kind: 'connection', state: 'offline' }, ...many(2, 10_000)]);
  await log.append([pet(20_000)]);
  await log.append([{ at: at(20_001), kind: 'connection', state: 'offline' }]);
  await log.append([{ at: at(20_002), kind: 'connection', state: 'online' }]);
  t.deepEqual(
    (await log.readSince(at(10_500), begin)).map(({ kind }) => kind),
    ['new', 'connection'],
  );
});

test('programs that write at once, while the next file is begun, lose no row', async (t) => {
  const folder = temporaryFolder(t);
  await createChangeLog(diskFileSystem, folder).append(many(1, 9900));
  const write = (writer: number) =>
    new Promise<void>((resolve, reject) => {
      const script = `
        import { createChangeLog } from ${JSON.stringify(new URL('../../source/local/change-log.ts', import.meta.url).href)};
        import { diskFileSystem } from ${JSON.stringify(new URL('../../source/platform/files/file-system.ts', import.meta.url).href)};
        const log = createChangeLog(diskFileSystem, ${JSON.stringify(folder)});
        for (let index = 0; index < 100; index += 1) {
          await log.append([{ at: new Date(${begin} + 1e9).toISOString(), kind: 'new', id: String(${writer} * 1000 + index), name: 'W' }]);
        }`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      child.on('error', reject);
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ended with ${code}`))));
    });
  await Promise.all([1, 2].map(write));
  const ids = (await createChangeLog(diskFileSystem, folder).readSince(at(20_000), begin)).flatMap((activity) =>
    'id' in activity ? [activity.id] : [],
  );
  t.is(new Set(ids).size, 200);
  t.is(ids.length, 200);
  t.deepEqual(filesIn(folder), ['changes.1.jsonl', 'changes.2.jsonl'], 'the next one was begun meanwhile');
});

test('nothing of it is made durable: a list must not wait for the disk', async (t) => {
  const folder = temporaryFolder(t);
  const fileSystem = createFaultFileSystem();
  const log = createChangeLog(fileSystem, folder);
  await log.append([pet(1)]);
  await log.append([pet(2)]);
  t.deepEqual(
    fileSystem.operations.filter((operation) => /^(sync|open)/.test(operation)),
    [],
  );
  t.is(readFileSync(join(folder, 'changes.1.jsonl'), 'utf8').split('\n').filter(Boolean).length, 2);
});
