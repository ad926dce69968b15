import { readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { type Int64, toInt64 } from '../../source/domain/int64.js';
import type { Pet } from '../../source/domain/pet.js';
import { createVersionGate, NewerDocument } from '../../source/local/documents/document.js';
import { createListCache, headAlone, type SavedCopy } from '../../source/local/list-cache.js';
import { diskFileSystem } from '../../source/platform/files/file-system.js';
import { createFaultFileSystem } from '../helpers/fault-file-system.js';
import { temporaryFolder } from '../helpers/temporary-folder.js';

const id = (text: string) => text as Int64;
const copy: SavedCopy = {
  resets: 0,
  pets: [
    { id: id('1'), name: '{"id":"2","name":"no"}],"lists":{', categoryId: id('3'), status: 'sold' },
    { id: id('2'), name: ',{"id":"21",', categoryId: id('4') },
    { id: id('21'), name: 'Last ]}', categoryId: id('5'), status: 'available' },
  ],
  lists: { all: { fetchedAt: '2026-01-02T03:04:05.000Z', complete: true } },
  lookedUp: [{ id: '2' as Int64, at: '2026-01-03T03:04:05.000Z' }],
};
const petAt = (number: number): Pet => ({ id: toInt64(number)!, name: `Pet ${number}`, categoryId: id('3') });
/** Ten thousand pets are three shards. */
const long: SavedCopy = {
  ...copy,
  part: undefined,
  pets: Array.from({ length: 10_000 }, (_, index) => petAt(index + 1)),
  changes: 'https://store.example/v1/pets?since=x',
  wholeAt: '2026-01-02T03:04:05.000Z',
  lookedUp: [],
};
/** The newest pets, until they fill a screen. */
const newestPets = { isNewestFirst: true, isEnough: ({ length }: readonly Pet[]) => length >= 300 };
const filesIn = (folder: string, kind = ''): readonly string[] =>
  readdirSync(join(folder, 'cache')).filter((name) => name.startsWith(kind));

test('what was written is read again, by another petstore too', async (t) => {
  const folder = temporaryFolder(t);
  const full: SavedCopy = {
    ...long,
    part: {
      begunAt: '2026-01-02T03:04:05.000Z',
      next: 'https://store.example/v1/pets?after=2',
      pets: long.pets.slice(0, 2),
    },
  };
  await createListCache(diskFileSystem, folder).write(full);
  t.deepEqual((await createListCache(diskFileSystem, folder).open())?.copy, full);
  t.like(await createListCache(diskFileSystem, folder).open(headAlone), {
    count: 10_000,
    copy: { pets: [], lists: full.lists },
  });
  t.is(filesIn(folder, 'pets-').length, 3);
});

test('one pet is read without the others, whatever names say', async (t) => {
  const cache = createListCache(diskFileSystem, temporaryFolder(t));
  await cache.write(copy);
  for (const pet of copy.pets) {
    t.deepEqual((await cache.open({ id: pet.id }))?.copy.pets, [pet]);
  }

  t.deepEqual((await cache.open({ id: id('3') }))?.copy.pets, []);
});

test('one pet of no copy, an empty one and a damaged one is none', async (t) => {
  const folder = temporaryFolder(t);
  const cache = createListCache(diskFileSystem, folder);
  t.is(await cache.open({ id: id('1') }), undefined);
  await cache.write({ resets: 0, pets: [], lists: {}, lookedUp: [] });
  t.deepEqual((await cache.open({ id: id('1') }))?.copy.pets, []);
  writeFileSync(join(folder, 'cache', 'lists.json'), '{"version":1,"checksum":"00000000","data":{}}');
  t.is(await cache.open({ id: id('1') }), undefined);
});

test('a head and one pet cost one file and two, however many are saved', async (t) => {
  const fileSystem = createFaultFileSystem();
  const folder = temporaryFolder(t);
  await createListCache(diskFileSystem, folder).write(long);
  const read = async (work: (cache: ReturnType<typeof createListCache>) => Promise<unknown>): Promise<number> => {
    const before = fileSystem.operations.length;
    await work(createListCache(fileSystem, folder));
    return fileSystem.operations.slice(before).filter((operation) => operation.startsWith('read')).length;
  };
  t.is(await read((cache) => cache.open(headAlone)), 1);
  t.is(await read((cache) => cache.open({ id: id('9999') })), 2);
});

test('the newest pets cost the head and the last file, or the last two where that has but a few', async (t) => {
  const fileSystem = createFaultFileSystem();
  for (const [more, files, first] of [
    [0, 2, '8001'],
    [2010, 3, '8001'],
  ] as const) {
    const folder = temporaryFolder(t);
    const pets = [...long.pets, ...Array.from({ length: more }, (_, index) => petAt(10_001 + index))];
    await createListCache(diskFileSystem, folder).write({ ...long, pets });
    const before = fileSystem.operations.length;
    const newest = (await createListCache(fileSystem, folder).open(newestPets))?.copy.pets ?? [];
    t.is(fileSystem.operations.slice(before).filter((operation) => operation.startsWith('read')).length, files);
    t.is(newest[0]?.id, id(first));
    t.deepEqual(newest, pets.slice(-newest.length));
  }
});

test('the newest pets of no copy, and of one whose last file is missing or torn, are none', async (t) => {
  const folder = temporaryFolder(t);
  const cache = createListCache(diskFileSystem, folder);
  t.deepEqual((await cache.open(newestPets))?.copy.pets ?? [], []);
  await cache.write(copy);
  const [shard = ''] = filesIn(folder, 'pets-');
  truncateSync(join(folder, 'cache', shard), 40);
  t.deepEqual((await cache.open(newestPets))?.copy.pets ?? [], []);
  rmSync(join(folder, 'cache', shard), { force: true });
  t.deepEqual((await cache.open(newestPets))?.copy.pets ?? [], []);
});

test('a later date is written in less than 4 KiB, and one animal more in one shard', async (t) => {
  const folder = temporaryFolder(t);
  const cache = createListCache(diskFileSystem, folder);
  await cache.write(long);
  const before = filesIn(folder, 'pets-');
  await cache.write({ ...long, heardAt: '2026-01-02T04:04:05.000Z' });
  t.deepEqual(filesIn(folder, 'pets-'), before);
  t.true(readFileSync(join(folder, 'cache', 'lists.json')).length < 4096);
  const more = { ...long, pets: [...long.pets, petAt(10_001)] };
  await cache.write(more);
  t.is(
    filesIn(folder, 'pets-').filter((name) => before.includes(name)).length,
    3,
    'two are as they were, and the old third one stays for the head before',
  );
  t.is(filesIn(folder, 'pets-').length, 4);
  t.deepEqual((await createListCache(diskFileSystem, folder).open())?.copy.pets, more.pets);
});

for (const [what, harm] of Object.entries({
  missing: (path: string) => rmSync(path),
  torn: (path: string) => truncateSync(path, 300),
  empty: (path: string) => truncateSync(path, 0),
})) {
  test(`a shard that is ${what}: the others are shown, nothing says that this is all, and the next writing makes it whole`, async (t) => {
    const folder = temporaryFolder(t);
    await createListCache(diskFileSystem, folder).write(long);
    harm(join(folder, 'cache', filesIn(folder, 'pets-')[1]!));
    const cache = createListCache(diskFileSystem, folder);
    const found = (await cache.open())?.copy;
    t.true(found!.pets.length > 1000 && found!.pets.length < 10_000);
    t.false(found!.lists.all?.complete);
    t.like(found, { changes: undefined, wholeAt: undefined });
    await cache.write(long);
    t.deepEqual((await createListCache(diskFileSystem, folder).open())?.copy, long);
  });
}

test('a shard of a newer version closes the store', async (t) => {
  const folder = temporaryFolder(t);
  await createListCache(diskFileSystem, folder).write(long);
  const path = join(folder, 'cache', filesIn(folder, 'pets-')[1]!);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"version":1', '"version":9'));
  const gate = createVersionGate();
  const cache = createListCache(diskFileSystem, folder, gate);
  await t.throwsAsync(cache.open(), { instanceOf: NewerDocument });
  t.truthy(gate.newer());
  await t.throwsAsync(cache.write(long), { instanceOf: NewerDocument });
});

test('a disk that is full half-way through the shards leaves the copy that was there, and nothing of the new one', async (t) => {
  const folder = temporaryFolder(t);
  await createListCache(diskFileSystem, folder).write(long);
  const before = filesIn(folder);
  const renamed = { ...long, pets: long.pets.map((pet) => ({ ...pet, name: `${pet.name} the second` })) };
  for (const nth of [1, 2, 3]) {
    const fileSystem = createFaultFileSystem();
    const cache = createListCache(fileSystem, folder);
    await cache.open();
    let writes = 0;
    fileSystem.failAll('ENOSPC', (operation) => operation === 'write' && (writes += 1) >= nth);
    await t.throwsAsync(cache.write(renamed), { code: 'ENOSPC' });
    fileSystem.heal();
    t.deepEqual((await createListCache(diskFileSystem, folder).open())?.copy, long, `at write ${nth}`);
  }

  const cache = createListCache(diskFileSystem, folder);
  await cache.write(renamed);
  t.deepEqual((await cache.open())?.copy.pets, renamed.pets);
  utimesSync(join(folder, 'cache', 'lists.json'), new Date(0), new Date(0));
  await cache.write({ ...renamed, heardAt: '2026-01-02T05:04:05.000Z' });
  t.false(
    filesIn(folder).some((name) => before.includes(name) && !name.startsWith('lists')),
    'two heads later nothing names them any more',
  );
});

test('two petstores that write at the same time leave a copy that can be read', async (t) => {
  const folder = temporaryFolder(t);
  const [one, two] = [createListCache(diskFileSystem, folder), createListCache(diskFileSystem, folder)];
  await one.write(long);
  await two.open();
  await Promise.all([
    one.write({ ...long, pets: long.pets.slice(1) }),
    two.write({ ...long, pets: long.pets.slice(2) }),
  ]);
  const found = (await createListCache(diskFileSystem, folder).open())?.copy;
  t.true(
    [9999, 9998].includes(found!.pets.length) || !found!.lists.all!.complete,
    'what is missing is not said to be all',
  );
});

test('a head that a power cut tore leaves the one before, with its pets and what was known of the service', async (t) => {
  const folder = temporaryFolder(t);
  const cache = createListCache(diskFileSystem, folder);
  const pets = long.pets.slice(0, 20);
  const known: SavedCopy = { ...copy, pets, resets: 1 };
  await cache.write({ ...copy, pets });
  await cache.write({ ...copy, pets, heardAt: '2026-01-02T03:05:05.000Z' });
  await cache.write(known);
  await cache.write({ ...known, pets: long.pets.slice(0, 30), heardAt: '2026-01-02T04:04:05.000Z' });
  await cache.write({ ...known, pets: long.pets.slice(0, 40), heardAt: '2026-01-02T05:04:05.000Z' });
  truncateSync(join(folder, 'cache', 'lists.json'), 40);
  const again = createListCache(diskFileSystem, folder);
  t.like((await again.open())?.copy, known);
  t.like(await again.open(headAlone), { count: 20, copy: { resets: 1 } });
  await again.write({ ...known, heardAt: '2026-01-02T06:04:05.000Z' });
  t.is((await createListCache(diskFileSystem, folder).open())?.copy.heardAt, '2026-01-02T06:04:05.000Z');
  await again.clear();
  t.deepEqual(filesIn(folder), []);
});

test('a later date is written without an fsync, and what sending depends on with two', async (t) => {
  const fileSystem = createFaultFileSystem();
  const cache = createListCache(fileSystem, temporaryFolder(t));
  await cache.write(copy);
  const syncs = async (next: SavedCopy): Promise<number> => {
    const before = fileSystem.operations.length;
    await cache.write(next);
    return fileSystem.operations.slice(before).filter((operation) => operation.startsWith('sync')).length;
  };
  t.is(await syncs({ ...copy, heardAt: '2026-01-02T03:05:05.000Z' }), 0);
  t.is(await syncs({ ...copy, pets: long.pets.slice(0, 30) }), 0);
  t.is(await syncs({ ...copy, resets: copy.resets + 1 }), 2);
});
