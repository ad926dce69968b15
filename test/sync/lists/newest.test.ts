/** Of a long list the newest are shown before all of it is read, and nothing that is shown then claims to be all there is. */
import test from 'ava';
import { type Int64, toInt64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import { createListCache } from '../../../source/local/list-cache.js';
import { diskFileSystem } from '../../../source/platform/files/file-system.js';
import type { Engine } from '../../../source/sync/api.js';
import { openEngine } from '../../helpers/open-engine.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const pets: readonly Pet[] = Array.from({ length: 10_000 }, (_, index) => ({ id: toInt64(index + 1)!, name: `Pet ${index + 1}`, categoryId: '3' as Int64, status: 'available' }));
const fetched = { fetchedAt: '2026-01-02T03:04:05.000Z', complete: true };
/** Nothing listens there. */
const nowhere = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'x' };

async function openLong(t: Parameters<typeof openEngine>[0]): Promise<Engine> {
  const folder = temporaryFolder(t);
  await createListCache(diskFileSystem, folder).write({ resets: 0, pets, lists: { all: fetched, sold: fetched }, lookedUp: [] });
  return openEngine(t, folder, nowhere);
}

test('the newest come first, as a part of a list, and then all of it', async (t) => {
  const engine = await openLong(t);
  await engine.load('queue');
  t.like(engine.snapshot(), { pets: [], petsNotRead: 10_000, loaded: false });

  await engine.load('newest');
  const { pets: newest, petsNotRead, lists, loaded } = engine.snapshot();
  t.is(newest.at(-1)?.id, '10000' as Int64);
  t.true(newest.length > 300 && newest.length < 10_000);
  t.is(newest.length + petsNotRead, 10_000);
  t.false(loaded);
  t.deepEqual([lists.all, lists.sold].map(({ complete, fetchedAt }) => [complete, fetchedAt]), [[false, fetched.fetchedAt], [false, fetched.fetchedAt]]);

  await engine.load();
  const whole = engine.snapshot();
  t.is(whole.pets.length, 10_000);
  t.like(whole, { petsNotRead: 0, loaded: true, lists: { all: { complete: true } } });
});

test('they take nothing away from what was read meanwhile', async (t) => {
  const engine = await openLong(t);
  await engine.load('queue');
  await Promise.all([engine.load('newest'), engine.load()]);
  t.like(engine.snapshot(), { petsNotRead: 0, loaded: true, lists: { all: { complete: true } } });
  t.is(engine.snapshot().pets.length, 10_000);
  await engine.load('newest');
  t.is(engine.snapshot().pets.length, 10_000);
});

test('while a long list is read, other work goes on', async (t) => {
  const engine = await openLong(t);
  let turns = 0;
  let isRead = false;
  const turn = (): void => {
    turns += 1;
    if (!isRead) {
      setImmediate(turn);
    }
  };
  setImmediate(turn);
  await engine.load();
  isRead = true;
  t.true(turns >= 2, String(turns));
});
