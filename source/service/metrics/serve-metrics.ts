import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './prometheus.js';

/**
 * Answers `GET /metrics` on this machine only, on a port of its own: it is for the operator, not for the owners of
 * keys.
 */
export async function serveMetrics(
  { contentType, read }: Metrics,
  port: number,
): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = http.createServer((request, response) => {
    const isAsked = request.method === 'GET' || request.method === 'HEAD';
    if (request.url?.split('?', 1)[0] !== '/metrics' || !isAsked) {
      response.writeHead(isAsked ? 404 : 405, isAsked ? {} : { allow: 'GET, HEAD' }).end();
      return;
    }

    read().then(
      (text) => response.writeHead(200, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
