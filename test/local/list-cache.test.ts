import { join } from 'node:path';
import test from 'ava';
import type { Int64 } from '../../source/domain/int64.js';
import { diskFileSystem } from '../../source/platform/files/file-system.js';
import { createListCache, type SavedCopy } from '../../source/local/list-cache.js';
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

test('one pet is read without the others, whatever names say', async (t) => {
  const cache = createListCache(diskFileSystem, temporaryFolder(t));
  await cache.write(copy);
  for (const pet of copy.pets) {
    t.deepEqual(await cache.readOne(pet.id), { ...copy, pets: [pet] });
  }

  t.deepEqual(await cache.readOne(id('3')), { ...copy, pets: [] });
});

test('one pet of no copy, an empty one and a damaged one is none', async (t) => {
  const folder = temporaryFolder(t);
  const cache = createListCache(diskFileSystem, folder);
  t.is(await cache.readOne(id('1')), undefined);
  await cache.write({ resets: 0, pets: [], lists: {}, lookedUp: [] });
  t.deepEqual((await cache.readOne(id('1')))?.pets, []);
  const file = await diskFileSystem.openNew(join(folder, 'other'));
  await file.write('{"version":1,"checksum":"00000000","data":{}}');
  await file.close();
  await diskFileSystem.rename(join(folder, 'other'), cache.path);
  t.is(await cache.readOne(id('1')), undefined);
});
