import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port of this machine that nothing listens on just now. It is none of those that the system itself gives away, to
 * port 0 and to each connection, so that nobody has it by the time it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + Math.floor(Math.random() * 18_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      new Promise<boolean>((resolve) => server.once('error', () => resolve(false))),
    ]);
    server.close();
    if (isFree) {
      await once(server, 'close');
      return port;
    }
  }
}
