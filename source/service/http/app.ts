import http from 'node:http';
import { fastify, LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import { sendError, toApiError, unknownAddress } from './answers.ts';
import { addBodies, explainBody } from './bodies.ts';
import { readClientAddress } from './client-address.ts';
import { addConnections, type Unanswered } from './connections.ts';
import { passExpectations } from './framing.ts';
import type { Limits } from './limits.ts';
import { type LogTarget, toLoggerOptions } from './logger.ts';
import { answerMalformed, refuseConnect } from './malformed-request.ts';
import { createRequestIds } from './request-id.ts';

/** A certificate chain and its private key, PEM, and a name of the certificate that is no pattern. */
export type Tls = { readonly cert: string; readonly key: string; readonly name?: string | undefined };

type AppParts = {
  readonly limits: Limits;
  readonly log: LogTarget | undefined;
  readonly behindProxy: boolean;
  readonly tls: Tls | undefined;
};

/** HTTP, and nothing about animals or keys yet. Does not listen. */
export function createHttpApp({ limits, log, behindProxy, tls }: AppParts): FastifyInstance {
  const unanswered: Unanswered = new WeakMap();
  const server = {
    headersTimeout: limits.headers,
    connectionsCheckingInterval: limits.checkEvery,
    // framing.ts looks: Node would answer without a body.
    requireHostHeader: false,
    // Nobody reads a body that is not there.
    optimizeEmptyRequests: true,
  };
  const app = fastify({
    ...(tls ? { https: { ...server, cert: tls.cert, key: tls.key } } : { http: server }),
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    bodyLimit: limits.bodyBytes,
    logger: log !== undefined && toLoggerOptions(log),
    // Records name the request themselves: a logger for each would cost more than its record.
    childLoggerFactory: (logger) => logger,
    genReqId: createRequestIds(),
    exposeHeadRoutes: false,
    // request-ends.ts writes one record for each.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: behindProxy && ((_address, hop) => hop === 0),
    // Requests that are under way while the service stops are answered as ever.
    return503OnClosing: false,
    // `/v1/pets/%zz`: Fastify would answer it before any hook, without authentication and without a log line.
    rewriteUrl: ({ url = '/' }) => toDecodableUrl(url),
    // An id that is too long is no int64, which the route says by itself.
    routerOptions: { maxParamLength: 100_000 },
    clientErrorHandler: (error, socket) => answerMalformed(error, socket, unanswered),
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, strict: false } },
  }) as unknown as FastifyInstance;

  // Without a body, which only a POST has that anybody reads: Fastify would read those of OPTIONS and DELETE too.
  for (const method of http.METHODS) {
    if (method !== 'POST' && method !== 'CONNECT') {
      app.addHttpMethod(method, { overrideExisting: true });
    }
  }

  app.server.maxConnections = limits.connections;
  refuseConnect(app.server, unanswered);
  passExpectations(app.server);
  app.decorateRequest('clientAddress', '');
  app.decorateRequest('failure', undefined);
  addConnections(app, unanswered, limits);
  app.addHook('onRequest', (request, reply, done) => {
    request.clientAddress = readClientAddress(request);
    // Shared caches must not keep answers that need a key, and each use must ask again.
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'private, no-cache' });
    done();
  });
  // Fastify would add `; charset=utf-8`, over which some clients stumble (RFC 8259, section 11).
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') {
      reply.header('content-type', 'application/json');
    }

    done(null, payload);
  });
  app.setErrorHandler((error: Error, request, reply) => {
    const answer = toApiError(explainBody(error, limits), request);
    if (answer.status >= 500) {
      request.failure = error;
    }

    // The rest of a large body would have to be read to its end before the connection could carry another request.
    return sendError(isLargeAndUnread(request) ? reply.header('connection', 'close') : reply, answer);
  });
  app.setNotFoundHandler(refuseUnknown);
  addBodies(app, limits);
  return app;
}

/** 404, for an address where there is nothing. */
export function refuseUnknown(): never {
  throw unknownAddress();
}

/** Whether more of a body is to come than is worth reading for the sake of a connection. */
function isLargeAndUnread({ raw: { complete, headers } }: FastifyRequest): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 65_536);
}

function toDecodableUrl(url: string): string {
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

// An interface, because only those merge with Fastify's own.
declare module 'fastify' {
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyRequest {
    clientAddress: string;
    /** What made the answer a 5xx. */
    failure: Error | undefined;
  }
}
