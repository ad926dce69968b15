/** A store whose list cannot be read to its end: what is in the way is named, and the store is there. */
import type { RequestListener } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { runHere, runJsonHere } from '../../helpers/run-here.js';
import { serve } from '../../client/servers.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

/** A store in this process that answers so, for the environment of a command. */
const openStore = async (t: ExecutionContext, answer: RequestListener): Promise<Readonly<Record<string, string>>> => ({
  PETSTORE_BASE_URL: `${await serve(t, answer)}/v1`,
  PETSTORE_API_KEY: 'pst_test',
});

const pets: readonly object[] = [1, 2, 3].map((id) => ({ id, name: `Pet ${id}`, categoryId: 1 }));

test('next pages at another path are not asked for: list and doctor name where they lead', async (t) => {
  const env = await openStore(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', link: '<http://10.0.0.7/inner?page=2>; rel="next"' });
    response.end(JSON.stringify(pets));
  });
  const home = temporaryFolder(t);
  const { json, stderr } = await runJsonHere(home, ['list'], { env });
  t.like(json, { complete: false, error: { code: 'next_elsewhere' } } as never);
  t.regex(stderr, /next page at http:\/\/10\.0\.0\.7\/inner, which is no part of its list/);
  t.regex(
    (await runHere(home, ['doctor'], { env })).stdout,
    /^pages\t(?!ok).*http:\/\/10\.0\.0\.7\/inner.*\tAsk whoever runs the store/m,
  );
});

test('a second page that answers 404 is named by list, sync, status and doctor, and none says that there is no store', async (t) => {
  let isMended = false;
  const env = await openStore(t, ({ method, url = '' }, response) => {
    const isSecond = url.includes('after=');
    if (method === 'POST' || (isSecond && !isMended) || !url.startsWith('/v1/pets')) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"code":"not_found","message":"No.","status":404}');
      return;
    }

    const link = isSecond ? {} : { link: '</v1/pets?limit=100&after=3>; rel="next"' };
    response.writeHead(200, { 'content-type': 'application/json', ...link });
    response.end(JSON.stringify(isSecond ? [{ id: 4, name: 'Last', categoryId: 1 }] : pets));
  });
  const home = temporaryFolder(t);
  const words = /Page 2 of the store's list answers 404, so the rest of it is not known\./;
  const wrong = /no pet store at this address|Offline/;
  for (const line of [['list'], ['list'], ['sync'], ['status'], ['doctor']]) {
    const { stdout, stderr } = await runHere(home, line, { env });
    t.regex(stdout + stderr, words, line.join());
    t.notRegex(stdout + stderr, wrong, line.join());
  }

  const { json } = await runJsonHere(home, ['list'], { env });
  t.like(json, { complete: false, connection: 'online', error: { code: 'page_failed' } });
  t.deepEqual(
    (json['pets'] as { id: number }[]).map(({ id }) => id),
    [3, 2, 1],
  );
  t.like((await runJsonHere(home, ['status'], { env })).json, { connection: 'online' });
  isMended = true;
  t.like((await runJsonHere(home, ['list'], { env })).json, { complete: true, error: undefined } as never);
  t.notRegex((await runHere(home, ['status'], { env })).stderr, words);
});
