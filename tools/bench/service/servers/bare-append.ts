/**
 * Appends the body of each request to a file as a line, syncs, and says 201: the least that a durable create can cost.
 * The calls are asynchronous, which is the harder opponent: what arrives while the disk syncs shares the next sync.
 */
import { open } from 'node:fs/promises';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const file = await open(process.argv[2] ?? '', 'a');

async function append(line: string, response: ServerResponse): Promise<void> {
  await file.appendFile(`${line}\n`);
  await file.sync();
  response.writeHead(201, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(line) });
  response.end(line);
}

const server = http.createServer((request: IncomingMessage, response: ServerResponse) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => void append(Buffer.concat(chunks).toString(), response));
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
