import type net from 'node:net';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import type { Int64 } from '../../source/domain/int64.ts';
import { systemClock } from '../../source/platform/time/clock.ts';
import { freePort } from '../helpers/free-port.ts';
import { connect, createAt, never, serve, serveAnswer, serveRaw, testApiKey } from './servers.ts';

const at = (port: number) => `http://127.0.0.1:${port}`;
const body = '{"name":"Rex","categoryId":3}';

test('a refused connection is not sent', async (t) => {
  t.like(await createAt(t, at(await freePort())), {
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
  t.like(await createAt(t, at(port), { requestTimeoutMs: 5000 }), {
    type: 'unknown',
    connection: 'offline',
    problem: { code: 'timed-out' },
  });
});

/** Keeps this whole process from doing anything else. */
function standStill(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('an answer that came while petstore stood still counts, though the time limit is over', async (t) => {
  const origin = await serve(t, (_request, response) => {
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":7,"name":"Rex","categoryId":3}');
    standStill(1600);
  });
  t.like(await createAt(t, origin, { requestTimeoutMs: 1500 }), { type: 'created', pet: { id: '7' } });
});

test('a time limit that was over in a sleep is no fault of the store', async (t) => {
  let slept = 0;
  const clock = { ...systemClock, uptime: () => systemClock.uptime() + slept };
  const port = await serveRaw(t, (socket) => socket.once('data', () => (slept = 60_000)));
  t.like(await createAt(t, at(port), { requestTimeoutMs: 1500, clock }), {
    type: 'unknown',
    problem: { code: 'too-late' },
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

test('an answer that came, and cannot be read as HTTP, is told so', async (t) => {
  for (const [head, words] of [
    [
      'Content-Length: 2\r\nContent-Length: 3\r\n',
      /An answer came from 127\.\S+ that cannot be read as HTTP \(HPE_UNEXPECTED_CONTENT_LENGTH\)/,
    ],
    ['Content-Length: 2\r\nTransfer-Encoding: chunked\r\n', /cannot be read as HTTP \(HPE_INVALID_TRANSFER_ENCODING\)/],
    ['X-Filler: ' + 'x'.repeat(100_000) + '\r\n', /cannot be read as HTTP \(HPE_HEADER_OVERFLOW\)/],
  ] as const) {
    const port = await serveRaw(t, (socket) =>
      socket.once('data', () => socket.write(`HTTP/1.1 200 OK\r\n${head}\r\n[]`)),
    );
    const page = await connect(t, at(port)).listPage({ limit: 20 }, never);
    t.like(page, { type: 'failed', connection: 'intercepted', problem: { code: 'intercepted' } });
    t.regex(JSON.stringify(page), words);
    t.like(await createAt(t, at(port)), { type: 'unknown', connection: 'intercepted' });
  }
});

test('an answer that is not packed as it says is told so, and deflate is not asked for', async (t) => {
  let asked: unknown;
  const origin = await serve(t, (request, response) => {
    asked = request.headers['accept-encoding'];
    const encoding = request.url?.includes('status=sold') ? 'br' : 'deflate';
    response.writeHead(200, { 'content-encoding': encoding }).end(Buffer.from([0xff, 0x01, 0x02, 0x03]));
  });
  for (const status of ['available', 'sold'] as const) {
    const page = await connect(t, origin).listPage({ limit: 20, status }, never);
    t.like(page, { type: 'failed', connection: 'error', problem: { code: 'answer-packed' } });
    t.regex(JSON.stringify(page), /is not packed the way it says/);
  }
  t.is(asked, 'gzip, br');
});

test('text is UTF-8, or in the characters it names, and never garbled', async (t) => {
  const latin = Buffer.from('[{"id":1,"name":"Zo\u00eb","categoryId":2}]', 'latin1');
  const utf8 = Buffer.from(latin.toString('latin1'));
  const utf16 = Buffer.from(latin.toString('latin1'), 'utf16le');
  const read = async (type: string, bytes: Buffer) => {
    const origin = await serve(t, (_request, response) => response.writeHead(200, { 'content-type': type }).end(bytes));
    return connect(t, origin).listPage({ limit: 20 }, never);
  };
  for (const [type, bytes] of [
    ['application/json; charset=ISO-8859-1', latin],
    // So say services that do not know it: the bytes are right.
    ['application/json;charset="iso-8859-1"', utf8],
    ['application/json; charset=utf-16le', utf16],
    ['text/plain', utf8],
  ] as const) {
    t.like(await read(type, bytes), { type: 'page', pets: [{ name: 'Zo\u00eb' }] }, type);
  }
  for (const [type, words] of [
    ['application/json', /in characters that are not UTF-8: the names would be garbled/],
    ['application/json; charset=x-none', /not UTF-8, nor x-none as it says/],
  ] as const) {
    const page = await read(type, latin);
    t.like(page, { type: 'failed', connection: 'error', problem: { code: 'other-characters' } });
    t.regex(JSON.stringify(page), words);
  }
  const pet = latin.subarray(1, -1);
  const origin = await serve(t, (_request, response) => response.writeHead(200).end(pet));
  t.like(await connect(t, origin).get('1' as Int64, never), { type: 'failed', problem: { code: 'other-characters' } });
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
    at(await freePort()),
    'http://no-such-host.invalid',
    at(await serveRaw(t, (socket) => socket.destroy())),
  ]) {
    const remote = connect(t, origin);
    const outcomes = [await remote.create(body, 'k', never), await remote.listPage({ limit: 1 }, never)];
    t.false(JSON.stringify(outcomes).includes(testApiKey));
  }
});
