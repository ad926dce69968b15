import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { fastify, type FastifyInstance } from 'fastify';
import { boundAnswersUnderWay, addBodies } from './bodies.js';
import { addGuards, toDecodableUrl, type GuardParts, addCrossOrigin } from './guards.js';
import { createMalformedAnswers } from './malformed-request.js';
import type { Limits } from './limits.js';
import type { Observer } from '../metrics/metrics.js';
import { addOpenRoutes, type OpenRouteParts } from './open-routes.js';
import { addPetRoutes, type PetRouteParts } from '../pets/pet-routes.js';
import { decorateRequests } from './resource.js';
import { readRequestId, type Forwarding, addRequestLog, type RequestLog } from './request-log.js';
import { sendError, toApiError } from './answers.js';

/** A certificate chain and its private key, PEM, and a name of the certificate that is no pattern. */
export type Tls = { readonly cert: string; readonly key: string; readonly name?: string | undefined };

type AppParts = PetRouteParts &
  OpenRouteParts &
  GuardParts & {
    readonly limits: Limits;
    readonly log: RequestLog;
    readonly tls: Tls | undefined;
    readonly observer?: Observer | undefined;
    readonly forwarding?: Forwarding | undefined;
    readonly allowedOrigins?: readonly string[] | undefined;
  };

/** The HTTP side of the service. Does not listen. */
export function createHttpApp(parts: AppParts): FastifyInstance {
  const { limits, tls, log, observer, forwarding = 'nobody', allowedOrigins = [] } = parts;
  const serverOptions = {
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.keepAlive,
    connectionsCheckingInterval: limits.checkEvery,
    // Checked in guards.ts: Node would answer without a body.
    requireHostHeader: false,
  };
  const malformed = createMalformedAnswers();
  const processTag = randomBytes(4).toString('hex');
  let requests = 0;
  const app = fastify({
    serverFactory: (handler) =>
      tls ? https.createServer({ ...serverOptions, ...tls }, handler) : http.createServer(serverOptions, handler),
    genReqId: ({ headers }) => readRequestId(headers) ?? `${processTag}-${(requests += 1)}`,
    // Requests that are under way while the service stops are answered as ever.
    return503OnClosing: false,
    rewriteUrl: ({ url = '/' }) => toDecodableUrl(url),
    // An id that is too long is no int64, which the route says by itself.
    routerOptions: { maxParamLength: 100_000 },
    clientErrorHandler: malformed.answer,
  });

  for (const method of http.METHODS) {
    if (!app.supportedMethods.includes(method) && method !== 'CONNECT') {
      app.addHttpMethod(method);
    }
  }

  app.server.maxConnections = limits.connections;
  decorateRequests(app);
  addBodies(app, limits);
  malformed.watch(app.server);

  app.setErrorHandler((error: Error, request, reply) => {
    const answer = toApiError(error, request.id, 'idempotency-key' in request.headers);
    if (answer.status >= 500) {
      request.failure = error;
    }

    // The rest of a large body would have to be read to its end before the connection could carry another request.
    return sendError(isLargeAndUnread(request.raw) ? reply.header('connection', 'close') : reply, answer);
  });

  addRequestLog(app, log, forwarding, observer);
  boundAnswersUnderWay(app, limits.answerBytes, log);
  if (allowedOrigins.length > 0) {
    addCrossOrigin(app, allowedOrigins);
  }

  addGuards(app, parts);
  addOpenRoutes(app, parts);
  addPetRoutes(app, parts);
  return app;
}

/** Whether more of a body is to come than is worth reading for the sake of a connection. */
function isLargeAndUnread({ complete, headers }: http.IncomingMessage): boolean {
  return !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 65_536);
}
