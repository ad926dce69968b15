import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Entry } from '../../source/domain/entry.js';
import { type Int64, toInt64 } from '../../source/domain/int64.js';
import { archivable } from '../../source/local/archived-entry.js';
import { type Archive, createArchive } from '../../source/local/archive.js';
import { createFaultFileSystem } from '../helpers/fault-file-system.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';
import { howMany } from '../helpers/tier.js';

const dayMs = 24 * 3_600_000;
const begin = Date.UTC(2026, 0, 1);

/** The n-th animal of somebody who adds a hundred a day. */
function settled(number: number): Entry {
  const at = new Date(begin + Math.floor(number / 100) * dayMs).toISOString();
  return {
    name: `Pet ${number}`,
    categoryId: '3' as Int64,
    localId: `Q-${number}`,
    number,
    petId: toInt64(number + 50_000)!,
    state: 'created',
    createdAt: at,
    attempts: 1,
    body: '',
    key: '',
    notMine: [],
    history: [{ kind: 'retried', at }],
  };
}

const range = (from: number, to: number): readonly Entry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => settled(from + index));

/** Archives a year's animals, a thousand at a time, in a folder; every file operation is noted. */
async function setYear(
  folder: string,
  count: number,
): Promise<{ readonly archive: Archive; readonly fileSystem: ReturnType<typeof createFaultFileSystem> }> {
  mkdirSync(join(folder, 'queue'), { recursive: true });
  const fileSystem = createFaultFileSystem();
  const writer = createArchive(fileSystem, folder, join(folder, 'queue'));
  for (let number = 1; number <= count; number += 1000) {
    await writer.archive(range(number, Math.min(count, number + 999)));
  }

  const archive = createArchive(fileSystem, folder, join(folder, 'queue'));
  await archive.load();
  return { archive, fileSystem };
}

// With `npm test` its first ten weeks stand for it: they are in several months as well.
const year = howMany(7300, 36_500);

test('a year of use costs a start no more than a week of it: one file, and no longer', async (t) => {
  const folders = { week: temporaryFolder(t), year: temporaryFolder(t) };
  await setYear(folders.week, 700);
  const { fileSystem } = await setYear(folders.year, year);
  fileSystem.operations.length = 0;
  const archive = createArchive(fileSystem, folders.year, join(folders.year, 'queue'));
  await archive.load();
  t.is(archive.highest(), year);
  t.true(archive.has(1) && archive.has(year) && !archive.has(year + 1));
  t.deepEqual(fileSystem.operations.filter((operation) => operation.startsWith('read')).length, 1);
  const sizes = Object.values(folders).map((folder) => readFileSync(join(folder, 'archive.json')).length);
  t.true(sizes[1]! <= 2 * sizes[0]!, String(sizes));
});

test('each is found by its Q number, whichever month it is in, and keeps its pet id', async (t) => {
  const folder = temporaryFolder(t);
  const { archive } = await setYear(folder, 12_000);
  t.true(
    readdirSync(join(folder, 'archive')).includes('2026-01.json') &&
      readdirSync(join(folder, 'archive')).includes('2026-03.copy.json'),
  );
  for (const number of [1, 3099, 5000, 12_000]) {
    t.like(await archive.find(`Q-${number}`), {
      name: `Pet ${number}`,
      petId: String(number + 50_000),
      state: 'created',
    });
  }

  t.is(await archive.find('Q-12001'), undefined);
  await archive.prepareOwners([toInt64(50_001)!]);
  t.is(archive.owner(toInt64(50_001)!), 'Q-1');
  await archive.prepareOwners([toInt64(99_999)!]);
  t.is(archive.owner(toInt64(99_999)!), undefined);
});

