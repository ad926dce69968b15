import cors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

const answers = {
  // Constant, so that it does not reveal the content of an address.
  methods: 'GET, HEAD, POST',
  allowedHeaders: 'authorization, content-type, idempotency-key, if-none-match, traceparent, x-request-id',
  maxAge: 7200,
  strictPreflight: false,
  exposedHeaders:
    'deprecation, etag, idempotency-key, link, location, ratelimit, ratelimit-policy, retry-after, sunset, ' +
    'www-authenticate, x-request-id',
} satisfies FastifyCorsOptions;

/**
 * For pages of the `allowed` origins, or of any (`*`). Browsers send no key with a preflight, so it is answered before
 * anybody asks for one. They send keys only if the page does, so that `*` gives no page more than it has.
 */
export async function addCrossOrigin(app: FastifyInstance, allowed: readonly string[] = []): Promise<void> {
  const isAny = allowed.includes('*');
  if (allowed.length > 0) {
    await app.register(cors, {
      delegator: ({ method, headers }, decide) => {
        const { origin } = headers;
        const isAllowed = origin !== undefined && (isAny || allowed.includes(origin));
        const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
        decide(null, { ...answers, origin: isAllowed && (isAny ? '*' : origin), preflight: isPreflight });
      },
    });
  }
}
