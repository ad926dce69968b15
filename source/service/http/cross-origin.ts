import type { FastifyInstance } from 'fastify';

/** The web pages that may use the service from a browser: their origins, or `*` for every page there is. */
export type AllowedOrigins = readonly string[];

/** Constant, so that it does not reveal the content of an address. */
const preflight = {
  'access-control-allow-methods': 'GET, HEAD, POST',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, if-none-match, traceparent, x-request-id',
  'access-control-max-age': '7200',
};

const exposed =
  'deprecation, etag, idempotency-key, link, location, ratelimit, ratelimit-policy, retry-after, sunset, ' +
  'www-authenticate, x-request-id';

/**
 * Lets web pages of these origins use the service (the Fetch standard's CORS protocol). A preflight is answered before
 * anybody asks for a key, which browsers do not send with it. Keys are never sent by a browser of its own accord, so
 * that `*` gives no page more than it has.
 */
export function addCrossOrigin(app: FastifyInstance, allowed: AllowedOrigins): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    const isAny = allowed.includes('*');
    if (!isAny) {
      reply.header('vary', 'origin');
    }

    if (origin === undefined || !(isAny || allowed.includes(origin))) {
      done();
      return;
    }

    reply.header('access-control-allow-origin', isAny ? '*' : origin);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined) {
      reply.code(204).headers(preflight).send();
      return;
    }

    reply.header('access-control-expose-headers', exposed);
    done();
  });
}
