import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import type { Entry } from '../../source/domain/entry.ts';
import { type Int64, toInt64 } from '../../source/domain/int64.ts';
import { proofOf } from '../../source/domain/proof.ts';
import { archivable } from '../../source/local/archived-entry.ts';
import type { Archive } from '../../source/local/archive.ts';
import type { LocalFiles } from '../../source/local/local-files.ts';
import { createFaultFileSystem } from '../helpers/fault-file-system.ts';
import { serialiseNewPet } from '../../source/platform/json/json.ts';
import { openStore } from '../helpers/open-store.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const dayMs = 24 * 3_600_000;
const begin = Date.UTC(2026, 0, 1);

/** The n-th animal of somebody who adds 25 a day. */
function settled(number: number): Entry {
  const at = new Date(begin + Math.floor(number / 25) * dayMs).toISOString();
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
    history: [{ kind: 'retried', at }],
  };
}

const range = (from: number, to: number): readonly Entry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => settled(from + index));

/** A store whose queue gave out more numbers than any of these. Every file operation is noted. */
async function open(folder: string): Promise<{
  readonly archive: Archive;
  readonly files: LocalFiles;
  readonly fileSystem: ReturnType<typeof createFaultFileSystem>;
}> {
  const fileSystem = createFaultFileSystem();
  const files = await openStore(folder, { fileSystem });
  await files.queue.change((queue) => ({ queue: { ...queue, next: 1_000_000 }, result: undefined }));
  return { archive: files.archive, files, fileSystem };
}

/** Archives a year's animals, a thousand at a time, in a folder. */
async function setYear(folder: string, count: number): ReturnType<typeof open> {
  const writer = await open(folder);
  for (let number = 1; number <= count; number += 1000) {
    await writer.archive.archive(range(number, Math.min(count, number + 999)));
  }

  return await open(folder);
}

test('the proof of an animal stays when its history goes', async (t) => {
  const folder = temporaryFolder(t);
  const writer = await open(folder);
  const at = '2026-01-01T00:00:00.000Z';
  const sender = { profile: 'main', keyEnd: 'dtSg' };
  const entered = { kind: 'entered', at, localId: 'Q-1', body: '{}', key: 'k-1', ...sender } as const;
  await writer.archive.archive([{ ...settled(1), history: [entered, { kind: 'discarded', at }] }]);
  const { archive } = await open(folder);
  const found = await archive.find('Q-1');
  t.deepEqual(found?.history, []);
  t.deepEqual(proofOf(found!), [
    { at, kind: 'entered', ...sender },
    { at, kind: 'discarded' },
  ]);
});

test('each is found by its Q number, whichever month it is in, and keeps its pet id', async (t) => {
  const folder = temporaryFolder(t);
  const { archive } = await setYear(folder, 3000);
  t.true(
    readdirSync(join(folder, 'archive')).includes('2026-01.json') &&
      readdirSync(join(folder, 'archive')).includes('2026-03.json'),
  );
  for (const number of [1, 774, 775, 3000]) {
    t.like(await archive.find(`Q-${number}`), {
      name: `Pet ${number}`,
      petId: String(number + 50_000),
      state: 'created',
    });
  }

  t.is(await archive.find('Q-3001'), undefined);
  await archive.prepareOwners([toInt64(50_001)!]);
  t.is(archive.owner(toInt64(50_001)!), 'Q-1');
  await archive.prepareOwners([toInt64(99_999)!]);
  t.is(archive.owner(toInt64(99_999)!), undefined);
});

test('the owner of a pet id is looked for from the latest month down, and of an id above all that are known nowhere', async (t) => {
  const { archive, fileSystem } = await setYear(temporaryFolder(t), 3000);
  const reads = (): readonly string[] => fileSystem.operations.filter((each) => each.startsWith('read '));
  fileSystem.operations.length = 0;
  await archive.prepareOwners([toInt64(900_001)!]);
  t.deepEqual(fileSystem.operations, []);
  await archive.prepareOwners([toInt64(53_000)!]);
  t.is(archive.owner(toInt64(53_000)!), 'Q-3000');
  t.is(reads().length, 1);
  await archive.prepareOwners([toInt64(50_001)!]);
  t.is(archive.owner(toInt64(50_001)!), 'Q-1');
});

