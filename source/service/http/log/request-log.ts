import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '../../../platform/time/clock.js';
import type { Observer } from '../../metrics/metrics.js';
import { readClientAddress, readTraceparent, type Forwarding } from './request-identity.js';

/** How much a record matters, the least first. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

/** One of them. */
export type LogLevel = (typeof logLevels)[number];

/** Takes one record; the caller writes it as a line of JSON. Records never hold a key, a body or a query. */
export type RequestLog = (level: LogLevel, event: string, details?: Readonly<Record<string, unknown>>) => void;

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
 * Writes the records of one turn of the event loop at once. Stderr is synchronous if it is a file or a pipe, and
 * under load a system call for each request took a fifth of the time.
 */
export function createLineWriter(write: (text: string) => void) {
  let held = '';

  const flush = (): void => {
    if (held !== '') {
      const text = held;
      held = '';
      write(text);
    }
  };

  return {
    /** Takes one record, which is written as JSON on a line of its own before the event loop goes on to wait. */
    write: (record: object): void => {
      if (held === '') {
        setImmediate(flush);
      }

      held += `${JSON.stringify(record)}\n`;
    },
    /** Writes the held lines. */
    flush,
  };
}

/** Methods that are counted by name; a client may make up as many others as it likes. */
const counted = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

/**
 * One record for each request, when its answer is out; both carry its id. The route is the pattern, not the path, so
 * that records can be counted. The observer is told of each too.
 *
 * @param trusted whose word on the client's address is taken
 */
export function addRequestLog(
  app: FastifyInstance,
  log: RequestLog,
  trusted: Forwarding,
  observer: Observer | undefined,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    observer?.requestBegan();
    request.clientAddress = readClientAddress(request.raw, trusted);
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { failure } = request;
    const route = routeOf(request);
    // A balancer asks every second; that all is well is no news.
    const usual = route === '/healthz' || route === '/readyz' ? 'debug' : 'info';
    const method = counted.has(request.method) ? request.method : 'other';
    observer?.requestEnded({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    log(failure === undefined ? usual : 'error', 'request', {
      id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 1000) / 1000,
      client: request.clientAddress,
      traceparent: readTraceparent(request.headers),
      apiKeyId: request.caller?.id,
      error: failure && describeError(failure),
    });
    done();
  });
}

/** The pattern of the path that a request asked for, without the expression that keeps an empty id from being one. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url?.replace('(.+)', '') ?? 'none';
}

/** With its causes, down to the first one: the client often sees only the last of several. */
export function describeError(failure: Error): string {
  const own = failure.stack ?? failure.message;
  return failure.cause instanceof Error ? `${own}\ncaused by: ${describeError(failure.cause)}` : own;
}
