/** A name that leads to another machine than before, as behind a VPN. Loopback has two of them. */
import dns from 'node:dns';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { connect } from './servers.ts';

const never = new AbortController().signal;
// Elsewhere loopback has one address.
const onLinux = process.platform === 'linux' ? test.serial : test.serial.skip;

async function serveAt(t: ExecutionContext, host: string, port: number, status = 200) {
  const server = http.createServer((_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end('[]'),
  );
  server.listen(port, host);
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

const here = '127.0.0.1';
const there = '127.0.0.2';

/** A client of a store by its name, which leads where the test says. */
function connectByName(t: ExecutionContext, port: number, options: Parameters<typeof connect>[2] = {}) {
  const name = { addresses: [here] };
  const { lookup } = dns;
  t.teardown(() => Object.assign(dns, { lookup }));
  const found = (options: { readonly all?: boolean }): readonly unknown[] => {
    const all = name.addresses.map((address) => ({ address, family: 4 }));
    return options.all ? [all] : [name.addresses[0], 4];
  };
  Object.assign(dns, {
    lookup: (_name: string, options: object, callback: (...told: readonly unknown[]) => void) =>
      callback(null, ...found(options)),
  });
  const remote = connect(t, `http://store.example:${port}`, options);
  return { name, remote, listPage: async () => (await remote.listPage({ limit: 1 }, never)).type };
}

onLinux('it is told once its name no longer leads to the machine that answered, until that answers', async (t) => {
  const port = await serveAt(t, here, 0);
  await serveAt(t, there, port);
  const { name, remote, listPage } = connectByName(t, port);
  const isMoved = () => remote.leadsElsewhere(never);
  t.false(await isMoved(), 'nobody answered yet');
  t.is(await listPage(), 'page');
  t.false(await isMoved());
  name.addresses = [there, here];
  t.false(await isMoved(), 'it is one of several');
  name.addresses = [there];
  t.true(await isMoved());
  t.is(await listPage(), 'page');
  t.false(await isMoved(), 'the connection of before is used no more');
  name.addresses = [];
  t.false(await isMoved(), 'nothing is known');
});

onLinux('a machine that fails is left as soon as the name leads to another one', async (t) => {
  const port = await serveAt(t, here, 0, 500);
  await serveAt(t, there, port);
  const { name, listPage } = connectByName(t, port);
  t.is(await listPage(), 'failed');
  name.addresses = [there];
  t.is(await listPage(), 'page');
});

onLinux(
  'a name that is looked up in vain keeps nobody waiting who stops, nor for longer than a connection may take',
  async (t) => {
    const port = await serveAt(t, here, 0);
    const { listPage, remote } = connectByName(t, port, { connectTimeoutMs: 3000 });
    t.is(await listPage(), 'page');
    Object.assign(dns, { lookup: () => undefined });
    t.false(await remote.leadsElsewhere(AbortSignal.abort()));
    const stopping = new AbortController();
    const asked = connectByName(t, port);
    t.is(await asked.listPage(), 'page');
    Object.assign(dns, { lookup: () => stopping.abort() });
    t.false(await asked.remote.leadsElsewhere(stopping.signal));
    Object.assign(dns, { lookup: () => undefined });
    t.false(await remote.leadsElsewhere(never));
  },
);

test('an address that is no name leads nowhere else', async (t) => {
  const port = await serveAt(t, '127.0.0.1', 0);
  const remote = connect(t, `http://127.0.0.1:${port}`);
  await remote.listPage({ limit: 1 }, never);
  t.false(await remote.leadsElsewhere(never));
});
