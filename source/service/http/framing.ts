import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './answers.ts';

/** Two readers could take such a request for two things; Node takes it for one. Comes after the key. */
export function addFraming(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => next(findFault(request.raw)));
}

/** RFC 9112, sections 3.2 and 6.1; RFC 9110, section 5.3. */
function findFault({ rawHeaders, headers, httpVersion }: IncomingMessage): ApiError | undefined {
  const fault = (message: string): ApiError => new ApiError(400, 'invalid_request', message);
  // Node keeps only the first in `headers`.
  let hosts = 0;
  let authorization: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value] = [rawHeaders[at], rawHeaders[at + 1]];
    if (name.length === 4 && name.toLowerCase() === 'host') {
      hosts += 1;
    } else if (name.length === 13 && name.toLowerCase() === 'authorization') {
      authorization ??= value;
      if (authorization !== value) {
        return fault('A request must not have two different Authorization headers.');
      }
    }
  }

  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    return fault('A request must have exactly one Host header.');
  }

  return httpVersion === '1.0' && headers['transfer-encoding'] !== undefined
    ? fault('HTTP/1.0 has no Transfer-Encoding.')
    : undefined;
}
