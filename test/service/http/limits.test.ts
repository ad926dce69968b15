import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import test from 'ava';
import { defaultLimits } from '../../../source/service/http/limits.ts';
import { createMetrics } from '../../../source/service/operation/metrics.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';
import { until } from '../../helpers/until.ts';
import { bodyOf, rawExchange } from '../raw-exchange.ts';
import { startProcess } from '../start-process.ts';
import { json, startService, type Running } from '../start-service.ts';

const luna = { method: 'POST', body: { name: 'Luna', categoryId: 2 } };
const quick = { ...defaultLimits, headers: 150, request: 300, checkEvery: 30 };

test('a whole request in front of broken bytes, or of CONNECT, is answered first', async (t) => {
  const { baseUrl, apiKey, send } = await startService(t);
  const body = '{"name":"Luna","categoryId":1}';
  const post = `POST /v1/pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const statusesOf = async (sent: string) =>
    [...(await rawExchange(baseUrl, sent)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
  t.deepEqual(await statusesOf(`${post}${post}GARBAGE\r\n\r\n`), ['201', '201', '400']);
  t.deepEqual(await statusesOf(`${post}${post}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`), ['201', '201', '501']);
  t.is((json(await send({})) as unknown[]).length, 4);
});

test('who asks for CONNECT and goes away without the answer ends no service', async (t) => {
  const { baseUrl, child, ended } = await startProcess(t, { database: path.join(temporaryFolder(t), 'pets.sqlite') });
  for (let time = 0; time < 5; time += 1) {
    const socket = net.connect(Number(new URL(baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.resetAndDestroy());
    await once(socket, 'close');
  }

  t.regex(
    await rawExchange(baseUrl, 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1\.1 200/,
  );
  child.kill('SIGTERM');
  t.is(await ended, 0);
});

test('a service that stops finishes what it has in hand, and waits for nobody who asks for nothing', async (t) => {
  // Without an end of its own: what waits for anything else never ends.
  const { service, baseUrl, apiKey, send, database } = await startService(t, { limits: { drain: 600_000 } });
  const body = '{"name":"Late","categoryId":1}';
  const head = `POST /v1/pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`;
  const connect = () => net.connect(Number(new URL(baseUrl).port), '127.0.0.1').on('error', () => undefined);
  const unused = connect();
  await once(unused, 'connect');
  const begin = async () => {
    const socket = connect();
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.write(head);
    // The interim answer proves that the service has the request in hand.
    await once(socket, 'data');
    t.regex(answer, /^HTTP\/1\.1 100/);
    return { socket, answer: () => answer };
  };
  const [one, two] = await Promise.all([begin(), begin()]);

  const closed = service.close();
  await until('nobody else is let in', () =>
    send({}).then(
      () => false,
      () => true,
    ),
  );
  one.socket.write(body);
  two.socket.write(`${body}${head}${body}${head}${body}`);
  await Promise.all([one, two].map(({ socket }) => once(socket, 'close')));
  await closed;
  for (const { answer } of [one, two]) {
    t.is(answer().match(/HTTP\/1\.1 201 Created/g)?.length, 1);
    t.regex(answer(), /\r\nconnection: close\r\n/i, 'so that nobody sends more');
  }

  const again = await startService(t, { database });
  t.is((json(await again.send({})) as unknown[]).length, 2, 'nothing is added behind the answer that says so');
});

test('a method that HTTP does not know is 501, and a body that is cut off is called that', async (t) => {
  const { baseUrl, apiKey, send } = await startService(t);
  for (const [method, line] of [
    ['FOO', 'FOO /v1/pets HTTP/1.1'],
    ['CONNECT', 'CONNECT example.org:443 HTTP/1.1'],
  ] as const) {
    const answer = await rawExchange(baseUrl, `${line}\r\nHost: x\r\n\r\n`);
    t.regex(answer, /^HTTP\/1\.1 501 Not Implemented\r\nContent-Type: application\/json\r\n/);
    t.deepEqual(bodyOf(answer), {
      code: 'not_implemented',
      message: `The method ${method} is not known here.`,
      status: 501,
    });
  }

  const after = await rawExchange(
    baseUrl,
    'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nFOO /v1/pets HTTP/1.1\r\nHost: x\r\n\r\n',
  );
  t.regex(after, /^HTTP\/1\.1 200 [^]*HTTP\/1\.1 501 /);

  const cut = await rawExchange(
    baseUrl,
    `POST /v1/pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":`,
    { end: true },
  );
  t.regex(cut, /^HTTP\/1\.1 400 /);
  t.like(bodyOf(cut), { code: 'invalid_request', message: 'The request did not arrive whole.' });
  t.deepEqual(json(await send({})), []);
});

