/** One end of a list without the rest: what it costs, and which lists are read whole all the same. */
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Page } from '../../../source/client/outcomes/outcomes.ts';
import type { PetClient } from '../../../source/client/pet-client.ts';
import { type Int64, toInt64 } from '../../../source/domain/int64.ts';
import type { ListEnd } from '../../../source/sync/api.ts';
import { readEnd } from '../../../source/sync/list/read-end.ts';
import { openEngine, until } from '../../helpers/open-engine.ts';
import { startServiceProcess } from '../../helpers/program.ts';
import { runHere } from '../../helpers/run-here.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { howMany } from '../../helpers/tier.ts';

const page = (ids: readonly number[], more: Partial<Page> = {}): Page => ({
  type: 'page',
  pets: ids.map((id) => ({ id: toInt64(id)!, name: `Pet ${id}`, categoryId: '3' as Int64 })),
  rows: ids.length,
  unreadableRows: 0,
  next: undefined,
  suspiciousNext: false,
  age: 0,
  ...more,
});
/** A list of 25 in pages of five, oldest first; its last page holds the newest four and overlaps the one before it. */
const up = {
  first: page([1, 2, 3, 4, 5], { next: 'b', last: 'end' }),
  b: page([6, 7, 8, 9, 10], { next: 'c', previous: 'first' }),
  c: page([11, 12, 13, 14, 15], { next: 'd', previous: 'b' }),
  d: page([16, 17, 18, 19, 20], { next: 'end', previous: 'c' }),
  end: page([21, 22, 23, 24], { previous: 'd' }),
};
/** The same, newest first. */
const down = {
  first: page([24, 23, 22, 21, 20], { next: 'b', last: 'end' }),
  b: page([19, 18, 17, 16, 15], { next: 'c' }),
  end: page([4, 3, 2, 1], { previous: 'y' }),
  y: page([9, 8, 7, 6, 5], { next: 'end' }),
};
const sold = (of: Page): Page => ({ ...of, pets: of.pets.map((pet) => ({ ...pet, status: 'sold' as const })) });
const endless = Object.fromEntries(
  Array.from({ length: 50 }, (_, index) => [`p${index}`, page([1000 - index], { previous: `p${index + 1}` })]),
);

