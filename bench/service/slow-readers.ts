import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createService } from '../../source/service/server.js';
import { atMost, type Finding } from './compare.js';
import { peakMemory } from './memory.js';
import { startPetstore } from './sides.js';

/** Of every character that may be in a name JSON makes the most of these: six bytes of one. */
const longest = '\u0001'.repeat(1000);

/**
 * What one key can do to a service with the largest pages there are: eight clients list them without a pause, and 30 ask and read nothing,
 * while somebody asks every 20 ms whether it lives.
 */
export async function measureSlowReaders(folder: string, program: string, seconds: number): Promise<readonly Finding[]> {
  const database = path.join(folder, 'longest.sqlite');
  const making = await createService({ database });
  await making.seed(Array.from({ length: 100 }, () => ({ name: longest, categoryId: '1' as never })));
  const { apiKey } = await making.keys.create();
  await making.close();

  const { load, pid, stop } = await startPetstore(program, database, apiKey);
  const { port } = new URL(load.url);
  const agent = new http.Agent({ keepAlive: true });
  const get = (target: string, options: http.RequestOptions = {}): Promise<number> =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const request = http.get({ host: '127.0.0.1', port, path: target, timeout: 10_000, ...options }, (response) => {
        response.resume().once('close', () => (response.complete ? resolve(performance.now() - began) : reject(new Error('cut off'))));
      });
      request.once('timeout', () => request.destroy(new Error('no answer'))).once('error', reject);
    });
  const idle = Array.from({ length: 30 }, () => {
    const socket = net.connect(Number(port), '127.0.0.1').on('error', () => undefined).pause();
    socket.write(`GET /v1/pets?limit=100 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`.repeat(5));
    return socket;
  });
  const end = performance.now() + seconds * 1000;
  const goesOn = (): boolean => performance.now() < end;
  const alive: number[] = [];
  let asked = 0;
  const probe = async (): Promise<void> => {
    while (goesOn()) {
      asked += 1;
      await get('/healthz').then((took) => alive.push(took), () => undefined);
      await delay(20);
    }
  };
  const list = async (): Promise<void> => {
    while (goesOn()) {
      await get('/v1/pets?limit=100', { agent, headers: { authorization: `Bearer ${apiKey}` } }).catch(() => undefined);
    }
  };
  await Promise.all([probe(), ...Array.from({ length: 8 }, list)]);
  const peak = peakMemory(pid);
  idle.forEach((socket) => socket.destroy());
  agent.destroy();
  await stop();
  return [
    atMost('largest pages, 30 who read nothing: /healthz without an answer', `of ${asked}, slowest ${Math.round(Math.max(...alive))} ms`, asked - alive.length, 0),
    ...(peak === undefined ? [] : [atMost('largest pages, 30 who read nothing: memory', 'most, MiB', peak, 300)]),
  ];
}
