/** A store on one address, plain or with TLS, with the shortest queue for connections: its parent stops it. */
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { testCertificate, testKey } from './certificates.ts';

const [scheme, host, port] = process.argv.slice(2);
const listener: http.RequestListener = (request, response) =>
  request
    .on('end', () =>
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":1,"name":"Rex","categoryId":3}'),
    )
    .resume();
const server =
  scheme === 'https'
    ? https.createServer({ key: testKey, cert: testCertificate }, listener)
    : http.createServer(listener);
server.on('error', () => process.exit(1));
server.listen({ host, port: Number(port), backlog: 1, ipv6Only: true }, () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
);
