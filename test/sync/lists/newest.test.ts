/**
 * Of a long list the newest are shown before all of it is read, and nothing that is shown then claims to be all there
 * is.
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test from 'ava';
import { type Int64, toInt64 } from '../../../source/domain/int64.js';
import type { Pet } from '../../../source/domain/pet.js';
import { createListCache } from '../../../source/local/list-cache.js';
import { systemClock } from '../../../source/platform/time/clock.js';
import { diskFileSystem } from '../../../source/platform/files/file-system.js';
import type { Engine } from '../../../source/sync/api.js';
import { openEngine } from '../../helpers/open-engine.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

const pets: readonly Pet[] = Array.from({ length: 10_000 }, (_, index) => ({
  id: toInt64(index + 1)!,
  name: `Pet ${index + 1}`,
  categoryId: '3' as Int64,
  status: 'available',
}));
const fetched = { fetchedAt: '2026-01-02T03:04:05.000Z', complete: true };
/** Nothing listens there. */
const nowhere = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'x' };

async function openLong(
  t: Parameters<typeof openEngine>[0],
  service = nowhere,
  settings: Parameters<typeof openEngine>[3] = {},
): Promise<Engine> {
  const folder = temporaryFolder(t);
  await createListCache(diskFileSystem, folder).write({
    resets: 0,
    pets,
    lists: { all: fetched, sold: fetched },
    lookedUp: [],
  });
  return openEngine(t, folder, service, settings);
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
  t.deepEqual(
    [lists.all, lists.sold].map(({ complete, fetchedAt }) => [complete, fetchedAt]),
    [
      [false, fetched.fetchedAt],
      [false, fetched.fetchedAt],
    ],
  );

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

test('from either end no more is read than is enough, and a shard that is torn leaves the others', async (t) => {
  const some = (end: 'newest' | 'oldest', count: number) => ({
    end,
    isEnough: (read: readonly Pet[]) => read.length >= count,
  });
  for (const [end, count, rows, outermost] of [
    ['newest', 5, 2000, '10000'],
    ['newest', 2001, 6000, '10000'],
    ['oldest', 5, 4000, '1'],
    ['oldest', 4001, 8000, '1'],
    ['newest', 0, 0, undefined],
  ] as const) {
    const engine = await openLong(t);
    await engine.load(some(end, count));
    const { pets: read, petsNotRead, lists } = engine.snapshot();
    t.is(read.length, rows, `${end} ${count}`);
    t.is(petsNotRead, 10_000 - rows);
    t.is(read.at(end === 'newest' ? -1 : 0)?.id, outermost as Int64 | undefined);
    t.like(lists.all, fetched, 'what the head says of the list holds');
  }

  const folder = temporaryFolder(t);
  await createListCache(diskFileSystem, folder).write({ resets: 0, pets, lists: { all: fetched }, lookedUp: [] });
  const torn = readdirSync(join(folder, 'cache')).find((name) => name.startsWith('pets-'))!;
  writeFileSync(join(folder, 'cache', torn), '{"torn');
  const engine = openEngine(t, folder, nowhere);
  await engine.load(some('newest', 10_000));
  t.true([6000, 8000].includes(engine.snapshot().pets.length));
  t.false(engine.snapshot().lists.all.complete, 'what is left is not all there is');
});

test('that a store leaves the question for keys unanswered does not hold up whoever asks whether it can be reached', async (t) => {
  const server = createServer(
    (request, response) =>
      request.url === '/healthz' || response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.closeAllConnections());
  t.teardown(() => server.close());
  // Waits of our own pass a hundred times as fast; the time limit of a request does not.
  const clock = { ...systemClock, wait: (ms: number, signal?: AbortSignal) => systemClock.wait(ms / 100, signal) };
  const engine = await openLong(
    t,
    { ...nowhere, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` },
    { clock },
  );
  await engine.load('queue');
  t.like(await engine.probe(AbortSignal.timeout(60_000)), { state: 'online' });
  t.is(engine.snapshot().pets.length, 0, 'and the saved list is not read for it');
});
