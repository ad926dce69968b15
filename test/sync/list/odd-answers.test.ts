/** Lists over real HTTP: their links, and what a screen shows before all of it is read. */
import type http from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { serve } from '../../client/servers.ts';
import { openEngine, until } from '../../helpers/open-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

type Pages = {
  readonly baseUrl: string;
  readonly apiKey: string;
  count: number;
  readonly removed: Set<number>;
  readonly asked: string[];
};

/** A store of 600 animals in pages of 100. `links`: more of them; `answer`: what it does otherwise; true: nothing. */
async function servePages(
  t: ExecutionContext,
  {
    changes,
    links: more = [],
    answer = () => true,
  }: {
    readonly changes?: string;
    readonly links?: readonly string[];
    readonly answer?: (request: http.IncomingMessage, response: http.ServerResponse) => boolean;
  } = {},
): Promise<Pages> {
  const asked: string[] = [];
  const store = { count: 600, removed: new Set<number>(), asked, apiKey: 'k' };
  const origin = await serve(t, (request, response) => {
    const url = new URL(request.url ?? '', 'http://store.example');
    asked.push(url.pathname + url.search);
    if (url.pathname !== '/v1/pets') {
      response.writeHead(404).end();
    } else if (answer(request, response)) {
      const after = Number(url.searchParams.get('after') ?? 0);
      const ids = Array.from({ length: store.count }, (_, index) => index + 1).filter(
        (id) => id > after && !store.removed.has(id),
      );
      const rows = ids
        .slice(0, Math.min(Number(url.searchParams.get('limit') ?? 100), 100))
        .map((id) => ({ id, name: `Pet ${id}`, categoryId: 3 }));
      const links = [
        ...(rows.length < ids.length ? [`</v1/pets?limit=100&after=${rows.at(-1)?.id ?? 0}>; rel="next"`] : []),
        ...more,
        ...(changes === undefined ? [] : [`<${changes}>; rel="https://petstore.example/rels/changes"`]),
      ];
      response
        .writeHead(200, {
          'content-type': 'application/json',
          etag: `"${after}-${rows.length}-${rows.at(-1)?.id ?? 0}"`,
          ...(links.length > 0 ? { link: links.join(', ') } : {}),
        })
        .end(JSON.stringify(rows));
    }
  });
  return Object.assign(store, { baseUrl: `${origin}/v1` });
}

const signal = new AbortController().signal;
const pagesOf = ({ asked }: Pages): number => asked.filter((path) => path.startsWith('/v1/pets')).length;

test('rows that cannot be read are told until the whole list has none, whatever a page of it or the list of a status shows', async (t) => {
  let isOdd = true;
  const store = await servePages(t, {
    answer(request, response) {
      const { searchParams } = new URL(request.url ?? '', 'http://store.example');
      if (searchParams.has('status') || searchParams.has('after')) {
        const isOddHere = isOdd && (searchParams.has('after') || searchParams.get('status') === 'sold');
        const odd = isOddHere ? [{ id: 'x', name: 'Odd', categoryId: 3 }] : [];
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify([{ id: 700, name: 'Last', categoryId: 3 }, ...odd]));
        return false;
      }

      return true;
    },
  });
  const engine = openEngine(t, temporaryFolder(t), store);
  const rows = (): number | undefined => engine.snapshot().unreadableRows?.rows;
  await engine.refresh('all', 'whole', signal);
  t.is(rows(), 1);
  await engine.refresh('available', 'whole', signal);
  t.is(rows(), 1);
  await engine.refresh('all', 'news', signal);
  t.is(rows(), 1);
  isOdd = false;
  await engine.refresh('all', 'whole', signal);
  t.is(rows(), undefined);
  isOdd = true;
  await engine.refresh('sold', 'whole', signal);
  t.is(rows(), 1, 'those of the list of a status are told too');
});

test('a change link to another origin, another path or with a user name is not followed, and the list is right without it', async (t) => {
  const elsewhere: (string | undefined)[] = [];
  const other = await serve(t, (request, response) => {
    elsewhere.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  for (const changes of [
    `${other}/v1/pets?since=x`,
    '/v1/other?since=x',
    '/v2/pets?since=x',
    '//user:pass@127.0.0.1/v1/pets?since=x',
    'javascript:x',
    'http://[',
  ]) {
    const store = await servePages(t, { changes });
    const engine = openEngine(t, temporaryFolder(t), store);
    t.true(await engine.refresh('all', 'whole', signal));
    store.count = 601;
    store.asked.length = 0;
    t.true(await engine.refresh('all', 'whole', signal));
    t.is(engine.snapshot().pets.length, 601, changes);
    t.false(
      store.asked.some((path) => path.includes('since') || !path.startsWith('/v1/pets?')),
      changes,
    );
    await engine.stop();
  }

  t.deepEqual(elsewhere, []);
});

test('a change link that was saved and belongs to another address by now is not asked, and the list is read', async (t) => {
  const folder = temporaryFolder(t);
  const store = await servePages(t, { changes: '/v1/pets?since=x' });
  const first = openEngine(t, folder, store);
  t.true(await first.refresh('all', 'whole', signal));
  await first.stop();
  t.true(readFileSync(join(folder, 'pets.json'), 'utf8').includes('since=x'));
  const elsewhere: string[] = [];
  const other = await serve(t, (request, response) => {
    elsewhere.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
  });
  const moved = await servePages(t, { changes: `${other}/v1/pets?since=x` });
  const second = openEngine(t, folder, moved, { identity: store.baseUrl });
  store.asked.length = 0;
  t.true(await second.refresh('all', 'whole', signal));
  await second.stop();
  t.is(second.snapshot().pets.length, 600);
  t.deepEqual([store.asked, elsewhere], [[], []]);
  t.false(moved.asked.some((url) => url.includes('since')));
});

test('the app shows the newest animals of a list after three requests, as a part, and then all of them', async (t) => {
  const store = await servePages(t, { links: ['</v1/pets?limit=100&after=500>; rel="last"'] });
  const engine = openEngine(t, temporaryFolder(t), store);
  const seen: { requests: number; newest: string | undefined; complete: boolean }[] = [];
  engine.subscribe(() => {
    const { pets, lists } = engine.snapshot();
    seen.push({ requests: pagesOf(store), newest: pets.at(-1)?.id, complete: lists.all.complete });
  });
  await engine.load();
  engine.start();
  await until(t, engine, () => engine.snapshot().lists.all.complete);
  t.like(
    seen.find(({ newest }) => newest !== undefined),
    { newest: '600', complete: false },
  );
  t.true(seen.find(({ newest }) => newest !== undefined)!.requests <= 3);
  t.is(engine.snapshot().pets.length, 600);
  t.true(pagesOf(store) <= 600 / 100 + 5, store.asked.join('\n'));
});

test('a page that leads to itself is read once more at most, and told', async (t) => {
  const pages = await servePages(t, {
    answer: (request, response) => {
      const link = `<${request.url ?? ''}>; rel="next"`;
      response
        .writeHead(200, { 'content-type': 'application/json', link })
        .end('[{"id":1,"name":"Rex","categoryId":3}]');
      return false;
    },
  });
  const engine = openEngine(t, temporaryFolder(t), pages);
  await engine.refresh('all', 'whole', signal);
  const { pets, lists, oddPages } = engine.snapshot();
  t.deepEqual(
    pets.map(({ name }) => name),
    ['Rex'],
  );
  t.false(lists.all.complete);
  t.is(oddPages?.code, 'next_repeats');
  t.true(pages.asked.length <= 5, pages.asked.join('\n'));
});
