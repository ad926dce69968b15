/**
 * A name with IPv4 and IPv6 on a line that carries only one of them, and slowly. The kernel itself drops what would
 * connect: a stopped server's queue is full. Once it goes on, the repeated SYN gets through, about a second after the
 * first.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import net from 'node:net';
import os from 'node:os';
import tls from 'node:tls';
import test, { type ExecutionContext } from 'ava';
import { scriptArguments } from '../helpers/script.ts';
import { testCertificate } from './certificates.ts';
import { createAt } from './servers.ts';

const hasBoth = ['127.0.0.1', '::1'].every((address) =>
  Object.values(os.networkInterfaces()).some((each) => each?.some((found) => found.address === address)),
);
const onLinux = process.platform === 'linux' && hasBoth ? test.serial : test.serial.skip;
const addresses = { 4: '127.0.0.1', 6: '::1' } as const;
type Family = keyof typeof addresses;

async function startServer(t: ExecutionContext, scheme: string, family: Family, port: number) {
  const child = spawn(
    process.execPath,
    [...scriptArguments('test/client/two-families.process.ts'), scheme, addresses[family], String(port)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  t.teardown(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { child, port: Number(line) };
}

/** Stops a server, and fills its queue until the kernel drops what comes. */
async function stop(t: ExecutionContext, child: ChildProcess, family: Family, port: number): Promise<void> {
  child.kill('SIGSTOP');
  for (let isFull = false; !isFull;) {
    const socket = net.connect({ host: addresses[family], port }).on('error', () => undefined);
    t.teardown(() => socket.destroy());
    isFull = await new Promise((resolve) => {
      // A connection that was made while this process stood still is heard of before the end of that time is.
      const timer = setTimeout(() => setImmediate(resolve, true), 300);
      socket.once('connect', () => {
        clearTimeout(timer);
        resolve(false);
      });
    });
    if (isFull) {
      socket.destroy();
    }
  }
}

test.afterEach.always(() => tls.setDefaultCACertificates([...tls.rootCertificates]));

for (const [scheme, alive, isFirst] of [
  ['http', 4, false],
  ['https', 6, true],
] as const) {
  const title = `${scheme}: only IPv${alive} gets through, slowly, and is ${isFirst ? 'tried first' : 'tried last'}: it is sent`;
  onLinux(title, async (t) => {
    const dead = alive === 4 ? 6 : 4;
    const living = await startServer(t, scheme, alive, 0);
    const silent = await startServer(t, scheme, dead, living.port);
    await stop(t, silent.child, dead, living.port);
    await stop(t, living.child, alive, living.port);
    const { lookup } = dns;
    t.teardown(() => Object.assign(dns, { lookup }));
    Object.assign(dns, {
      lookup: (_host: string, _options: unknown, found: (error: null, all: dns.LookupAddress[]) => void) => {
        const families: Family[] = isFirst ? [alive, dead] : [dead, alive];
        process.nextTick(
          found,
          null,
          families.map((family) => ({ address: addresses[family], family })),
        );
      },
    });
    tls.setDefaultCACertificates([testCertificate]);
    setTimeout(() => living.child.kill('SIGCONT'), 600);
    const outcome = await createAt(t, `${scheme}://store.test:${living.port}`, { connectTimeoutMs: 8000 });
    t.is(outcome.type, 'created', JSON.stringify(outcome));
  });
}
