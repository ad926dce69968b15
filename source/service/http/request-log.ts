import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/time/clock.js';

/** Takes one record; the caller writes it as a line of JSON. Records never hold a key, a body or a query. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, details?: Readonly<Record<string, unknown>>) => void;

declare module 'fastify' {
  // An interface, because only those merge with Fastify's own.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface FastifyRequest {
    /** What made the answer a 5xx. */
    failure: Error | undefined;
  }
}

/** Stamps records with the time and hands them on. */
export function createLog(write: (line: object) => void, clock: Pick<Clock, 'now'>): Log {
  return (level, event, details) => write({ time: new Date(clock.now()).toISOString(), level, event, ...details });
}

/** One record for each request, when its answer is out. The route is the pattern, not the path, so that records can be counted. */
export function addRequestLog(app: FastifyInstance, log: Log): void {
  app.decorateRequest('failure', undefined);
  app.addHook('onResponse', async (request, reply) => {
    const { failure } = request;
    log(failure === undefined ? 'info' : 'error', 'request', {
      id: request.id,
      method: request.method,
      // Without the expression that keeps an empty id from being one.
      route: request.routeOptions.url?.replace('(.+)', '') ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 1000) / 1000,
      ...(request.apiKeyId === '' ? {} : { apiKeyId: request.apiKeyId }),
      ...(failure === undefined ? {} : { error: describe(failure) }),
    });
  });
}

/** With what led to it, down to the first cause: what a client is told is often only the last of several. */
function describe(failure: Error): string {
  const own = failure.stack ?? failure.message;
  return failure.cause instanceof Error ? `${own}\ncaused by: ${describe(failure.cause)}` : own;
}
