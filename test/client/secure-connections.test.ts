import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { systemClock } from '../../source/platform/time/clock.ts';
import { expiredCertificate, testCertificate, testKey } from './certificates.ts';
import { freePort } from '../helpers/free-port.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';
import { connect, createAt, listen, never, serveProxy, serveRaw } from './servers.ts';

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

/** A store over TLS that takes in whatever it is sent. */
function openStore(t: ExecutionContext): https.Server {
  const server = https.createServer({ key: testKey, cert: testCertificate }, (request, response) =>
    request.resume().on('end', () => response.writeHead(201).end(pet)),
  );
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
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
  t.like(await createAt(t, `https://127.0.0.1:${await freePort()}`), {
    type: 'not-sent',
    problem: { code: 'refused' },
  });
});

test.serial('a trusted store is used over kept and fresh connections', async (t) => {
  trustTestCertificate();
  const server = openStore(t);
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
  const { origin, seen } = await serveTls(t, testCertificate, (socket) => socket.once('data', () => socket.end()));
  const outcome = await connect(t, origin).create(body, 'k', never, { sendBy: systemClock.uptime() - 1 });
  t.like(outcome, { type: 'not-sent', problem: { code: 'too-late' } });
  // A second connection that arrives whole shows that the first had its time.
  t.is((await connect(t, origin).create(body, 'k', never)).type, 'unknown');
  t.is(seen.text.match(/POST/g)?.length, 1);
});

test.serial('HTTPS_PROXY is used for https, and what it leads to must still prove its name', async (t) => {
  trustTestCertificate();
  const server = openStore(t);
  await listen(server);
  const { httpsProxy, asked } = await serveProxy(t, (server.address() as AddressInfo).port);

  t.is((await createAt(t, 'https://store.test', { network: { httpsProxy } })).type, 'created');
  t.like(await createAt(t, 'https://other.test', { network: { httpsProxy } }), {
    type: 'not-sent',
    connection: 'intercepted',
    problem: { code: 'certificate' },
  });
  t.deepEqual(asked, ['store.test:443', 'other.test:443']);
});

test.serial('a proxy that fails is named, with its status, and nothing is sent', async (t) => {
  const asking = await serveProxy(t, 407);
  const refusing = await serveProxy(t, 403);
  const port = await freePort();
  const broken = await serveRaw(t, (socket) => socket.once('data', () => socket.destroy()));
  const mail = await serveRaw(t, (socket) => socket.once('data', () => socket.end('220 mail.example ESMTP\r\n')));
  // The sentences are those of test/client/outcomes/describe-answer.test.ts.
  for (const [httpsProxy, reason] of [
    [asking.httpsProxy, '(407), so store.test was'],
    [refusing.httpsProxy, 'answered 403, so store.test was'],
    ['http://no-such-proxy.invalid:3128', 'found by its name'],
    [`http://127.0.0.1:${port}`, `The proxy 127.0.0.1:${port} (HTTPS_PROXY) refused the connection`],
    [`127.0.0.1:${broken}`, 'failed (ECONNRESET)'],
    [`127.0.0.1:${mail}`, 'failed (HPE_'],
    ['socks5://127.0.0.1:1', 'not the address of an HTTP proxy'],
  ] as const) {
    const outcome = await createAt(t, 'https://store.test', { network: { httpsProxy } });
    t.like(outcome, { type: 'not-sent', connection: 'offline', problem: { code: 'proxy' } }, httpsProxy);
    t.true(JSON.stringify(outcome).includes(reason), JSON.stringify(outcome));
    t.false(JSON.stringify(outcome).includes('hidden'));
  }

  const { httpsProxy } = refusing;
  const page = await connect(t, 'https://store.test', { network: { httpsProxy } }).listPage({ limit: 1 }, never);
  t.like(page, { type: 'failed', problem: { code: 'proxy' } });
  t.is(refusing.asked.length, 2, 'a look is asked for once, as no kept connection broke');
});

test.serial('a proxy that goes silent, before or after it says yes, ends with the time limit', async (t) => {
  for (const answer of ['', 'HTTP/1.1 200 OK\r\n\r\n']) {
    const port = await serveRaw(t, (socket) => socket.once('data', () => socket.write(answer)));
    const network = { httpsProxy: `http://127.0.0.1:${port}` };
    const outcome = await createAt(t, 'https://store.test', { network, connectTimeoutMs: 100 });
    t.like(outcome, { type: 'not-sent', problem: { code: 'timed-out' } });
    t.regex(JSON.stringify(outcome), new RegExp(`through the proxy 127.0.0.1:${port} `));
  }
});

test.serial('the authorities of SSL_CERT_FILE are trusted, and a file without any is named', async (t) => {
  const server = openStore(t);
  const origin = `https://127.0.0.1:${await listen(server)}`;
  const folder = temporaryFolder(t);
  const certificateFile = join(folder, 'ours.pem');
  for (const text of [undefined, '', 'no certificate']) {
    await (text === undefined ? Promise.resolve() : writeFile(certificateFile, text));
    const outcome = await createAt(t, origin, { network: { certificateFile } });
    t.like(outcome, { type: 'not-sent', connection: 'offline', problem: { code: 'certificate-file' } });
    t.regex(JSON.stringify(outcome), /SSL_CERT_FILE is not the name/);
  }

  await writeFile(certificateFile, testCertificate);
  t.is((await createAt(t, origin, { network: { certificateFile } })).type, 'created');
  const outside = await serveProxy(t, Number(new URL(origin).port));
  const network = { certificateFile, httpsProxy: outside.httpsProxy };
  t.is((await createAt(t, 'https://store.test', { network })).type, 'created');
});

test.serial('a store that wants a certificate of the person says so, and one with an old TLS', async (t) => {
  trustTestCertificate();
  const wanted = { requestCert: true, rejectUnauthorized: true, ca: testCertificate };
  for (const [options, type, words] of [
    [
      { ...wanted, maxVersion: 'TLSv1.2' },
      'not-sent',
      /it needs a certificate of your own, which petstore cannot show/,
    ],
    // The other side says so only after the request.
    [{ ...wanted, minVersion: 'TLSv1.3' }, 'unknown', /needs a certificate of your own, which petstore cannot show/],
    [
      { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' },
      'not-sent',
      /could not be set up \(TLS_ALERT_70\)/,
    ],
  ] as const) {
    const server = https.createServer({ key: testKey, cert: testCertificate, ...options });
    server.on('tlsClientError', () => undefined);
    t.teardown(() => server.close());
    const outcome = await createAt(t, `https://127.0.0.1:${await listen(server)}`);
    t.like(outcome, { type, connection: 'intercepted', problem: { code: 'certificate' } });
    t.regex(JSON.stringify(outcome), words);
  }
});

/** A way to a TLS server on which the first bytes are held back until `go` says so. */
async function serveSlowly(t: ExecutionContext, go: () => boolean): Promise<string> {
  const server = openStore(t);
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
