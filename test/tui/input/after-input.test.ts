import type { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { createServer, connect } from 'node:net';
import test from 'ava';
import { afterInput } from '../../../source/tui/input/key-stream.js';

/** Keeps the process from running, as a busy machine does. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('input that arrived while the process was kept from running is read before the wait counts as over', async (t) => {
  const server = createServer((socket) => void socket.write('first')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
  const [peer] = (await once(server, 'connection')) as [PassThrough];
  t.teardown(() => {
    socket.destroy();
    server.close();
  });
  await once(socket, 'data');

  const happened: string[] = [];
  let stop = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    stop = afterInput(20, () => {
      happened.push('over');
      resolve();
    });
    socket.once('data', () => {
      happened.push('input');
      stop();
      resolve();
    });
  });
  peer.write('second');
  block(200);
  await ended;
  t.deepEqual(happened, ['input']);
});

test('without input the work is done, unless it is stopped', async (t) => {
  const stopped = afterInput(1, () => t.fail());
  stopped();
  await new Promise<void>((resolve) => void afterInput(5, resolve));
  t.pass();
});
