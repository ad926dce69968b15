import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../../test/helpers/free-port.js';
import { until } from '../../test/helpers/until.js';
import { startProgram, type Undo } from './start-program.js';

/** Starts HAProxy in front of services and answers the address under which they are one. */
export async function startBalancer(undo: Undo, folder: string, services: readonly string[]): Promise<string> {
  const port = await freePort();
  const settings = path.join(folder, 'haproxy.cfg');
  writeFileSync(
    settings,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 30s
  timeout http-keep-alive 60s
  option redispatch
  option forwardfor
frontend pets
  bind 127.0.0.1:${port}
  default_backend services
backend services
  balance leastconn
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 1s fall 2 rise 1
${services.map((service, index) => `  server service${index + 1} ${new URL(service).host}`).join('\n')}
`,
  );
  await startProgram(undo, '/usr/sbin/haproxy', ['-db', '-f', settings], path.join(folder, 'haproxy.log'));
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  await until('HAProxy has a service that is ready', () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return baseUrl;
}
