import http from 'node:http';
import test, { type ExecutionContext } from 'ava';
import { defaultLimits } from '../../source/service/http/limits.js';
import { until } from '../helpers/until.js';
import { findPostgres, startPostgres } from './start-postgres.js';
import { json, startService, type Running } from './start-service.js';

const programs = await findPostgres();
const luna = { method: 'POST', body: { name: 'Luna', categoryId: 2 } };
const quick = { events: { ...defaultLimits.events, lookEvery: 20, spread: 20, quiet: 300, comment: 100 } };

type Stream = {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: () => string;
  readonly tokens: () => readonly string[];
  readonly ended: Promise<unknown>;
  readonly at: readonly number[];
  readonly leave: () => void;
};

/** Listens as a browser does. */
function listen(
  t: Pick<ExecutionContext, 'teardown'>,
  { baseUrl, apiKey }: Pick<Running, 'baseUrl' | 'apiKey'>,
): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const request = http.get(
      `${baseUrl}/changes`,
      { agent: false, headers: { authorization: `Bearer ${apiKey}` } },
      (response) => {
        let text = '';
        const at: number[] = [];
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          at.push(performance.now());
        });
        const ended = new Promise((end) => response.once('close', end));
        const tokens = (): string[] =>
          [...text.matchAll(/^event: changed\ndata: (.*)\n\n/gm)].map(([, token]) => token!);
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: () => text,
          tokens,
          ended,
          at,
          leave: () => request.destroy(),
        });
      },
    );
    request.on('error', reject);
    t.teardown(() => request.destroy());
  });
}

async function tells(t: ExecutionContext, running: Running): Promise<void> {
  const stream = await listen(t, running);
  t.is(stream.status, 200);
  t.like(stream.headers, {
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
    'cache-control': 'private, no-store',
  });
  await until('the token is told at once', () => stream.tokens().length === 1);
  await running.send(luna);
  await until('the news is told', () => stream.tokens().length === 2);
  const [before, after] = stream.tokens();
  t.deepEqual((json(await running.send({ path: `/pets?since=${before}` })) as unknown[]).length, 1);
  t.deepEqual(json(await running.send({ path: `/pets?since=${after}` })), []);
}

test('whoever listens gets the token there is, and a new one when an animal was added', async (t) => {
  await tells(t, await startService(t, { limits: quick }));
});

test('what another process adds to the file is told too', async (t) => {
  const one = await startService(t, { limits: quick });
  const two = await startService(t, { database: one.database });
  const stream = await listen(t, one);
  await until('the token is told at once', () => stream.tokens().length === 1);
  await two.send(luna);
  await until('the news is told', () => stream.tokens().length === 2);
  t.not(stream.tokens()[1], stream.tokens()[0]);
});

test('a listener hears of much at once little: one event in a while, of the latest', async (t) => {
  const running = await startService(t, { limits: quick });
  const stream = await listen(t, running);
  const began = performance.now();
  let added = 0;
  while (performance.now() - began < 1000) {
    await running.send(luna);
    added += 1;
  }

  const newest = /since=([\w-]+)/.exec(
    (await running.send({ path: `/pets?after=${added - 1}` })).headers['link']!,
  )![1]!;
  await until('the last is told', () => stream.tokens().at(-1) === newest);
  const most = 3 + (performance.now() - began) / quick.events.quiet;
  t.true(stream.tokens().length <= most, `${stream.tokens().length} events for ${added} animals`);
});

test('comments keep the connection alive; a key that is revoked meanwhile ends it', async (t) => {
  const running = await startService(t, { limits: quick });
  const { apiKey, id } = { ...(await running.service.keys.create({ label: 'guest' })) };
  const stream = await listen(t, { baseUrl: running.baseUrl, apiKey });
  await until('comments come', () => stream.text().split(': still here\n\n').length > 3);
  await running.service.keys.revoke(id);
  await stream.ended;
  t.is((await listen(t, { baseUrl: running.baseUrl, apiKey })).status, 401);
});

test('there is room for so many listeners of a key, and in all; whoever leaves makes room', async (t) => {
  const running = await startService(t, { limits: { events: { ...quick.events, most: 3, mostOfKey: 2 } } });
  const other = { baseUrl: running.baseUrl, apiKey: (await running.service.keys.create({})).apiKey };
  const streams = [await listen(t, running), await listen(t, running)];
  const full = await listen(t, running);
  t.is(full.status, 429);
  t.is(full.headers['retry-after'], '60');
  t.is((await listen(t, other)).status, 200);
  const none = await listen(t, other);
  t.is(none.status, 503);
  await none.ended;
  t.like(JSON.parse(none.text()), { code: 'unavailable', status: 503 });
  streams[0]!.leave();
  await until('there is room again', async () => (await listen(t, other)).status === 200);
});

test('a service that stops ends its streams at once', async (t) => {
  const running = await startService(t, { limits: { drain: 120_000 } });
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(t, running)));
  const started = performance.now();
  await running.service.close();
  await Promise.all(streams.map(({ ended }) => ended));
  t.true(performance.now() - started < 60_000, 'not when its time for requests under way is over');
});

test('the database is asked for news only while somebody listens', async (t) => {
  const { createChangeFeed } = await import('../../source/service/pets/changes.js');
  let looks = 0;
  const readNewest = () => Promise.resolve(String((looks += 1) > 3));
  const feed = createChangeFeed(readNewest, () => undefined, { ...quick.events, lookEvery: 1, spread: 1 });
  const told: string[] = [];
  const leave = feed.listen('1', 'false', (token) => told.push(token));
  await until('news', () => told.length > 0);
  t.deepEqual(told, ['true']);
  leave();
  // As many turns of the clock as it would look in: each takes at least as long as the time between two looks.
  for (let turn = 0, seen = -1; turn < 20; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    t.true(turn < 2 || looks === seen);
    seen = looks;
  }

  feed.stop();
});

(programs === undefined ? test.skip : test)(
  'on PostgreSQL listeners outlast a restart of the database, and hear of what came after',
  async (t) => {
    const postgres = await startPostgres(programs!);
    t.teardown(() => postgres.remove());
    const running = await startService(t, { database: await postgres.createDatabase('events'), limits: quick });
    await tells(t, running);
    const stream = await listen(t, running);
    await until('the token is told at once', () => stream.tokens().length === 1);
    await postgres.restart('immediate');
    await until('adding works again', async () => (await running.send(luna)).status === 201);
    await until('the news is told', () => stream.tokens().length === 2);
  },
);
