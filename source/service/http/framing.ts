import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './answers.ts';

/** With two `Host` headers, two readers could take a request for two; Node takes the first. Comes after the key. */
export function addFraming(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => next(findFault(request.raw)));
}

/** RFC 9112, section 3.2. */
function findFault({ rawHeaders, httpVersion }: IncomingMessage): ApiError | undefined {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
    ? undefined
    : new ApiError(400, 'invalid_request', 'A request must have exactly one Host header.');
}
