import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import test, { type ExecutionContext } from 'ava';
import { systemClock } from '../../source/platform/time/clock.js';
import { expiredCertificate, testCertificate, testKey } from './certificates.js';
import { closedPort, connect, createAt, listen, never, serveProxy, serveRaw } from './servers.js';

const body = '{"name":"Rex","categoryId":3}';
const pet = '{"id":1,"name":"Rex","categoryId":3}';

/** A TLS server that notes what arrives inside the encryption. */
async function serveTls(
  t: ExecutionContext,
  certificate: string,
  onConnection: (socket: tls.TLSSocket) => void = () => undefined,
) {
  const seen = { text: '' };
  const server = tls.createServer({ key: testKey, cert: certificate }, (socket) => {
    socket.on('error', () => undefined).on('data', (chunk: Buffer) => (seen.text += chunk.toString()));
    t.teardown(() => socket.destroy());
    onConnection(socket);
  });
  server.on('tlsClientError', () => undefined);
  t.teardown(() => server.close());
  return { origin: `https://127.0.0.1:${await listen(server)}`, seen };
}

/** Makes this process trust the test certificate, as NODE_EXTRA_CA_CERTS would. */
function trustTestCertificate(certificate = testCertificate) {
  tls.setDefaultCACertificates([certificate]);
}

test.afterEach.always(() => tls.setDefaultCACertificates([...tls.rootCertificates]));

test.serial('a certificate nobody signed is not sent, intercepted, and names NODE_EXTRA_CA_CERTS', async (t) => {
  const { origin, seen } = await serveTls(t, testCertificate);
  const outcome = await createAt(t, origin);
  t.like(outcome, { type: 'not-sent', connection: 'intercepted', problem: { code: 'certificate' } });
  t.regex(JSON.stringify(outcome), /NODE_EXTRA_CA_CERTS/);
  t.is(seen.text, '');
});

test.serial('a certificate out of date or for another name says so', async (t) => {
  trustTestCertificate(expiredCertificate);
  t.regex(JSON.stringify(await createAt(t, (await serveTls(t, expiredCertificate)).origin)), /"not-sent".*out of date/);
  trustTestCertificate();
  const { origin } = await serveTls(t, testCertificate);
  t.regex(
    JSON.stringify(await createAt(t, origin.replace('127.0.0.1', '127.0.0.2'))),
    /"not-sent".*(another name|not running)/,
  );
});

test.serial('a port that accepts but never speaks TLS, or speaks something else, is not sent', async (t) => {
  const silent = await serveRaw(t, (socket) => socket.resume());
  t.like(await createAt(t, `https://127.0.0.1:${silent}`, { connectTimeoutMs: 100 }), {
    type: 'not-sent',
    problem: { code: 'timed-out' },
  });
  const plain = await serveRaw(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  t.like(await createAt(t, `https://127.0.0.1:${plain}`), { type: 'not-sent', connection: 'intercepted' });
  t.like(await createAt(t, `https://127.0.0.1:${await closedPort()}`), {
    type: 'not-sent',
    problem: { code: 'refused' },
  });
});

test.serial('a trusted store is used over kept and fresh connections', async (t) => {
  trustTestCertificate();
  const server = https.createServer({ key: testKey, cert: testCertificate }, (request, response) =>
    request.resume().on('end', () => response.writeHead(201).end(pet)),
  );
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  let connections = 0;
  server.on('secureConnection', () => (connections += 1));
  const remote = connect(t, `https://localhost:${await listen(server)}`);
  for (const reuseConnection of [true, true, false]) {
    t.is((await remote.create(body, 'k', never, { reuseConnection })).type, 'created');
  }
  t.is(connections, 2);
});

test.serial('an abort resets a TLS connection too', async (t) => {
  trustTestCertificate();
  const abort = new AbortController();
  const { origin } = await serveTls(t, testCertificate, (socket) => socket.once('data', () => abort.abort()));
  // A relay, as a TLS socket does not say how its connection ended.
  const ended = Promise.withResolvers<string | undefined>();
  const relay = await serveRaw(t, (client) => {
    const upstream = net.connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => undefined);
    client.pipe(upstream).pipe(client);
    client
      .once('end', () => ended.resolve('FIN'))
      .once('error', ({ code }: NodeJS.ErrnoException) => ended.resolve(code));
  });
  const outcome = await connect(t, `https://127.0.0.1:${relay}`).create('x'.repeat(8 * 1024 * 1024), 'k', abort.signal);
  t.like(outcome, { type: 'unknown', aborted: true });
  t.is(await ended.promise, 'ECONNRESET');
});

