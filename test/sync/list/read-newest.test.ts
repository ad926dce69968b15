/** The newest animals before the rest of a list: where they are, and which lists are read from their beginning. */
import { writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { Page } from '../../../source/client/outcomes/outcomes.ts';
import type { PetClient } from '../../../source/client/pet-client.ts';
import { type Int64, toInt64 } from '../../../source/domain/int64.ts';
import { readNewest } from '../../../source/sync/list/read-newest.ts';
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
/** A list of 24 in pages of five, oldest first. */
const up = {
  first: page([1, 2, 3, 4, 5], { next: 'b', last: 'end' }),
  end: page([21, 22, 23, 24]),
};
const sold = (of: Page): Page => ({ ...of, pets: of.pets.map((pet) => ({ ...pet, status: 'sold' as const })) });
const newest = [21, 22, 23, 24];

for (const [what, pages, shown, requests] of [
  ['a list that runs up', up, newest, 1],
  ['a list that runs down', { first: page([24, 23], { next: 'b', last: 'end' }), end: page([2, 1]) }, undefined, 0],
  ['no link to a last page', { ...up, first: page([1, 2], { next: 'b' }) }, undefined, 0],
  ['a list of one page', { first: page([1, 2], { last: 'end' }) }, undefined, 0],
  ['a first page in no order', { ...up, first: page([3, 1, 2], { next: 'b', last: 'end' }) }, undefined, 0],
  ['a first page out of a cache', { ...up, first: { ...up.first, age: 9 } }, undefined, 0],
  ['an empty last page', { ...up, end: page([]) }, undefined, 1],
  ['a last page in another order', { ...up, end: page([23, 21, 22]) }, undefined, 1],
  ['a last page that is the first', { ...up, end: up.first }, undefined, 1],
  ['a last page with older animals', { ...up, end: page([-3, -2, -1]) }, undefined, 1],
  ['a last page that goes on', { ...up, end: { ...up.end, next: 'c' } }, undefined, 1],
  ['a last page with rows that cannot be read', { ...up, end: { ...up.end, unreadableRows: 1 } }, undefined, 1],
  ['a list by status, and by id within', { ...up, end: sold(up.end) }, undefined, 1],
  [
    'the same of a service with a change link',
    { first: { ...up.first, changes: 'since' }, end: sold(up.end) },
    newest,
    1,
  ],
  ['a last page that is not answered', { first: up.first }, undefined, 1],
] as readonly (readonly [string, Readonly<Record<string, Page>>, readonly number[] | undefined, number])[]) {
  test(`${what}: ${shown ? 'its newest' : 'nothing'} before the rest, after ${requests} more requests`, async (t) => {
    let asked = 0;
    const client = {
      listPage: ({ url = 'first' }) => {
        asked += 1;
        return Promise.resolve(pages[url] ?? { type: 'failed', connection: 'error', problem: {} });
      },
    } as unknown as PetClient;
    const pets = await readNewest(client, pages['first']!, new AbortController().signal);
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

test(`--limit limits what is printed of ${count} animals, and never what is read`, async (t) => {
  const { baseUrl, apiKey, requests, countAnew } = await serve(t, count);
  const home = temporaryFolder(t);
  const env = { PETSTORE_BASE_URL: baseUrl, PETSTORE_API_KEY: apiKey };
  const list = async (...words: readonly string[]) => {
    countAnew();
    const { stdout } = await runHere(home, ['list', ...words, '--json'], { env });
    const json = JSON.parse(stdout) as { pets: { id: number }[]; complete: boolean };
    return { ids: json.pets.map(({ id }) => id), complete: json.complete };
  };
  t.deepEqual(await list('--limit=2'), { ids: [count, count - 1], complete: true });
  t.true(requests() >= count / 100, `${requests()} requests`);
  t.deepEqual(await list('--limit=2', '--reverse'), { ids: [1, 2], complete: true });
  t.is(requests(), 1, 'what is saved whole is gone by');
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