test('the owner of a pet id is looked for from the latest month down, and of an id above all that are known nowhere', async (t) => {
  const { archive, fileSystem } = await setYear(temporaryFolder(t), 12_000);
  const reads = (): readonly string[] => fileSystem.operations.filter((each) => each.startsWith('read '));
  fileSystem.operations.length = 0;
  await archive.prepareOwners([toInt64(900_001)!]);
  t.deepEqual(fileSystem.operations, []);
  await archive.prepareOwners([toInt64(62_000)!]);
  t.is(archive.owner(toInt64(62_000)!), 'Q-12000');
  t.is(reads().length, 1);
  await archive.prepareOwners([toInt64(50_001)!]);
  t.is(archive.owner(toInt64(50_001)!), 'Q-1');
});

test('a reset makes all that was archived before it former, and nothing that is archived later', async (t) => {
  const folder = temporaryFolder(t);
  const { archive } = await setYear(folder, 3000);
  await archive.archive(range(3001, 3002), { isReset: true });
  await archive.archive(range(3003, 4500));
  const after = createArchive(createFaultFileSystem(), folder, join(folder, 'queue'));
  await after.load();
  await after.prepareOwners();
  t.is(after.resets(), 1);
  for (const [number, isFormer] of [
    [1, true],
    [3001, true],
    [3003, undefined],
    [4500, undefined],
  ] as const) {
    t.is((await after.find(`Q-${number}`))?.elsewhere, isFormer && 'before-reset', String(number));
    t.is(after.owner(toInt64(number + 50_000)!), isFormer ? undefined : `Q-${number}`);
  }
});

test('a month that is torn is answered for by its copy; where both are, it is said, their numbers stay taken, and the rest goes on', async (t) => {
  const folder = temporaryFolder(t);
  await setYear(folder, 6000);
  const open = async (): Promise<Archive> => {
    const archive = createArchive(createFaultFileSystem(), folder, join(folder, 'queue'));
    await archive.load();
    return archive;
  };
  truncateSync(join(folder, 'archive', '2026-01.json'), 500);
  t.like(await (await open()).find('Q-1'), { name: 'Pet 1' });
  rmSync(join(folder, 'archive', '2026-01.copy.json'));
  const archive = await open();
  t.is(await archive.find('Q-1'), undefined);
  t.true(archive.has(1));
  t.regex(archive.problems()[0]!.reason, /2026-01 cannot be looked up/);
  t.like(await archive.find('Q-4000'), { name: 'Pet 4000' });
});

test('where the head and its copy are torn, the months tell what is archived, and are written over by nobody', async (t) => {
  const folder = temporaryFolder(t);
  await setYear(folder, 2500);
  for (const name of ['archive.json', 'archive.copy.json']) {
    truncateSync(join(folder, name), 50);
  }

  const archive = createArchive(createFaultFileSystem(), folder, join(folder, 'queue'));
  await archive.load();
  t.is(archive.highest(), 2500);
  t.like(await archive.find('Q-1'), { name: 'Pet 1' });
  await archive.archive(range(2501, 3600));
  const after = createArchive(createFaultFileSystem(), folder, join(folder, 'queue'));
  await after.load();
  for (const number of [1, 2000, 2501, 3600]) {
    t.like(await after.find(`Q-${number}`), { name: `Pet ${number}`, petId: String(number + 50_000) });
  }

  t.true(after.has(1));
  await after.prepareOwners([toInt64(50_001)!]);
  t.is(after.owner(toInt64(50_001)!), 'Q-1');
});

test('where a month is torn as well, the numbers that its pieces speak of stay taken', async (t) => {
  const folder = temporaryFolder(t);
  await setYear(folder, 700);
  const names = ['archive.json', 'archive.copy.json', 'archive/2026-01.json', 'archive/2026-01.copy.json'];
  for (const path of names.map((name) => join(folder, name))) {
    truncateSync(path, readFileSync(path).length - 5);
  }

  const archive = createArchive(createFaultFileSystem(), folder, join(folder, 'queue'));
  await archive.load();
  t.is(archive.highest(), 700);
  t.is(await archive.find('Q-1'), undefined);
  t.deepEqual([...new Set(archive.problems().map(({ code }) => code))], ['archive_lost']);
});

