/**
 * A store as a stranger would write one: pages of ten, the next one behind a cursor that says nothing to anybody, and
 * no keys.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

type Row = { readonly id: number; readonly name: string; readonly categoryId: number; readonly status: string };

export async function startCursorStore(count: number) {
  const rows: Row[] = Array.from({ length: count }, (_, index) => ({
    id: 1000 + index,
    name: `Old ${index}`,
    categoryId: 1,
    status: 'available',
  }));
  const cursors = new Map<string, number>();
  let toLose = 0;
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://store.example');
    const answer = (status: number, body: unknown, headers: http.OutgoingHttpHeaders = {}): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    const id = /^\/v1\/pets\/(\d+)$/.exec(url.pathname)?.[1];
    if (request.method === 'POST' && url.pathname === '/v1/pets') {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const row = {
          status: 'available',
          ...(JSON.parse(text) as { name: string; categoryId: number }),
          id: 1000 + rows.length,
        };
        rows.push(row);
        if ((toLose -= 1) >= 0) {
          response.destroy();
        } else {
          answer(201, row);
        }
      });
    } else if (id !== undefined) {
      const row = rows.find((each) => each.id === Number(id));
      answer(row ? 200 : 404, row ?? { code: 'not_found', message: 'There is no such pet.', status: 404 });
    } else if (url.pathname === '/v1/pets') {
      const status = url.searchParams.get('status');
      const listed = rows.filter((row) => status === null || row.status === status);
      const start = cursors.get(url.searchParams.get('cursor') ?? '') ?? 0;
      const size = Math.min(Number(url.searchParams.get('limit') ?? 10), 10);
      const cursor = randomUUID();
      cursors.set(cursor, start + size);
      const next = `</v1/pets?${new URLSearchParams({ ...Object.fromEntries(url.searchParams), cursor }).toString()}>; rel="next"`;
      answer(200, listed.slice(start, start + size), start + size < listed.length ? { link: next } : {});
    } else {
      answer(404, { code: 'not_found', message: 'There is nothing here.', status: 404 });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    names: (): readonly string[] => rows.map(({ name }) => name),
    /** The next answers to a `POST` are lost, after it was carried out. */
    lose(times: number): void {
      toLose = times;
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
