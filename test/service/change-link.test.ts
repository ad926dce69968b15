import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import test from 'ava';
import type { Answer } from '../conformance/exchange.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { until } from '../helpers/until.ts';
import { onPostgres } from './on-postgres.ts';
import { json, startService, type Running } from './start-service.ts';

const { test: testPostgres, needs, postgres } = await onPostgres();

const idsOf = (answer: Answer): number[] => (json(answer) as { id: number }[]).map(({ id }) => id);
const linkOf = (answer: Answer, relation: string): string =>
  new RegExp(`<\\/v1([^>]+)>; rel="[^"]*${relation}"`).exec(answer.headers['link'] ?? '')?.[1] ?? '';
const add = async ({ send }: Running, count: number): Promise<void> => {
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      send({ method: 'POST', body: { name: `Pet ${index}`, categoryId: 1 } }),
    ),
  );
};

test('a change link answers what was added since its page, page by page', async (t) => {
  const running = await startService(t);
  const { send } = running;
  const empty = await send({});
  t.deepEqual(idsOf(empty), []);
  t.is(linkOf(await send({ path: '/pets?before=end' }), 'changes'), linkOf(empty, 'changes'));
  await add(running, 5);
  const all = await send({ path: linkOf(empty, 'changes') });
  t.deepEqual(idsOf(all), [1, 2, 3, 4, 5], 'an empty store has a token too');
  const nothing = await send({ path: linkOf(all, 'changes') });
  t.is(nothing.status, 200);
  t.deepEqual(idsOf(nothing), []);
  t.is(linkOf(nothing, 'changes'), linkOf(all, 'changes'), 'nothing new: the same link again');
  t.is(
    (await send({ path: linkOf(all, 'changes'), headers: { 'if-none-match': nothing.headers['etag']! } })).status,
    304,
  );

  await add(running, 5);
  t.is(
    (await send({ path: linkOf(all, 'changes'), headers: { 'if-none-match': nothing.headers['etag']! } })).status,
    200,
  );
  const last = await send({ path: '/pets?after=10&limit=2' });
  t.is(
    linkOf(last, 'changes'),
    linkOf(await send({ path: '/pets?limit=2&after=9' }), 'changes'),
    'also where a page after an animal is empty',
  );
  const pages = [];
  for (let at = linkOf(await send({ path: '/pets?limit=2' }), 'changes'); at !== '';) {
    const page = await send({ path: at });
    pages.push(idsOf(page));
    at = linkOf(page, 'next');
  }

  t.deepEqual(pages, [
    [3, 4],
    [5, 6],
    [7, 8],
    [9, 10],
  ]);
  t.is(
    linkOf(await send({ path: '/pets?after=10000' }), 'changes'),
    '',
    'nothing is promised after an animal that is not there',
  );
});

test('a copy that was put back answers 410 to whoever knows more than it, also in the middle of reading, and goes on with everybody else', async (t) => {
  const folder = temporaryFolder(t);
  const [database, copy] = [path.join(folder, 'pets.sqlite'), path.join(folder, 'copy.sqlite')];
  const first = await startService(t, { database });
  await add(first, 4);
  const shared = linkOf(await first.send({}), 'changes');
  await first.service.close();
  await copyFile(database, copy);

  const lost = await startService(t, { database });
  await add(lost, 4);
  const known = linkOf(await lost.send({}), 'changes');
  const middle = linkOf(await lost.send({ path: shared.replace('limit=20', 'limit=2') }), 'next');
  await lost.service.close();

  const restored = await startService(t, { database: copy });
  const gone = await restored.send({ path: known });
  t.is(gone.status, 410);
  t.like(json(gone), { code: 'gone', status: 410 });
  t.deepEqual(idsOf(await restored.send({ path: shared })), []);
  await add(restored, 8);
  t.is((await restored.send({ path: known })).status, 410, 'the same id, but another animal');
  t.is((await restored.send({ path: middle })).status, 410);
  t.deepEqual(idsOf(await restored.send({ path: shared })), [5, 6, 7, 8, 9, 10, 11, 12]);
});

testPostgres(
  `on PostgreSQL a list, a page of changes and a look-up are one statement each, key and all${needs}`,
  async (t) => {
    const database = await postgres.createDatabase('counted');
    await postgres.sql("alter database counted set log_statement = 'all'");
    // At a clock that stands still, as the last use of a key is written down once a minute.
    const running = await startService(t, { database, clock: { now: () => Date.UTC(2026, 0, 1) } });
    await add(running, 30);
    const { send, service, apiKey } = running;
    await until('the first use of the key is written down, which no request waits for', async () =>
      (await service.keys.list()).every(({ lastUsedAt }) => lastUsedAt !== null),
    );
    const paths = [
      '/pets',
      '/pets?status=sold',
      '/pets?limit=3&after=7',
      linkOf(await send({ path: '/pets?limit=5' }), 'changes'),
      '/pets/7',
      '/pets/99999',
    ];
    for (const path of paths) {
      await send({ path });
    }

    const statements = async (): Promise<readonly string[]> =>
      [...(await postgres.log()).matchAll(/LOG: {2}(?:execute [^:]+|statement): (.*)/g)].map(([, text = '']) => text);
    const before = (await statements()).length;
    for (let round = 0; round < 10; round += 1) {
      for (const path of paths) {
        t.true([200, 404].includes((await send({ path })).status));
      }
    }

    const asked = (await statements()).slice(before);
    t.deepEqual(
      asked.filter((text) => !text.startsWith('with this_key as')),
      [],
    );
    t.is(asked.length, 10 * paths.length);

    for (const path of ['/pets?limit=0', '/pets?since=x', '/pets']) {
      t.is((await send({ path, authorization: null })).status, 401);
      t.is((await send({ path, authorization: `Bearer ${apiKey.slice(0, -1)}_` })).status, 401);
    }

    await service.keys.revoke((await service.keys.list()).find(({ last4 }) => last4 === apiKey.slice(-4))!.id);
    for (const path of paths) {
      t.is((await send({ path })).status, 401, 'a revoked key opens nothing');
    }
  },
);
