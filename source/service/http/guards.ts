import type { IncomingMessage } from 'node:http';
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
  readonly rateLimiter: ReturnType<typeof createRateLimiter>;
  /** Requests a minute of each key that has no limit of its own; 0: as many as it likes. */
  readonly rateLimit?: number | undefined;
  readonly failureThrottle: ReturnType<typeof createFailureThrottle>;
};

/** Authentication comes first: without a key no answer under `/v1` reveals whether a path, method or body is right. */
export function addGuards(
  app: FastifyInstance,
  { storage, keys, cache, rateLimiter, rateLimit = 0, failureThrottle }: GuardParts,
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
      const perMinute = caller.rateLimit ?? rateLimit;
      if (perMinute > 0) {
        const { wait, headers } = rateLimiter(caller.id, perMinute);
        reply.headers(headers);
        if (wait > 0) {
          throw tooMany(`Too many requests with this API key. Try again in ${wait} s.`, wait);
        }
      }

      checkMayWrite(caller, request.method);
    }

    if (request.is404) {
      throw new ApiError(404, 'not_found', 'There is nothing at this address.');
    }

    checkFraming(request.raw);
  });
}

/** RFC 9112, sections 3.2 and 6.1, and RFC 9110, section 5.3: two readers could take such a request for two things. */
function checkFraming({ rawHeaders, headers, httpVersion }: IncomingMessage): void {
  // Node keeps only the first in `headers`.
  const valuesOf = (name: string): readonly string[] =>
    rawHeaders.filter(
      (_value, at) =>
        at % 2 === 1 && rawHeaders[at - 1]?.length === name.length && rawHeaders[at - 1]?.toLowerCase() === name,
    );
  const hosts = valuesOf('host').length;
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) {
    throw new ApiError(400, 'invalid_request', 'A request must have exactly one Host header.');
  }

  if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) {
    throw new ApiError(400, 'invalid_request', 'HTTP/1.0 has no Transfer-Encoding.');
  }

  if (new Set(valuesOf('authorization')).size > 1) {
    throw new ApiError(400, 'invalid_request', 'A request must not have two different Authorization headers.');
  }
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
