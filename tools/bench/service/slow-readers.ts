import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createService } from '../../../source/service/server.js';
import { atMost, type Finding } from './compare.js';
import { peakMemory } from './memory.js';
import { startNode } from './side.js';
import { startPetstore } from './sides.js';

/** Of every character that may be in a name JSON makes the most of these: six bytes of one. */
const longest = '\u0001'.repeat(1000);

/**
 * What one key can do to a service with the largest pages there are: eight clients list them without a pause, and 30
 * ask and read nothing, while somebody asks every 20 ms whether it lives.
 */
export async function measureSlowReaders(
  folder: string,
  program: string,
  seconds: number,
): Promise<readonly Finding[]> {
  const database = path.join(folder, 'longest.sqlite');
  const making = await createService({ database });
  await making.seed(Array.from({ length: 100 }, () => ({ name: longest, categoryId: '1' as never })));
  const { apiKey } = await making.keys.create();
  await making.close();

  const { load, pid, stop } = await startPetstore(program, database, apiKey);
  const { origin, port } = new URL(load.url);
  const idle = Array.from({ length: 30 }, () => {
    const socket = net
      .connect(Number(port), '127.0.0.1')
      .on('error', () => undefined)
      .pause();
    socket.write(`GET /v1/pets?limit=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`.repeat(5));
    return socket;
  });
  const [{ asked, took }] = await Promise.all([
    run<{ readonly asked: number; readonly took: readonly number[] }>('probe-health', {
      url: `${origin}/healthz`,
      seconds,
    }),
    run('send-load', { ...load, url: `${load.url}?limit=100`, seconds, connections: 8 }),
  ]);
  const peak = peakMemory(pid);
  idle.forEach((socket) => socket.destroy());
  await stop();
  return [
    atMost('largest pages, 30 who read nothing: /healthz without an answer', `of ${asked}`, asked - took.length, 0),
    atMost(
      'largest pages, 30 who read nothing: /healthz',
      `99 of 100 within, ms; slowest ${Math.round(Math.max(...took))}`,
      took.toSorted((one, other) => one - other)[Math.floor(took.length * 0.99)] ?? Infinity,
      100,
    ),
    ...(peak === undefined ? [] : [atMost('largest pages, 30 who read nothing: memory', 'most, MiB', peak, 300)]),
  ];
}

/** Runs one of the clients in a process of its own, so that it waits for nothing but the service. */
async function run<T>(client: string, task: object): Promise<T> {
  const { line, stop } = await startNode([
    fileURLToPath(new URL(`servers/${client}.ts`, import.meta.url)),
    JSON.stringify(task),
  ]);
  await stop();
  return JSON.parse(line) as T;
}
