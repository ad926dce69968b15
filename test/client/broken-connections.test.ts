import type net from 'node:net';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { systemClock } from '../../source/platform/time/clock.js';
import { closedPort, connect, createAt, never, serve, serveAnswer, serveRaw, testApiKey } from './servers.js';

const at = (port: number) => `http://127.0.0.1:${port}`;
const body = '{"name":"Rex","categoryId":3}';

test('a refused connection is not sent', async (t) => {
  t.like(await createAt(t, at(await closedPort())), {
    type: 'not-sent',
    connection: 'offline',
    problem: { code: 'refused' },
  });
});

test('a name that cannot be looked up is not sent', async (t) => {
  t.like(await createAt(t, 'http://no-such-host.invalid'), {
    type: 'not-sent',
    connection: 'offline',
    problem: { code: 'no-such-host' },
  });
});

test('a service that accepts and never answers is unknown after the time limit', async (t) => {
  const port = await serveRaw(t, (socket) => socket.resume());
  t.like(await createAt(t, at(port), { requestTimeoutMs: 1000 }), {
    type: 'unknown',
    connection: 'offline',
    problem: { code: 'timed-out' },
  });
});

test('a service that drips its answer ends at the limit of the whole request', async (t) => {
  let drip: NodeJS.Timeout | undefined;
  t.teardown(() => clearInterval(drip));
  const port = await serveRaw(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n[');
    drip = setInterval(() => socket.write(' '), 10);
  });
  const remote = connect(t, at(port), { requestTimeoutMs: 150 });
  t.like(await remote.listPage({ limit: 20 }, never), {
    type: 'failed',
    connection: 'offline',
    problem: { code: 'timed-out' },
  });
});

test('a reset before the request was read is unknown: it may have been', async (t) => {
  const port = await serveRaw(t, (socket) => socket.once('readable', () => socket.resetAndDestroy()));
  t.like(await createAt(t, at(port)), { type: 'unknown', connection: 'offline', problem: { code: 'connection-lost' } });
});

test('a reset or a close after the request was read is unknown', async (t) => {
  for (const end of ['resetAndDestroy', 'destroy'] as const) {
    const port = await serveRaw(t, (socket) => socket.once('data', () => socket[end]()));
    t.like(await createAt(t, at(port)), { type: 'unknown', connection: 'offline' }, end);
  }
});

test('a truncated 201 is applied under an unknown id', async (t) => {
  const port = await serveRaw(t, (socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 40\r\n\r\n{"id":123')),
  );
  t.like(await createAt(t, at(port)), { type: 'applied-id-unknown' });
});

test('a truncated status line is unknown', async (t) => {
  const port = await serveRaw(t, (socket) => socket.once('data', () => socket.end('HTTP/1.1 20')));
  t.like(await createAt(t, at(port)), { type: 'unknown' });
});

test('something that does not speak HTTP is intercepted, and unknown for what was posted', async (t) => {
  const port = await serveRaw(t, (socket) => socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')));
  t.like(await createAt(t, at(port)), { type: 'unknown', connection: 'intercepted' });
});

test('a body over the limit, packed or not, is given up', async (t) => {
  const big = JSON.stringify([{ id: 1, name: 'x'.repeat(11 * 1024 * 1024), categoryId: 1 }]);
  const plain = await serveAnswer(t, 200, big);
  const bomb = await serve(t, (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(big)),
  );
  for (const origin of [plain, bomb]) {
    t.like(await connect(t, origin).listPage({ limit: 100 }, never), {
      type: 'failed',
      connection: 'error',
      problem: { code: 'answer-too-large' },
    });
  }
});

test('an abort before the request is not sent, an abort in its middle is unknown', async (t) => {
  const abort = new AbortController();
  const port = await serveRaw(t, (socket) => socket.once('data', () => abort.abort()));
  const remote = connect(t, at(port));
  t.like(await remote.create(body, 'k', abort.signal), { type: 'unknown', aborted: true });
  t.like(await remote.create(body, 'k', abort.signal), { type: 'not-sent', aborted: true });
  t.like(await remote.listPage({ limit: 1 }, abort.signal), { type: 'failed', aborted: true });
});

test('an abort resets the connection, so bytes still on their way never arrive', async (t) => {
  const abort = new AbortController();
  let socket: net.Socket | undefined;
  let received = 0;
  const port = await serveRaw(t, (connection) => {
    // Reads nothing, so that most of the body waits in the kernels' buffers.
    socket = connection.once('readable', () => abort.abort());
  });
  const large = 'x'.repeat(8 * 1024 * 1024);
  t.like(await connect(t, at(port)).create(large, 'k', abort.signal), { type: 'unknown', aborted: true });

  socket!.on('data', (chunk: Buffer) => (received += chunk.byteLength));
  await new Promise((resolve) => socket!.once('close', resolve));
  t.is((socket!.errored as NodeJS.ErrnoException).code, 'ECONNRESET');
  t.true(received < large.length);
});

test('where the connection stands too late, nothing is sent', async (t) => {
  let received = 0;
  const port = await serveRaw(t, (socket) => socket.on('data', () => (received += 1)));
  const outcome = await connect(t, at(port)).create(body, 'k', never, { sendBy: systemClock.uptime() - 1 });
  t.like(outcome, { type: 'not-sent', problem: { code: 'too-late' } });
  t.is(received, 0);
});

test('a kept connection is used again only where that is allowed', async (t) => {
  const ports: (number | undefined)[] = [];
  const origin = await serve(t, (request, response) => {
    ports.push(request.socket.remotePort);
    response.writeHead(201).end('{"id":1,"name":"Rex","categoryId":3}');
  });
  const remote = connect(t, origin);
  for (const reuseConnection of [true, true, false, false]) {
    await remote.create(body, 'k', never, { reuseConnection });
  }
  t.is(ports[0], ports[1]);
  t.is(new Set(ports).size, 3);
});

test('a kept connection that breaks as it is used is unknown', async (t) => {
  let answered = 0;
  const port = await serveRaw(t, (socket) =>
    socket.on('data', () => {
      answered += 1;
      if (answered === 1) {
        socket.write('HTTP/1.1 201 Created\r\ncontent-length: 36\r\n\r\n{"id":1,"name":"Rex","categoryId":3}');
      } else {
        socket.resetAndDestroy();
      }
    }),
  );
  const remote = connect(t, at(port));
  t.is((await remote.create(body, 'k', never, { reuseConnection: true })).type, 'created');
  t.is((await remote.create(body, 'k', never, { reuseConnection: true })).type, 'unknown');
});

test('no problem of any broken connection holds the key', async (t) => {
  for (const origin of [
    at(await closedPort()),
    'http://no-such-host.invalid',
    at(await serveRaw(t, (socket) => socket.destroy())),
  ]) {
    const remote = connect(t, origin);
    const outcomes = [
      await remote.create(body, 'k', never),
      await remote.listPage({ limit: 1 }, never),
      await remote.health(never),
    ];
    t.false(JSON.stringify(outcomes).includes(testApiKey));
  }
});
