import test from 'ava';
import { toInt64 } from '../../source/domain/int64.ts';
import { connect, never, serve, serveAnswer, testApiKey } from './servers.ts';

test('a page carries pets, the next link, the validator and its age', async (t) => {
  const asked: unknown[] = [];
  const origin = await serve(t, ({ url, headers }, response) => {
    asked.push([url, headers.authorization, headers['cache-control'], headers['if-none-match']]);
    response
      .writeHead(200, { link: '</v1/pets?after=42&limit=100>; rel="next"', etag: '"e1"', age: '30' })
      .end('[{"id":9007199254740993,"name":"Rex","categoryId":3,"status":null,"extra":1}]');
  });
  t.like(await connect(t, origin).listPage({ status: 'sold', limit: 100, etag: '"e0"' }, never), {
    type: 'page',
    pets: [{ id: toInt64(9007199254740993n)!, name: 'Rex', categoryId: toInt64(3)! }],
    rows: 1,
    next: `${origin}/v1/pets?after=42&limit=100`,
    suspiciousNext: false,
    etag: '"e1"',
    age: 30,
  });
  t.deepEqual(asked, [['/v1/pets?limit=100&status=sold', `Bearer ${testApiKey}`, 'no-cache', '"e0"']]);
});

test('a next link to another origin is asked for at our own, and one to another path never', async (t) => {
  let arrived = 0;
  const elsewhere = await serve(t, (_request, response) => {
    arrived += 1;
    response.end('[]');
  });
  const mended = await serveAnswer(t, 200, '[]', { link: `<${elsewhere}/v1/pets?page=2>; rel=next` });
  t.like(await connect(t, mended).listPage({ limit: 1 }, never), {
    next: `${mended}/v1/pets?page=2`,
    suspiciousNext: false,
    leadsTo: `${elsewhere}/v1/pets`,
  });
  for (const target of [`${elsewhere}/v1/others?page=2`, '/v1/admin?page=2', '//evil.example/v1/others', 'http://']) {
    const origin = await serveAnswer(t, 200, '[]', { link: `<${target}>; rel=next` });
    t.like(await connect(t, origin).listPage({ limit: 1 }, never), { next: undefined, suspiciousNext: true }, target);
    t.is((await connect(t, origin).listPage({ limit: 1, url: target }, never)).type, 'page');
  }
  t.is(arrived, 0);
});

test('no cookie is kept', async (t) => {
  const cookies: unknown[] = [];
  const origin = await serve(t, ({ headers }, response) => {
    cookies.push(headers.cookie);
    response.writeHead(200, { 'set-cookie': 'a=b' }).end('[]');
  });
  const remote = connect(t, origin);
  await remote.listPage({ limit: 1 }, never);
  await remote.listPage({ limit: 1 }, never);
  t.deepEqual(cookies, [undefined, undefined]);
});

test('pages come over one connection, and over one of their own where that is asked for', async (t) => {
  const ports: unknown[] = [];
  const origin = await serve(t, ({ socket }, response) => {
    ports.push(socket.remotePort);
    response.end('[]');
  });
  const remote = connect(t, origin);
  for (const newConnection of [false, false, true]) {
    await remote.listPage({ limit: 1, newConnection }, never);
  }
  t.is(ports[0], ports[1]);
  t.not(ports[1], ports[2]);
});
