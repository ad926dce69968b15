/** Real servers on free ports for the client's tests, closed when their test ends. */
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';
import { createPetClient, type PetClient, type PetClientOptions } from '../../source/client/pet-client.ts';
import { systemClock, type Clock } from '../../source/platform/time/clock.ts';

export const testApiKey = 'pst_secret_4711';

/** 2026-01-01T00:00:00Z by the calendar; uptimes are real. */
export const testClock: Clock = { ...systemClock, now: () => Date.UTC(2026, 0, 1) };

export const never = new AbortController().signal;

/** An HTTP service whose handler also gets the whole request body. Returns its origin. */
export async function serve(
  t: ExecutionContext,
  handler: (request: http.IncomingMessage, response: http.ServerResponse, body: string) => void,
): Promise<string> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handler(request, response, Buffer.concat(chunks).toString()));
  });
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${await listen(server)}`;
}

/** Answers every request the same. */
export function serveAnswer(
  t: ExecutionContext,
  status: number,
  body: string,
  headers: http.OutgoingHttpHeaders = {},
): Promise<string> {
  return serve(t, (_request, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body),
  );
}

/** A TCP server that does as the test says with each connection. Returns its port. */
export async function serveRaw(t: ExecutionContext, onConnection: (socket: net.Socket) => void): Promise<number> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection(socket);
  });
  t.teardown(() => {
    server.close();
    sockets.forEach((socket) => socket.destroy());
  });
  return listen(server);
}

export async function listen(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A client of the store at `origin`, under `/v1`. */
export function connect(t: ExecutionContext, origin: string, options: Partial<PetClientOptions> = {}): PetClient {
  const remote = createPetClient({
    baseUrl: `${origin}/v1`,
    apiKey: testApiKey,
    userAgent: 'petstore-test',
    clock: testClock,
    ...options,
  });
  t.teardown(() => remote.close());
  return remote;
}

/** One `POST` of one animal to a service at `origin`. */
export function createAt(t: ExecutionContext, origin: string, options: Partial<PetClientOptions> = {}) {
  return connect(t, origin, options).create('{"name":"Rex","categoryId":3}', 'key-1', never);
}

/** A proxy that leads every CONNECT to one port, or refuses it with a status. */
export async function serveProxy(t: ExecutionContext, target: number) {
  const asked: string[] = [];
  const proxy = http.createServer();
  proxy.on('connect', (request: http.IncomingMessage, client: net.Socket) => {
    asked.push(request.url ?? '');
    client.on('error', () => undefined);
    if (target < 1024) {
      client.end(`HTTP/1.1 ${target} No\r\n\r\n`);
      return;
    }
    const upstream = net.connect(target, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => client.destroy());
    t.teardown(() => upstream.destroy());
  });
  t.teardown(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return { httpsProxy: `http://user:hidden@127.0.0.1:${await listen(proxy)}`, asked };
}
