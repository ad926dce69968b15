import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { type Int64, toInt64 } from '../../source/domain/int64.ts';
import type { Pet } from '../../source/domain/pet.ts';
import { createVersionGate, NewerDocument } from '../../source/local/documents/document.ts';
import { readSavedPet } from '../../source/local/read-saved-pet.ts';
import { createSavedPets, type SavedCopy } from '../../source/local/saved-pets.ts';
import { diskFileSystem, type FileSystem } from '../../source/platform/files/file-system.ts';
import { createFaultFileSystem } from '../helpers/fault-file-system.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const id = (text: string) => text as Int64;
const copy: SavedCopy = {
  resets: 0,
  pets: [
    { id: id('1'), name: '["2","no","3"]],"pets":[', categoryId: id('3'), status: 'sold' },
    { id: id('2'), name: '],["21",', categoryId: id('4') },
    { id: id('21'), name: 'Last ]}', categoryId: id('5'), status: 'available' },
  ],
  lists: { all: { fetchedAt: '2026-01-02T03:04:05.000Z', complete: true, etag: '",\\"pets\\":["' } },
  lookedUp: [{ id: id('2'), at: '2026-01-03T03:04:05.000Z' }],
};
const petAt = (number: number): Pet => ({ id: toInt64(number)!, name: `Pet ${number}`, categoryId: id('3') });
const long: SavedCopy = {
  ...copy,
  pets: Array.from({ length: 2000 }, (_, index) => petAt(index + 1)),
  changes: 'https://store.example/v1/pets?since=x',
  wholeAt: '2026-01-02T03:04:05.000Z',
  lookedUp: [],
};
const open = (folder: string, fileSystem: FileSystem = diskFileSystem) =>
  createSavedPets(fileSystem, folder, createVersionGate());

test('what was written is read again, by another petstore too, out of one file', async (t) => {
  const folder = temporaryFolder(t);
  for (const each of [copy, long, { ...copy, pets: [] }]) {
    await open(folder).write(each);
    t.deepEqual(await open(folder).read(), each);
  }

  t.deepEqual(readdirSync(folder), ['pets.json']);
});

test('one pet is read without the others, whatever names say', async (t) => {
  const folder = temporaryFolder(t);
  t.throws(() => readSavedPet(folder, id('1')), { code: 'ENOENT' });
  await open(folder).write(copy);
  for (const pet of copy.pets) {
    const { lists, lookedUp } = copy;
    t.like(readSavedPet(folder, pet.id), { pet, lists, lookedUp });
  }

  t.is(readSavedPet(folder, id('3')), undefined);
  await open(folder).write({ ...copy, pets: [] });
  t.is(readSavedPet(folder, id('1')), undefined);
});

test('nothing was saved yet: no list, and no trouble', async (t) => {
  const pets = open(temporaryFolder(t));
  t.is(await pets.read(), undefined);
  t.is(pets.trouble(), undefined);
  t.is(await pets.readOthers(), undefined);
});

for (const [what, harm, why] of [
  ['torn', (path: string) => truncateSync(path, 300), /is damaged/],
  ['empty', (path: string) => truncateSync(path, 0), /is damaged: it is empty/],
  ['changed', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('Pet 77', 'Pat 77')), /damaged/],
  [
    'of a newer version',
    (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('"version":1', '"version":9')),
    /newer version/,
  ],
  [
    'a folder',
    (path: string) => {
      rmSync(path);
      mkdirSync(path);
    },
    /is damaged: it is a folder/,
  ],
] as const) {
  test(`a saved list that is ${what} is none, says why, and is written anew`, async (t) => {
    const folder = temporaryFolder(t);
    await open(folder).write(long);
    harm(join(folder, 'pets.json'));
    const gate = createVersionGate();
    const pets = createSavedPets(diskFileSystem, folder, gate);
    t.is(await pets.read(), undefined);
    t.regex(pets.trouble() ?? '', why);
    t.is(gate.newer(), undefined, 'the queue can be written all the same');
    t.throws(() => readSavedPet(folder, id('77')));
    await pets.write(long);
    t.is(pets.trouble(), undefined);
    t.deepEqual(await open(folder).read(), long);
  });
}

test('beside a queue of a newer version nothing is written', async (t) => {
  const folder = temporaryFolder(t);
  const gate = createVersionGate();
  gate.note(new NewerDocument(join(folder, 'queue.json')));
  await t.throwsAsync(createSavedPets(diskFileSystem, folder, gate).write(copy), { instanceOf: NewerDocument });
  t.deepEqual(readdirSync(folder), []);
});

test('a disk that is full leaves the list that was there, and nothing of the new one', async (t) => {
  const folder = temporaryFolder(t);
  await open(folder).write(long);
  const fileSystem = createFaultFileSystem();
  fileSystem.failAll('ENOSPC', (operation) => operation === 'write');
  await t.throwsAsync(open(folder, fileSystem).write(copy), { code: 'ENOSPC' });
  t.deepEqual(await open(folder).read(), long);
  t.deepEqual(readdirSync(folder), ['pets.json']);
});

test('two petstores: each sees what the other one wrote, and one of two writings at once counts', async (t) => {
  const folder = temporaryFolder(t);
  const [one, two] = [open(folder), open(folder)];
  await one.write(copy);
  t.is(await one.readOthers(), undefined, 'it is its own');
  t.deepEqual(await two.read(), copy);
  t.is(await two.readOthers(), undefined, 'it was read');
  await two.write(long);
  t.deepEqual(await one.readOthers(), long);
  t.is(await one.readOthers(), undefined);
  await Promise.all([one.write({ ...long, resets: 1 }), two.write({ ...long, resets: 2 })]);
  t.true([1, 2].includes((await open(folder).read())!.resets));
});

test('the saved list is written without an fsync: what a power cut tears is read again from the store', async (t) => {
  const fileSystem = createFaultFileSystem();
  await open(temporaryFolder(t), fileSystem).write(copy);
  t.deepEqual(
    fileSystem.operations.filter((operation) => operation.startsWith('sync')),
    [],
  );
});
