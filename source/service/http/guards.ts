import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, tooMany } from './answers.js';
import { digestApiKey, checkMayWrite, type KeyRegister } from '../auth/keys.js';
import type { createFailureThrottle, createRateLimiter } from '../auth/throttles.js';
import { isLoopbackAddress } from './request-log.js';
import type { ReadView } from '../pets/read-cache.js';
import type { Storage } from '../storage/open-storage.js';

/** What decides who may enter. */
export type GuardParts = {
  readonly storage: Pick<Storage, 'openReads'>;
  readonly keys: KeyRegister;
  readonly cache: () => ReadView;
  readonly rateLimiter: ReturnType<typeof createRateLimiter> | undefined;
  readonly failureThrottle: ReturnType<typeof createFailureThrottle>;
};

/** Authentication comes first: without a key no answer under `/v1` reveals whether a path, method or body is right. */
export function addGuards(
  app: FastifyInstance,
  { storage, keys, cache, rateLimiter, failureThrottle }: GuardParts,
): void {
  app.addHook('onRequest', async (request, reply) => {
    // Shared caches must not keep answers that need a key, and each use must ask again.
    reply.header('cache-control', 'private, no-cache');

    // Asked of the route that was found, not of the text of the address, so that no spelling of it gets around.
    const isOpen = request.is404 ? !isVersioned(request.url) : request.routeOptions.config.open === true;
    if (!isOpen) {
      request.view = cache();
      request.reads = storage.openReads(() => request.routeOptions.config.foresee?.(request));
      const caller = await keys
        .authenticate(request.headers.authorization, request.view, request.reads.findKey)
        .catch((error: unknown) => refuseMany(error, request, failureThrottle));
      request.caller = caller;
      const { wait, headers } = rateLimiter?.(caller.id) ?? { wait: 0, headers: {} };
      reply.headers(headers);
      if (wait > 0) {
        throw tooMany(`Too many requests with this API key. Try again in ${wait} s.`, wait);
      }

      checkMayWrite(caller, request.method);
    }

    if (request.is404) {
      throw new ApiError(404, 'not_found', 'There is nothing at this address.');
    }

    // RFC 9112, section 3.2. Node keeps only the first in `headers`.
    const names = request.raw.rawHeaders.filter((_name, index) => index % 2 === 0);
    const hosts = names.filter((name) => name.length === 4 && name.toLowerCase() === 'host').length;
    if (hosts > 1 || (hosts === 0 && request.raw.httpVersion === '1.1')) {
      throw new ApiError(400, 'invalid_request', 'A request must have exactly one Host header.');
    }
  });
}

/** This machine may be a proxy for everybody: there each wrong key counts by itself. */
function refuseMany(error: unknown, request: FastifyRequest, throttle: GuardParts['failureThrottle']): never {
  const { authorization } = request.headers;
  if (error instanceof ApiError && authorization !== undefined) {
    const { clientAddress } = request;
    const wait = throttle(
      isLoopbackAddress(clientAddress) ? `${clientAddress} ${digestApiKey(authorization)}` : clientAddress,
    );
    if (wait > 0) {
      throw tooMany(`Too many wrong API keys came from here. Try again in ${wait} s.`, wait);
    }
  }

  throw error;
}

function isVersioned(url: string): boolean {
  return /^(?:https?:\/\/[^/?]*)?\/v1(?:[/?]|$)/i.test(url);
}

/** `/v1/pets/%zz`: Fastify would answer it before any hook, without authentication and without a log line. */
export function toDecodableUrl(url: string): string {
  if (!url.includes('%')) {
    return url;
  }

  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

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
 * The Fetch standard's CORS protocol, for pages of the `allowed` origins, or of any (`*`). Browsers send no key with a
 * preflight, so it is answered before anybody asks for one. They send keys only if the page does, so that `*` gives no
 * page more than it has.
 */
export function addCrossOrigin(app: FastifyInstance, allowed: readonly string[]): void {
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
