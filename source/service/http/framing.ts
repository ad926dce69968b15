import type { IncomingMessage, Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './answers.ts';

/**
 * With two `Host` headers, two readers could take a request for two; Node takes the first. What Node would refuse by
 * itself, without a body and in front of everything else, gets the usual answer here. Comes after the key.
 */
export function addFraming(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, next) => next(findFault(request.raw)));
}

/** Has Node pass on what it would answer 417. */
export function passExpectations(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** RFC 9112, section 3.2; RFC 9110, section 10.1.1. */
function findFault({ rawHeaders, httpVersion, headers: { expect = '' } }: IncomingMessage): ApiError | undefined {
  const isOld = httpVersion === '1.0';
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts !== 1 && !(hosts === 0 && isOld)) {
    return new ApiError(400, 'invalid_request', 'A request must have exactly one Host header.');
  }

  if (expect !== '' && !/\b100-continue\b/i.test(expect) && !isOld) {
    // Whether such a client sends its body after this is not known.
    const close = { connection: 'close' };
    return new ApiError(417, 'invalid_request', 'Expect can only be 100-continue here.', close);
  }

  return undefined;
}