for (const [what, pages, { end, rows }, shown, requests] of [
  ['the newest of a list that runs up', up, { end: 'newest', rows: 3 }, [21, 22, 23, 24], 1],
  ['… and of the page before its last', up, { end: 'newest', rows: 5 }, [16, 17, 18, 19, 20, 21, 22, 23, 24], 2],
  ['the oldest of a list that runs up', up, { end: 'oldest', rows: 5 }, [1, 2, 3, 4, 5], 1],
  ['… and of its second page', up, { end: 'oldest', rows: 6 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 2],
  ['the newest of a list that runs down', down, { end: 'newest', rows: 3 }, [24, 23, 22, 21, 20], 1],
  ['the oldest of a list that runs down', down, { end: 'oldest', rows: 5 }, [9, 8, 7, 6, 5, 4, 3, 2, 1], 2],
  ['no link to a last page', { ...up, first: page([1, 2], { next: 'b' }) }, { end: 'newest', rows: 3 }, undefined, 0],
  ['a list of one page', { first: page([1, 2], { last: 'end' }) }, { end: 'newest', rows: 3 }, undefined, 0],
  [
    'a first page in no order',
    { ...up, first: page([3, 1, 2], { next: 'b', last: 'end' }) },
    { end: 'newest', rows: 3 },
    undefined,
    0,
  ],
  ['a first page out of a cache', { ...up, first: { ...up.first, age: 9 } }, { end: 'newest', rows: 3 }, undefined, 0],
  ['an empty last page', { ...up, end: page([]) }, { end: 'newest', rows: 3 }, undefined, 1],
  ['a last page in another order', { ...up, end: page([23, 21, 22]) }, { end: 'newest', rows: 3 }, undefined, 1],
  ['a last page that is the first', { ...up, end: up.first }, { end: 'newest', rows: 3 }, undefined, 1],
  ['a last page with older animals', { ...up, end: page([-3, -2, -1]) }, { end: 'newest', rows: 3 }, undefined, 1],
  ['a last page that goes on', { ...up, end: { ...up.end, next: 'c' } }, { end: 'newest', rows: 3 }, undefined, 1],
  [
    'a last page with rows that cannot be read',
    { ...up, end: { ...up.end, unreadableRows: 1 } },
    { end: 'newest', rows: 3 },
    undefined,
    1,
  ],
  ['a list by status, and by id within', { ...up, end: sold(up.end) }, { end: 'newest', rows: 3 }, undefined, 1],
  [
    'the same of a service with a change link',
    { first: { ...up.first, changes: 'since' }, end: sold(up.end) },
    { end: 'newest', rows: 3 },
    [21, 22, 23, 24],
    1,
  ],
  ['a last page that is not answered', { first: up.first }, { end: 'newest', rows: 3 }, undefined, 1],
  [
    'a page before the last that is the last',
    { ...up, end: { ...up.end, previous: 'end' } },
    { end: 'newest', rows: 5 },
    undefined,
    2,
  ],
  [
    'pages back to the first that are too few',
    { ...up, d: { ...up.d, previous: 'first' } },
    { end: 'newest', rows: 12 },
    undefined,
    3,
  ],
  [
    'a way back that does not end',
    { first: page([1, 2], { next: 'b', last: 'p0' }), ...endless },
    { end: 'newest', rows: 60 },
    undefined,
    10,
  ],
  ['more than pays', up, { end: 'newest', rows: 1001 }, undefined, 0],
] as readonly (readonly [string, Readonly<Record<string, Page>>, ListEnd, readonly number[] | undefined, number])[]) {
  test(`${what}: ${shown ? `${shown.length} rows` : 'the whole list is to be read'}, after ${requests} more requests`, async (t) => {
    let asked = 0;
    const client = {
      listPage: ({ url = 'first' }) => {
        asked += 1;
        return Promise.resolve(pages[url] ?? { type: 'failed', connection: 'error', problem: {} });
      },
    } as unknown as PetClient;
    const { signal } = new AbortController();
    const pets = await readEnd(client, pages['first']!, { end, rows, status: undefined, signal });
    t.deepEqual(
      pets?.map(({ id }) => Number(id)),
      shown && [...shown],
    );
    t.is(asked, requests);
  });
}

/** The built-in service with so many animals, and how many requests came to its list. */
async function serve(t: ExecutionContext, count: number) {
  const home = temporaryFolder(t);
  const seed = join(home, 'seed.json');
  const status = (index: number) => (index % 2 === 0 ? 'available' : 'sold');
  const animals = Array.from({ length: count }, (_, at) => ({ name: `Pet ${at}`, categoryId: 1, status: status(at) }));
  writeFileSync(seed, JSON.stringify(animals));
  const service = await startServiceProcess(t, home, ['--seed', seed]);
  let requests = 0;
  const proxy = createServer((incoming, outgoing) => {
    requests += incoming.url?.startsWith('/v1/pets') ? 1 : 0;
    const { method, url: path, headers } = incoming;
    incoming.pipe(
      request({ port: service.port, method, path, headers }, (answer) => {
        answer.pipe(outgoing.writeHead(answer.statusCode!, answer.headers));
      }),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.teardown(() => proxy.closeAllConnections());
  t.teardown(() => proxy.close());
  return {
    baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1`,
    apiKey: service.apiKey!,
    requests: () => requests,
    countAnew: () => (requests = 0),
  };
}

const count = howMany(2000, 100_000);

test(`the newest or oldest five of ${count} animals are two requests where nothing is saved, and are no list to go by`, async (t) => {
  const { baseUrl, apiKey, requests, countAnew } = await serve(t, count);
  const home = temporaryFolder(t);
  const env = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: apiKey };
  const list = async (...words: readonly string[]) => {
    countAnew();
    const { stdout, stderr } = await runHere(home, ['list', ...words, '--json'], { env });
    const json = JSON.parse(stdout) as { pets: { id: number }[]; complete: boolean; fetchedAt: string; source: string };
    return { ...json, ids: json.pets.map(({ id }) => id), stderr };
  };
  for (const [words, ids, most] of [
    [[], [count, count - 1, count - 2], 2],
    [['--status=sold'], [count, count - 2, count - 4], 2],
    [['--reverse'], [1, 2, 3], 2],
    [['--limit=250'], [count, count - 1, count - 2], 4],
  ] as const) {
    const { ids: shown, complete, fetchedAt, source, stderr } = await list('--limit=5', ...words);
    t.deepEqual(shown.slice(0, 3), [...ids]);
    t.true(requests() <= most, `${words.join(' ')}: ${requests()} requests`);
    t.like({ complete, source }, { complete: false, source: 'service' });
    t.truthy(fetchedAt);
    t.regex(stderr, /No more of the store's list was read than its (newest|oldest) animals\./);
  }

  t.deepEqual((await list('--limit=1', '--query=Pet 7')).ids.length, 1);
  t.true(requests() >= count / 100, 'what is searched is read whole');
  const { ids, complete } = await list('--limit=5');
  t.deepEqual([ids[0], complete, requests()], [count, true, 1], 'and what is saved whole is gone by');
});

test(`the app shows the newest of ${count} animals after three requests, as a part, and then all of them`, async (t) => {
  const service = await serve(t, count);
  const engine = openEngine(t, temporaryFolder(t), service, {});
  const seen: { requests: number; newest: Int64 | undefined; complete: boolean }[] = [];
  engine.subscribe(() => {
    const { pets, lists } = engine.snapshot();
    if (pets.length > 0) {
      seen.push({ requests: service.requests(), newest: pets.at(-1)?.id, complete: lists.all.complete });
    }
  });
  await engine.load();
  engine.start();
  await until(t, engine, () => seen.length > 0);
  t.true(seen[0]!.requests <= 3, `${seen[0]!.requests} requests`);
  t.like(seen[0], { newest: toInt64(count)!, complete: false });
  await until(t, engine, () => engine.snapshot().lists.all.complete, 300_000);
  t.is(engine.snapshot().pets.length, count);
  t.true(service.requests() <= count / 100 + 5, `${service.requests()} requests`);
});
