/** Stores behind something that names next pages its own way, or takes its time: what can be read is read, and told. */
import http from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { type CommandWorld, openWorldHere } from '../../../helpers/command-world.js';
import { listen, serve } from '../../../client/servers.js';

type Front = {
  /** The header `Link` of a page, instead of the store's own. */
  readonly link?: (link: string | undefined, asked: number) => string | undefined;
  /** How long a page of so many animals takes, in milliseconds. */
  readonly takes?: (limit: number) => number;
  /** The query that the store is asked with, instead of that of the request. */
  readonly query?: (query: string) => string;
};

/** A world whose store has 150 animals and stands behind a front; `asked` tells how many pages were asked for. */
async function openBehind(t: ExecutionContext, { link, takes = () => 0, query = (text) => text }: Front) {
  const world = await openWorldHere(t);
  for (let number = 1; number <= 150; number += 1) {
    world.service.insert({ name: `Pet ${number}`, categoryId: 1 });
  }

  const origin = new URL(world.service.baseUrl);
  let pages = 0;
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const isPage = request.method === 'GET' && url.pathname === '/v1/pets';
    pages += isPage ? 1 : 0;
    const asked = pages;
    const path = url.pathname + (isPage ? query(url.search) : url.search);
    const onward = http.request({ ...addressOf(origin), path, method: request.method, headers: request.headers });
    request.pipe(onward);
    onward.once('response', (answer) => {
      const { link: given, ...headers } = answer.headers;
      const changed = isPage && link ? link(given as string | undefined, asked) : (given as string | undefined);
      const send = (): void => {
        response.writeHead(answer.statusCode ?? 0, { ...headers, ...(changed === undefined ? {} : { link: changed }) });
        answer.pipe(response);
      };
      setTimeout(send, isPage ? takes(Number(url.searchParams.get('limit') ?? 20)) : 0);
    });
    onward.on('error', () => response.destroy());
  });
  const port = await listen(server);
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const env = { PETSTORE_BASE_URL: `http://127.0.0.1:${port}/v1`, PETSTORE_TIMEOUT: '1s' };
  const json: CommandWorld['json'] = (args) => world.json(args, { env });
  return { ...world, asked: () => pages, json, run: (args: readonly string[]) => world.run(args, { env }) };
}

const addressOf = ({ hostname, port }: URL) => ({ hostname, port });

test('next pages that are named by an inner address are asked for at the store itself, and doctor names where they lead', async (t) => {
  let arrived = 0;
  const inner = await serve(t, (_request, response) => {
    arrived += 1;
    response.end('[]');
  });
  const { json, run } = await openBehind(t, {
    link: (link) => link?.replace(/<[^?>]*\?/g, `<${inner}/v1/pets?`),
  });
  const { json: list } = await json(['list']);
  t.is((list['pets'] as readonly unknown[]).length, 150);
  t.like(list, { complete: true, error: undefined });
  t.regex((await run(['list', '--verbose'])).stderr, new RegExp(`next page at ${inner}/v1/pets`));
  t.regex((await run(['doctor'])).stdout, new RegExp(`^pages\tok\t.*next page at ${inner}/v1/pets`, 'm'));
  t.is(arrived, 0, 'nothing leaves for elsewhere');
});

test('next pages at another path are not asked for: list and doctor name where they lead', async (t) => {
  const { json, run } = await openBehind(t, { link: (link) => link?.replace(/<[^?>]*\?/g, '<http://10.0.0.7/inner?') });
  const { json: list, stderr } = await json(['list']);
  t.like(list, { complete: false, error: { code: 'next_elsewhere' } });
  t.regex(stderr, /next page at http:\/\/10\.0\.0\.7\/inner, which is no part of its list/);
  t.regex((await run(['doctor'])).stdout, /^pages\t(?!ok).*http:\/\/10\.0\.0\.7\/inner.*\tAsk whoever runs the store/m);
});

test('next pages that bring nothing new end the reading, and it is said', async (t) => {
  const { json, asked } = await openBehind(t, {
    query: () => '?limit=100',
    link: (_link, asked) => `</v1/pets?limit=100&cursor=${asked}>; rel="next"`,
  });
  const { json: list, stderr } = await json(['list']);
  t.is((list['pets'] as readonly unknown[]).length, 100);
  t.like(list, { complete: false, error: { code: 'next_repeats' } });
  t.regex(stderr, /names further pages without an end: .* Reading ended there/);
  t.true(asked() < 20, String(asked()));
});
