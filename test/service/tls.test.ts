import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmod, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import test from 'ava';
import { until } from '../helpers/until.ts';
import { openService } from './start-service.ts';
import { startProcess } from './start-process.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

const openssl = (() => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

function makeCertificate(tlsCert: string, tlsKey: string): void {
  const request = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost';
  const more = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', tlsKey, '-out', tlsCert];
  execFileSync('openssl', [...request.split(' '), ...more], { stdio: 'ignore' });
}

/** The certificate that a service shows now. */
async function shown(baseUrl: string): Promise<string> {
  const socket = tls.connect({
    host: '127.0.0.1',
    port: Number(new URL(baseUrl).port),
    servername: 'localhost',
    rejectUnauthorized: false,
  });
  await once(socket, 'secureConnect');
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

(openssl ? test : test.skip)(
  'with a certificate it speaks TLS, also beyond loopback; a renewed one is taken at SIGHUP, without losing anybody, and the old one stays where the new one is broken (needs openssl)',
  async (t) => {
    const folder = temporaryFolder(t);
    const [tlsCert, tlsKey] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    makeCertificate(tlsCert, tlsKey);
    await chmod(tlsKey, 0o644);
    const database = path.join(folder, 'pets.sqlite');
    const settings = { database, tlsCert, tlsKey, host: '0.0.0.0', metricsPort: 0 };
    const { baseUrl, apiKey = '', child, ended, stderr, metricsUrl } = await startProcess(t, settings);
    t.regex(baseUrl, /^https:\/\/localhost:\d+\/v1$/, 'an address that a client can use');
    await until('it is told', () => stderr().includes('every user of this machine may read the key'));
    const told = await (await fetch(metricsUrl!)).text();
    const ends = Number(/^petstore_certificate_end_timestamp_seconds (\S+)$/m.exec(told)?.[1]);
    t.is(ends, Date.parse(new X509Certificate(await readFile(tlsCert)).validTo) / 1000);

    const port = Number(new URL(baseUrl).port);
    const kept = tls.connect({ host: '127.0.0.1', port, servername: 'localhost', ca: await readFile(tlsCert) });
    await once(kept, 'secureConnect');
    kept.write(`GET /v1/pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`);
    t.regex(String(await once(kept, 'data')), /200 OK/, 'to a client that knows the authority');

    const first = await shown(baseUrl);
    makeCertificate(tlsCert, tlsKey);
    t.is(await shown(baseUrl), first, 'nobody said so yet');
    child.kill('SIGHUP');
    await until('it is read', () => stderr().includes('certificate read again'));
    const second = await shown(baseUrl);
    t.not(second, first);
    kept.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    t.regex(String(await once(kept, 'data')), /200 OK/, 'a connection from before goes on');
    kept.destroy();

    const good = await readFile(tlsKey);
    for (const broken of [
      () => writeFile(tlsCert, 'no certificate'),
      () => rm(tlsCert),
      async () => {
        makeCertificate(tlsCert, tlsKey);
        await writeFile(tlsKey, good);
      },
    ]) {
      const times = stderr().split('the old one stays').length;
      await broken();
      child.kill('SIGHUP');
      await until('it is told', () => stderr().split('the old one stays').length > times);
      t.is(await shown(baseUrl), second);
    }

    child.kill('SIGTERM');
    t.is(await ended, 0);
  },
);

(openssl ? test : test.skip)(
  'who begins to speak TLS and does not go on delays no stop, and a request under way is answered (needs openssl)',
  async (t) => {
    const folder = temporaryFolder(t);
    const [tlsCert, tlsKey] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    makeCertificate(tlsCert, tlsKey);
    const [cert, key] = await Promise.all([readFile(tlsCert, 'utf8'), readFile(tlsKey, 'utf8')]);
    const { service, apiKey } = await openService(t, { tls: { cert, key }, limits: { drain: 1000 } });
    const port = Number(new URL((await service.listen({ host: '127.0.0.1', port: 0 })).baseUrl).port);
    const begun = net.connect(port, '127.0.0.1').on('error', () => undefined);
    begun.write(Buffer.from([0x16, 3, 1]));
    const asking = tls.connect({ host: '127.0.0.1', port, ca: cert, servername: 'localhost' });
    const body = '{"name":"Late","categoryId":1}';
    asking.write(
      `POST /v1/pets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    t.regex(String(await once(asking, 'data')), /100 Continue/);
    const ended = once(begun, 'close');
    const closed = service.close();
    asking.write(body);
    t.regex(String(await once(asking, 'data')), /201 Created/);
    await Promise.all([closed, ended]);
    t.pass();
  },
);

(openssl ? test : test.skip)(
  'a connection over TLS on which nothing was asked yet delays no stop (needs openssl)',
  async (t) => {
    const folder = temporaryFolder(t);
    const [tlsCert, tlsKey] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    makeCertificate(tlsCert, tlsKey);
    const [cert, key] = await Promise.all([readFile(tlsCert, 'utf8'), readFile(tlsKey, 'utf8')]);
    // Without an end of its own: what waits for anything else never ends.
    const { service } = await openService(t, { tls: { cert, key }, limits: { drain: 600_000 } });
    const port = Number(new URL((await service.listen({ host: '127.0.0.1', port: 0 })).baseUrl).port);
    const connect = () => tls.connect({ host: '127.0.0.1', port, ca: cert, servername: 'localhost' });
    const unused = connect().on('error', () => undefined);
    await once(unused, 'secureConnect');
    // The service has the last of the first one's handshake only after that: an answer to a later one proves it.
    const used = connect();
    used.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    t.regex(String(await once(used, 'data')), /200 OK/);
    await Promise.all([service.close(), once(used, 'close'), once(unused, 'close')]);
    t.pass();
  },
);
