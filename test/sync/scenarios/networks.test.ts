/** Networks by name: nothing is sent into the void, and everything once the store is there. */
import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { impatient, openEngine, rex, setScene, syncFor } from '../../helpers/open-engine.js';
import { temporaryFolder } from '../../helpers/temporary-folder.js';

/** A port that does something else than being a pet store. Returns its address. */
async function listen(t: ExecutionContext, onConnection: (socket: net.Socket) => void): Promise<string> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

for (const [network, where] of Object.entries({
  refused: async (t: ExecutionContext) => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    t.truthy(port);
    return `http://127.0.0.1:${port}/v1`;
  },
  unresolvable: () => Promise.resolve('http://store.invalid/v1'),
  'half-open server': (t: ExecutionContext) => listen(t, () => undefined),
  'slow-drip server': (t: ExecutionContext) =>
    listen(t, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n');
      const timer = setInterval(() => socket.write(' '), 20);
      socket.once('close', () => clearInterval(timer));
    }),
  'a server that resets at once': (t: ExecutionContext) => listen(t, (socket) => socket.resetAndDestroy()),
})) {
  test(`${network}: the animal waits untouched, and it is said that the store cannot be reached`, async (t) => {
    const engine = openEngine(
      t,
      temporaryFolder(t),
      { baseUrl: await where(t), apiKey: 'pst_test' },
      { requestTimeoutMs: 300 },
    );
    const { localId } = await engine.add(rex);
    const report = await syncFor(engine, 2000);
    t.is(report.connection.state, 'offline');
    t.truthy(report.connection.problem?.message);
    t.like(await engine.findEntry(localId), { state: 'queued', attempts: 0 });
  });
}

test('a half-open connection at the send: undecided, and settled by looking', async (t) => {
  for (const fault of ['hang', 'insert-then-hang'] as const) {
    const { service, engine, sync, entry, acquaint } = await setScene(t, {}, impatient);
    await acquaint();
    service.next(fault);
    const { localId } = await engine.add(rex);
    await sync();
    t.is((await entry(localId)).state, 'created', fault);
    t.is(service.inserted().length, 3, fault);
  }
});