test('whoever may not enter, or sends something else, is not read to the end of a large body', async (t) => {
  const { baseUrl, apiKey } = await startService(t);
  const head = (more: string) => `POST /v1/pets HTTP/1.1\r\nHost: x\r\n${more}\r\n\r\n5\r\nhello\r\n`;
  const key = `Authorization: Bearer ${apiKey}\r\n`;
  for (const length of ['Content-Length: 2000000000', 'Transfer-Encoding: chunked']) {
    t.regex(
      await rawExchange(baseUrl, head(`Content-Type: application/json\r\n${length}`)),
      /^HTTP\/1\.1 401 [^]*connection: close/i,
    );
    t.regex(
      await rawExchange(baseUrl, head(`${key}Content-Type: text/plain\r\n${length}`)),
      /^HTTP\/1\.1 415 [^]*connection: close/i,
    );
    t.regex(
      await rawExchange(baseUrl, head(`${key}Content-Type: application/json\r\n${length}`).replace('POST', 'DELETE')),
      /^HTTP\/1\.1 405 [^]*connection: close/i,
    );
  }

  const small = '{"name":"Luna"}';
  const twice = await rawExchange(
    baseUrl,
    `POST /v1/pets HTTP/1.1\r\nHost: x\r\nContent-Length: ${small.length}\r\n\r\n${small}GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  t.regex(twice, /^HTTP\/1\.1 401 [^]*HTTP\/1\.1 200 /, 'a small one is, and the connection goes on');
});

test('answers that nobody reads are cut off before they fill the memory, the oldest first', async (t) => {
  const { baseUrl, apiKey, service, send, log } = await startService(t, { limits: { answerBytes: 14_000_000 } });
  await service.seed(Array.from({ length: 100 }, () => ({ name: 'x'.repeat(60_000), categoryId: '1' as never })));
  const slow = Array.from({ length: 5 }, () => {
    const socket = net.connect(Number(new URL(baseUrl).port), '127.0.0.1').on('error', () => undefined);
    socket.write(`GET /v1/pets?limit=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`);
    t.teardown(() => socket.destroy());
    return socket.pause();
  });
  // Six megabytes each: two of them are under way at most.
  await until(
    'the others are cut off',
    () => log.filter(({ event }) => event === 'slow reader cut off').length >= slow.length - 2,
  );
  const page = await send({ path: '/pets?limit=100' });
  t.is(page.status, 200);
  t.is((json(page) as unknown[]).length, 100);
});

test('requests that are sent along behind others are answered in turn, one at a time, up to a number', async (t) => {
  let begun = 0;
  const observer = { ...createMetrics('1.2.3').observer, requestBegan: () => (begun += 1) };
  const { baseUrl, apiKey, service, log } = await startService(t, { observer });
  await service.seed(Array.from({ length: 100 }, () => ({ name: 'x'.repeat(60_000), categoryId: '1' as never })));
  const list = `GET /v1/pets?limit=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`;
  const socket = net.connect(Number(new URL(baseUrl).port), '127.0.0.1').on('error', () => undefined);
  t.teardown(() => socket.destroy());
  socket.write(list.repeat(9));
  await once(socket, 'readable');
  t.true(begun < 9, 'who does not read has one answer of six megabytes in memory, and not nine');
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await until('all of them come to who reads', () => bytes > 9 * 6_000_000);
  t.deepEqual(
    log.filter(({ level }) => level === 'warn'),
    [],
  );

  const many = await rawExchange(baseUrl, list.repeat(200));
  t.regex(many, /^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)*connection: close\r\n/, 'behind the answer under way');
  t.true(many.length < 9_000_000);
  t.is(log.filter(({ event }) => event === 'too many requests at once on a connection').length, 1);
});

test('the largest body is read, and one byte more is 413', async (t) => {
  const { send } = await startService(t);
  const body = (bytes: number) => ({ ...luna, body: Buffer.from(JSON.stringify(luna.body).padEnd(bytes)) });
  t.is((await send(body(65_536))).status, 201);
  const refused = await send(body(65_537));
  t.is(refused.status, 413);
  t.like(json(refused), { code: 'content_too_large', message: 'The body is larger than 64 KiB.' });
});

/** Sends the beginning of a create, and answers what came until the connection was closed. */
function beginCreate({ baseUrl, apiKey }: Running, length: number, sent: string) {
  const socket = net.connect(Number(new URL(baseUrl).port), '127.0.0.1').on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.write(
    `POST /v1/pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${sent}`,
  );
  return { socket, answer: () => answer };
}

test('more connections than there is room for are closed at once', async (t) => {
  const running = await startService(t, { limits: { connections: 2 } });
  const [one, two] = [beginCreate(running, 10, '{'), beginCreate(running, 10, '{')];
  await Promise.all([one, two].map(({ socket }) => once(socket, 'connect')));
  const three = beginCreate(running, 10, '{');
  await new Promise((resolve) => three.socket.once('close', resolve));
  t.is(three.answer(), '');
  one.socket.destroy();
  await until('there is room again', () =>
    running.send({}).then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
  // Or the service waits for it as it stops.
  two.socket.destroy();
});

test('a header that trickles in is cut off with 408', async (t) => {
  const { baseUrl } = await startService(t, { limits: { ...quick, request: 60_000 } });
  const answer = await rawExchange(baseUrl, 'GET /v1/pets HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  t.regex(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/);
  t.like(bodyOf(answer), { status: 408 });
});

test('a body that trickles in is cut off with 408, and nothing is added', async (t) => {
  const { baseUrl, apiKey, database } = await startService(t, { limits: quick });
  const answer = await rawExchange(
    baseUrl,
    `POST /v1/pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"name":`,
  );
  t.regex(answer, /^HTTP\/1\.1 408 /);
  const { send } = await startService(t, { database });
  t.deepEqual(json(await send({})), []);
});

test('over the rate limit the answer is 429 and says when to come back, for that key only', async (t) => {
  let now = 1_000_000;
  const { send, service } = await startService(t, { rateLimit: 12, clock: { now: () => now } });
  // Twelve a minute are one in five seconds, and two at once.
  const first = await send({});
  t.is(first.status, 200);
  t.like(first.headers, { 'ratelimit-policy': '"key";q=2;w=10', ratelimit: '"key";r=1;t=5' });
  t.is((await send({})).status, 200);
  const limited = await send({});
  t.is(limited.status, 429);
  t.like(limited.headers, { 'ratelimit-policy': '"key";q=2;w=10', ratelimit: '"key";r=0;t=10' });
  t.like(json(limited), { code: 'rate_limited', status: 429 });
  t.is(limited.headers['retry-after'], '5');

  const { apiKey } = await service.keys.create();
  t.is((await send({ authorization: `Bearer ${apiKey}` })).status, 200);
  const open = await send({ path: '/healthz', outside: true });
  t.is(open.status, 200);
  t.is(open.headers['ratelimit'], undefined);

  now += 5000;
  t.is((await send({})).status, 200);
  t.is((await send({})).status, 429);
});

test('look-ups by id answer 410 once the operator ended them', async (t) => {
  const { send } = await startService(t, { removeGetPet: true });
  await send(luna);
  const answer = await send({ path: '/pets/1' });
  t.is(answer.status, 410);
  t.like(json(answer), { code: 'gone', status: 410 });
  t.is(answer.headers['sunset'], 'Thu, 05 Dec 2030 00:00:00 GMT');
  t.is((await send({ path: '/pets/nonsense' })).status, 410);
  t.is((await send({})).status, 200);
});