test('a month that was torn and is written again is torn no more, and is not moved aside the next time', async (t) => {
  const folder = temporaryFolder(t);
  await setYear(folder, 2000);
  for (const name of ['2026-01.json', '2026-01.copy.json']) {
    truncateSync(join(folder, 'archive', name), 500);
  }

  const archive = createArchive(createFaultFileSystem(), folder, join(folder, 'queue'));
  await archive.load();
  t.is(await archive.find('Q-1'), undefined);
  for (const [from, to] of [
    [2001, 2500],
    [2501, 3099],
  ] as const) {
    await archive.archive([...range(from, to), ...range(from + 10_000, to + 10_500)]);
    t.is(
      readdirSync(join(folder, 'archive')).filter((name) => name.includes('.damaged-')).length,
      2,
      'only what was torn',
    );
  }

  t.like(await archive.find('Q-2001'), { name: 'Pet 2001' });
  t.deepEqual(archive.problems(), []);
});

test('a disk that is full while a month is written loses none of it', async (t) => {
  const folder = temporaryFolder(t);
  const { archive, fileSystem } = await setYear(folder, 900);
  for (const nth of [1, 2, 3, 4]) {
    let writes = 0;
    fileSystem.failAll('ENOSPC', (operation) => operation === 'write' && (writes += 1) >= nth);
    await t.throwsAsync(archive.archive(range(901, 1100)), { code: 'ENOSPC' });
    fileSystem.heal();
  }

  await archive.archive(range(901, 1100));
  const after = createArchive(createFaultFileSystem(), folder, join(folder, 'queue'));
  await after.load();
  for (const number of [1, 900, 901, 1100]) {
    t.like(await after.find(`Q-${number}`), { name: `Pet ${number}` });
  }
});

test('what was settled a day ago is archived, of many what was an hour ago, and nothing that was settled just now', (t) => {
  const now = begin + 10 * dayMs;
  const at = (number: number, ageMs: number): Entry => ({
    ...settled(number),
    history: [{ kind: 'retried', at: new Date(now - ageMs).toISOString() }],
  });
  t.is(archivable([at(1, dayMs + 1), at(2, dayMs - 1)], now).length, 1);
  t.is(
    archivable(
      Array.from({ length: 300 }, (_, index) => at(index + 1, 2 * 3_600_000)),
      now,
    ).length,
    100,
  );
  t.is(
    archivable(
      Array.from({ length: 300 }, (_, index) => at(index + 1, 60_000)),
      now,
    ).length,
    0,
  );
  t.is(archivable([{ ...at(1, 3 * dayMs), state: 'queued' }], now).length, 0);
});

test('what can still be restored or taken back stays for thirty days, and is no reason to archive anything else', (t) => {
  const now = begin + 100 * dayMs;
  const aged = (ageMs: number, more: Partial<Entry>): Entry => ({
    ...settled(1),
    ...more,
    history: [{ kind: 'retried', at: new Date(now - ageMs).toISOString() }],
  });
  for (const more of [
    { state: 'discarded' },
    { adopted: { by: 'engine', evidence: 'It is the only one.' } },
  ] as const) {
    t.is(archivable([aged(29 * dayMs, more)], now).length, 0);
    t.is(archivable([aged(31 * dayMs, more)], now).length, 1);
    t.is(
      archivable([aged(29 * dayMs, { ...more, isMarkedArchived: true })], now).length,
      1,
      'the archive has it already',
    );
    t.is(
      archivable([...Array.from({ length: 300 }, () => aged((2 * dayMs) / 24, more)), aged((2 * dayMs) / 24, {})], now)
        .length,
      0,
    );
  }
});

test('all of them are told in the order in which they were entered', async (t) => {
  const { archive } = await setYear(temporaryFolder(t), 12_000);
  const all = await archive.all();
  t.is(all.length, 12_000);
  t.deepEqual([all[0]?.localId, all[998]?.localId, all.at(-1)?.localId], ['Q-1', 'Q-999', 'Q-12000']);
});
