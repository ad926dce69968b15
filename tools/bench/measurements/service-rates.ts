import http, { type RequestOptions } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { interleave } from '../measure/interleave.ts';
import { ratio, type Row } from '../measure/row.ts';
import { startService } from '../measure/start-service.ts';
import type { World } from '../measure/world.ts';

const connections = 50;
const requests = 4000;

/** What a request of each kind costs, against a bare server that answers with the very same bytes. */
export async function measureServiceRates(world: World): Promise<readonly Row[]> {
  const service = await startService(world);
  const bare = await startBareServer(`${service.baseUrl}/pets`, service.apiKey);
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const added = JSON.stringify({ name: 'Luna', categoryId: 2, status: 'available' });
  const add = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } };
  try {
    const measured = await interleave(
      {
        list: () => timeAll(`${service.baseUrl}/pets`, { headers }),
        get: () => timeAll(`${service.baseUrl}/pets/7`, { headers }),
        add: () => timeAll(`${service.baseUrl}/pets`, add, added),
        bare: () => timeAll(bare.url, { headers }),
      },
      Math.min(world.runs, 7),
    );
    const against = 'a bare server that sends the bytes of a list';
    const row = (what: string, took: readonly number[] | undefined, atMost: number): Row =>
      ratio(`${requests} x ${what}, ${connections} at once`, against, took, measured.bare[0], atMost);
    return [
      row('a list of 20', measured.list[0], 3),
      row('a look-up by id', measured.get[0], 3),
      row('an add', measured.add[0], 6),
    ];
  } finally {
    bare.stop();
    await service.stop();
  }
}

/** How many milliseconds all requests take; throws where one is refused. */
async function timeAll(url: string, options: RequestOptions, body?: string): Promise<readonly number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let sent = 0; sent < requests / connections; sent += 1) {
        const request = http.request(url, { ...options, agent }).end(body);
        const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
        await buffer(answer);
        if ((answer.statusCode ?? 500) >= 300) {
          throw new Error(`${url} answered ${answer.statusCode ?? ''}, so nothing was measured`);
        }
      }
    }),
  );
  agent.destroy();
  return [performance.now() - start];
}

/** In a thread of its own, as the service has a process of its own. */
async function startBareServer(from: string, apiKey: string) {
  const answer = await fetch(from, { headers: { authorization: `Bearer ${apiKey}` } });
  const { date: _made, connection: _kept, 'keep-alive': _time, ...headers } = Object.fromEntries(answer.headers);
  const worker = new Worker(
    `const { workerData, parentPort } = require('node:worker_threads');
     const server = require('node:http').createServer((_request, response) => response.writeHead(200, workerData.headers).end(workerData.body));
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address()));`,
    { eval: true, workerData: { headers, body: await answer.text() } },
  );
  const [{ port }] = (await once(worker, 'message')) as [AddressInfo];
  return { url: `http://127.0.0.1:${port}/`, stop: () => void worker.terminate() };
}
