import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/time/clock.js';
import { readClientAddress, readTraceparent, type Forwarding } from './request-identity.js';

/** How much a record matters, the least first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** One of them. */
export type LogLevel = (typeof logLevels)[number];

/** Takes one record; the caller writes it as a line of JSON. Records never hold a key, a body or a query. */
export type RequestLog = (level: LogLevel, event: string, details?: Readonly<Record<string, unknown>>) => void;

declare module 'fastify' {
  // An interface, because only those merge with Fastify's own.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface FastifyRequest {
    /** What made the answer a 5xx. */
    failure: Error | undefined;
    /** Where it came from. */
    clientAddress: string;
  }
}

/** Stamps records of a level and those that matter more with the time, and hands them on. */
export function createRequestLog(
  write: (line: object) => void,
  clock: Pick<Clock, 'now'>,
  least: LogLevel = 'info',
): RequestLog {
  const written = new Set(logLevels.slice(logLevels.indexOf(least)));
  return (level, event, details) => {
    if (written.has(level)) {
      write({ time: new Date(clock.now()).toISOString(), level, event, ...details });
    }
  };
}

/**
 * One record for each request, when its answer is out; both carry its id. The route is the pattern, not the path, so
 * that records can be counted.
 *
 * @param trusted whose word on the client's address is taken
 */
export function addRequestLog(app: FastifyInstance, log: RequestLog, trusted: Forwarding): void {
  app.decorateRequest('failure', undefined);
  app.decorateRequest('clientAddress', '');
  app.addHook('onRequest', (request, reply, done) => {
    request.clientAddress = readClientAddress(request.raw, trusted);
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { failure } = request;
    const route = routeOf(request);
    // A balancer asks every second; that all is well is no news.
    const usual = route === '/healthz' || route === '/readyz' ? 'debug' : 'info';
    log(failure === undefined ? usual : 'error', 'request', {
      id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 1000) / 1000,
      client: request.clientAddress,
      ...readTrace(request.headers),
      ...(request.apiKeyId === '' ? {} : { apiKeyId: request.apiKeyId }),
      ...(failure === undefined ? {} : { error: describeError(failure) }),
    });
    done();
  });
}

/** The pattern of the path that a request asked for, without the expression that keeps an empty id from being one. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url?.replace('(.+)', '') ?? 'none';
}

function readTrace(headers: IncomingHttpHeaders): { readonly traceparent?: string } {
  const traceparent = readTraceparent(headers);
  return traceparent === undefined ? {} : { traceparent };
}

/** With what led to it, down to the first cause: what a client is told is often only the last of several. */
export function describeError(failure: Error): string {
  const own = failure.stack ?? failure.message;
  return failure.cause instanceof Error ? `${own}\ncaused by: ${describeError(failure.cause)}` : own;
}
