import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * Told once of each request: when its answer is out, or when it broke off before that, since the client left or its
 * body did not come to an end; Fastify's `onResponse` is not told of those.
 */
export function onRequestEnd(
  app: FastifyInstance,
  ended: (request: FastifyRequest, reply: FastifyReply, brokeOff: boolean) => void,
): void {
  app.addHook('onRequest', (request, reply, next) => {
    let isOut = false;
    reply.raw.once('finish', () => {
      isOut = true;
      ended(request, reply, false);
    });
    // Comes after `finish`, or instead of it.
    reply.raw.once('close', () => {
      if (!isOut) {
        ended(request, reply, true);
      }
    });
    next();
  });
}
