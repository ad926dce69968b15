/** A store whose list fails on a later page: the page is named, and the store is there. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { runHere, runJsonHere } from '../../helpers/run-here.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

test('a second page that answers 404 is named by list, sync, status and doctor, and none says that there is no store', async (t) => {
  const pets: object[] = [1, 2, 3].map((id) => ({ id, name: `Pet ${id}`, categoryId: 1 }));
  let isMended = false;
  const server = createServer((request, response) => {
    const { method, url = '' } = request;
    const isSecond = url.includes('after=');
    request.resume().on('end', () => {
      if (method === 'POST' || (isSecond && !isMended) || !url.startsWith('/v1/pets')) {
        response.writeHead(404, { 'content-type': 'application/json' });
        response.end('{"code":"not_found","message":"No.","status":404}');
        return;
      }

      const link = isSecond ? {} : { link: '</v1/pets?limit=100&after=3>; rel="next"' };
      response.writeHead(200, { 'content-type': 'application/json', ...link });
      response.end(JSON.stringify(isSecond ? [{ id: 4, name: 'Last', categoryId: 1 }] : pets));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const home = temporaryFolder(t);
  const env = {
    PETSTORE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    PETSTORE_API_KEY: 'pst_test',
  };
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
