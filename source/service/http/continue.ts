import type { FastifyInstance } from 'fastify';

/**
 * Says `100 Continue` (RFC 9110, section 10.1.1) only if the body is going to be read: Node by itself would invite a
 * client whose key is wrong to send all of it. If it was not said, Node ends the connection with the answer, since
 * the client may leave the body out.
 *
 * @param most the largest body that is read, in bytes
 */
export function addContinue(app: FastifyInstance, most: number): void {
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));

  // Runs once a request was let in, right before its body is read.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (
      request.headers.expect?.toLowerCase() === '100-continue' &&
      Number(request.headers['content-length'] ?? 0) <= most
    ) {
      reply.raw.writeContinue();
    }

    done(null, payload);
  });
}