test('a reset makes all that was archived before it former, and nothing that is archived later', async (t) => {
  const folder = temporaryFolder(t);
  const { archive } = await setYear(folder, 3000);
  await archive.archive(range(3001, 3002), { former: { ours: [] } });
  await archive.archive(range(3003, 4500));
  const { archive: after, files } = await open(folder);
  await after.prepareOwners();
  t.is(files.queue.data().resets, 1);
  for (const [number, isFormer] of [
    [1, true],
    [3001, true],
    [3003, undefined],
    [4500, undefined],
  ] as const) {
    t.is((await after.find(`Q-${number}`))?.elsewhere, isFormer && 'former-store', String(number));
    t.is(after.owner(toInt64(number + 50_000)!), isFormer ? undefined : `Q-${number}`);
  }
});

test("what is in the queue as well is the queue's: the archive had it first, and a person took it back", async (t) => {
  const folder = temporaryFolder(t);
  const { queue, archive } = await openStore(folder);
  const at = '2026-01-01T00:00:00.000Z';
  const [entry] = await queue.enter([{ name: 'Rex', categoryId: '3' as Int64 }], at);
  const discarded = await queue.append(entry!, { kind: 'discarded', at });
  await queue.append(discarded, { kind: 'restored', at });
  await archive.archive([discarded]);
  t.is(queue.entries()[0]?.state, 'queued');
  t.is(await archive.find('Q-1'), undefined);
  t.deepEqual(await archive.all(), []);
});

test('of an archived animal it is known which row of an import it was, as it was entered', async (t) => {
  const folder = temporaryFolder(t);
  const { queue, archive } = await openStore(folder);
  const at = '2026-01-31T00:00:00.000Z';
  const pets = ['Rex', 'Coco', 'Luna'].map((name) => ({ name, categoryId: '3' as Int64 }));
  const { entries } = await queue.import(() => ({ pets }), at);
  await queue.append(entries[1]!, {
    kind: 'edited',
    at,
    body: serialiseNewPet({ ...pets[1]!, name: 'Cocoa' }),
    key: 'another',
  });
  await queue.append(entries[2]!, { kind: 'discarded', at });
  await archive.archive(queue.entries());
  const later = (await openStore(folder)).archive;
  for (const each of [archive, later]) {
    const rows = await each.importedSince('2026-01-15T00:00:00.000Z');
    t.deepEqual(
      rows.map(({ number, pet }) => `${number} ${pet.name}`),
      ['1 Rex', '2 Coco'],
      'what was taken back before it was sent is as if never imported',
    );
    t.is(new Set(rows.map(({ batch }) => batch)).size, 1);
    t.deepEqual(await each.importedSince('2026-02-01T00:00:00.000Z'), []);
  }

  t.like(await later.find('Q-2'), { name: 'Cocoa' });
});

test('a disk that is full while a month is written loses none of it', async (t) => {
  const folder = temporaryFolder(t);
  const { archive, fileSystem } = await setYear(folder, 900);
  for (const nth of [1, 2]) {
    let writes = 0;
    fileSystem.failAll('ENOSPC', (operation) => operation === 'write' && (writes += 1) >= nth);
    await t.throwsAsync(archive.archive(range(901, 1100)), { code: 'ENOSPC' });
    fileSystem.heal();
  }

  await archive.archive(range(901, 1100));
  const { archive: after } = await open(folder);
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
      archivable([...Array.from({ length: 300 }, () => aged((2 * dayMs) / 24, more)), aged((2 * dayMs) / 24, {})], now)
        .length,
      0,
    );
  }
});

test('all of them are told in the order in which they were entered', async (t) => {
  const { archive } = await setYear(temporaryFolder(t), 3000);
  const all = await archive.all();
  t.is(all.length, 3000);
  t.deepEqual([all[0]?.localId, all[998]?.localId, all.at(-1)?.localId], ['Q-1', 'Q-999', 'Q-3000']);
});
