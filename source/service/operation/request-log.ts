import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/time/clock.js';
import type { Observer } from '../metrics/metrics.js';

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

/** One write for each turn of the event loop: under load a system call for each request took a fifth of the time. */
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
    write: (record: object): void => {
      if (held === '') {
        setImmediate(flush);
      }

      held += `${JSON.stringify(record)}\n`;
    },
    flush,
  };
}

/** Methods that are counted by name; a client may make up as many others as it likes. */
const counted = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

/** One record and one count for each request, when its answer is out. The route is the pattern, not the path. */
export function addRequestLog(app: FastifyInstance, log: RequestLog, trusted: Forwarding, observer?: Observer): void {
  app.addHook('onRequest', (request, reply, done) => {
    observer?.requestBegan();
    request.clientAddress = readClientAddress(request.raw, trusted);
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { failure } = request;
    const { traceparent } = request.headers;
    // Without the expression that keeps an empty id from being one.
    const route = request.routeOptions.url?.replace('(.+)', '') ?? 'none';
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
      traceparent: traceForm.test(String(traceparent)) ? traceparent : undefined,
      apiKeyId: request.caller?.id,
      apiKeyLabel: request.caller?.label || undefined,
      petId: request.petId,
      error: failure && describeError(failure),
    });
    done();
  });
}

/** With its causes, down to the first one: the client often sees only the last of several. */
export function describeError(failure: Error): string {
  const own = failure.stack ?? failure.message;
  return failure.cause instanceof Error ? `${own}\ncaused by: ${describeError(failure.cause)}` : own;
}

const idForm = /^[\w.:+/=@-]{1,128}$/;
/** W3C Trace Context, level 1: version, trace, parent and flags, both of the ids with a digit other than 0. */
const traceForm = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The id that the client gave its request, if that can be put into a header and a log as it is. */
export function readRequestId({ 'x-request-id': id }: IncomingHttpHeaders): string | undefined {
  return typeof id === 'string' && idForm.test(id) ? id : undefined;
}

/** Whose word on where requests come from is taken: no proxy's, that of a proxy on this machine, that of any peer. */
export type Forwarding = 'nobody' | 'this machine' | 'anybody';

/** One that only this machine has. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./i.test(address);
}

/** Behind a proxy the last one of `X-Forwarded-For`: the client may have written all before it. */
function readClientAddress({ socket, headers }: IncomingMessage, trusted: Forwarding): string {
  const direct = socket.remoteAddress ?? '';
  const isTrusted = trusted === 'anybody' || (trusted === 'this machine' && isLoopbackAddress(direct));
  const forwarded = isTrusted ? headers['x-forwarded-for'] : undefined;
  const last =
    String(forwarded ?? '')
      .split(',')
      .at(-1)
      ?.trim()
      .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
      .replace(/^([\d.]+):\d+$/, '$1') ?? '';
  const address = isIP(last) === 0 ? direct : last;
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