test.serial('where a TLS connection stands too late, nothing is sent', async (t) => {
  trustTestCertificate();
  const { origin, seen } = await serveTls(t, testCertificate);
  const outcome = await connect(t, origin).create(body, 'k', never, { sendBy: systemClock.uptime() - 1 });
  t.like(outcome, { type: 'not-sent', problem: { code: 'too-late' } });
  // A second connection that arrives whole shows that the first had its time.
  t.is((await connect(t, origin, { requestTimeoutMs: 1000 }).create(body, 'k', never)).type, 'unknown');
  t.is(seen.text.match(/POST/g)?.length, 1);
});

test.serial('HTTPS_PROXY is used for https, and what it leads to must still prove its name', async (t) => {
  trustTestCertificate();
  const server = https.createServer({ key: testKey, cert: testCertificate }, (request, response) =>
    request.resume().on('end', () => response.writeHead(201).end(pet)),
  );
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  await listen(server);
  const { httpsProxy, asked } = await serveProxy(t, (server.address() as AddressInfo).port);

  t.is((await createAt(t, 'https://store.test', { proxy: { httpsProxy } })).type, 'created');
  t.like(await createAt(t, 'https://other.test', { proxy: { httpsProxy } }), {
    type: 'not-sent',
    connection: 'intercepted',
    problem: { code: 'certificate' },
  });
  t.deepEqual(asked, ['store.test:443', 'other.test:443']);
});

test.serial('a proxy that is not there, refuses, or is no address is not sent', async (t) => {
  const asking = await serveProxy(t, 407);
  const refusing = await serveProxy(t, 403);
  for (const [httpsProxy, code, words] of [
    [asking.httpsProxy, 'proxy', /asks for a user name and a password \(407\), so store\.test was not reached/],
    [refusing.httpsProxy, 'proxy', /would not connect to store\.test/],
    ['http://no-such-proxy.invalid:3128', 'proxy', /name of the proxy in HTTPS_PROXY could not be looked up/],
    [`http://127.0.0.1:${await closedPort()}`, 'refused', /or the proxy on the way/],
    ['socks5://127.0.0.1:1', 'proxy', /not the address of an HTTP proxy/],
  ] as const) {
    const outcome = await createAt(t, 'https://store.test', { proxy: { httpsProxy } });
    t.like(outcome, { type: 'not-sent', connection: 'offline', problem: { code } }, httpsProxy);
    t.regex(JSON.stringify(outcome), words);
    t.false(JSON.stringify(outcome).includes('hidden'));
  }
});

/** A way to a TLS server on which the first bytes are held back until `go` says so. */
async function serveSlowly(t: ExecutionContext, go: () => boolean): Promise<string> {
  const server = https.createServer({ key: testKey, cert: testCertificate }, (request, response) =>
    request.resume().on('end', () => response.writeHead(201).end(pet)),
  );
  t.teardown(() => server.close());
  const target = await listen(server);
  const port = await serveRaw(t, (socket) => {
    const onward = net.connect(target, '127.0.0.1').on('error', () => undefined);
    t.teardown(() => onward.destroy());
    onward.pipe(socket);
    const held = setInterval(() => {
      if (go()) {
        clearInterval(held);
        socket.pipe(onward);
      }
    }, 10);
    t.teardown(() => clearInterval(held));
  });
  return `https://127.0.0.1:${port}`;
}

test.serial('a process that slept while the connection was made sends nothing', async (t) => {
  trustTestCertificate();
  let slept = 0;
  const clock = { ...systemClock, uptime: () => systemClock.uptime() + slept };
  const origin = await serveSlowly(t, () => {
    slept = 60_000;
    return true;
  });
  const outcome = await connect(t, origin, { clock }).create(body, 'k', never, {
    sendBy: systemClock.uptime() + 60_000,
  });
  t.like(outcome, { type: 'not-sent', problem: { code: 'too-late' } });
});
