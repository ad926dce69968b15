/**
 * What stands between one home and the store: it forwards what it is asked, and loses some of it on the way. It keeps
 * no record; the store does.
 *
 * - *bad*: the share of requests that are cut off, half of them after the store has carried them out.
 * - *lag*: lists are as they were so long ago, as behind a cache that does not say so.
 * - *plain*: a gateway that knows nothing of idempotency keys: it takes them out, and whatever says that they are
 *   honoured.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRandom } from '../../helpers/fault-service/seeded-random.js';

export type LineOptions = {
  readonly bad?: number;
  readonly lagMs?: number;
  readonly isPlain?: boolean;
  readonly seed: number;
};

export type Line = {
  readonly baseUrl: string;
  /** Requests that were cut off, before or after the store had them. */
  readonly cut: () => number;
  /** From here on nothing goes wrong. */
  mend(): void;
  close(): void;
};

type Kept = {
  readonly at: number;
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
};

/** @param port asked at each request: the store may be restarted. */
export async function openLine(
  port: number,
  { bad = 0, lagMs = 0, isPlain = false, seed }: LineOptions,
): Promise<Line> {
  const random = createRandom(seed);
  const kept = new Map<string, Kept>();
  let isMended = false;
  let cut = 0;

  const forward = (request: http.IncomingMessage, body: Buffer): Promise<Kept> =>
    new Promise((resolve, reject) => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name !== 'host' && !(isPlain && name === 'idempotency-key')),
      );
      const onward = http.request(
        {
          host: '127.0.0.1',
          port,
          method: request.method,
          path: request.url,
          headers: { ...headers, host: `127.0.0.1:${port}` },
          agent: false,
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () =>
            resolve({
              at: performance.now(),
              status: answer.statusCode ?? 502,
              headers: answer.headers,
              body: Buffer.concat(chunks),
            }),
          );
          answer.on('error', reject);
        },
      );
      onward.on('error', reject).end(body);
    });

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => void answer().catch(() => response.destroy()));

    async function answer(): Promise<void> {
      if ((isPlain && request.url === '/healthz') || request.url?.includes('/events') === true) {
        response.writeHead(404).end();
        return;
      }

      const isCut = !isMended && random() < bad;
      const isBefore = random() < 0.5;
      if (isCut) {
        cut += 1;
        if (isBefore) {
          response.destroy();
          return;
        }
      }

      const question = `${request.method} ${request.url}`;
      const old = kept.get(question);
      const isOld = request.method === 'GET' && old !== undefined && !isMended && performance.now() - old.at < lagMs;
      const got = isOld ? old : await forward(request, Buffer.concat(chunks));
      kept.set(question, got);
      if (isCut) {
        response.destroy();
        return;
      }

      const headers = Object.fromEntries(
        Object.entries(got.headers).filter(
          ([name]) =>
            !['transfer-encoding', 'connection', 'content-length', 'keep-alive'].includes(name) &&
            !(isPlain && /idempotency/.test(name)),
        ),
      );
      // Addresses in the answer lead back to the line.
      const link =
        typeof headers['link'] === 'string'
          ? {
              link: headers['link'].replaceAll(
                `127.0.0.1:${port}`,
                `127.0.0.1:${(server.address() as AddressInfo).port}`,
              ),
            }
          : {};
      response.writeHead(got.status, { ...headers, ...link, 'content-length': got.body.length }).end(got.body);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    cut: () => cut,
    mend() {
      isMended = true;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
