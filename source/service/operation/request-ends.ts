import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readTrace } from '../http/request-id.ts';
import type { Observer } from './metrics.ts';

/** Methods that are counted by name; a client may make up as many others as it likes. */
const counted = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

/**
 * Each request is told once to the log and to the metrics: when its answer is out, or when it broke off before that,
 * since the client left or its body did not come to an end; Fastify's `onResponse` is not told of those.
 */
export function addRequestEnds(app: FastifyInstance, observer: Observer | undefined): void {
  app.addHook('onRequest', (request, reply, next) => {
    observer?.requestBegan();
    let isTold = false;
    const tell = (status?: number): void => {
      if (!isTold) {
        isTold = true;
        const route = toRoute(request);
        const method = counted.has(request.method) ? request.method : 'other';
        observer?.requestEnded(status === undefined ? undefined : { method, route, status }, reply.elapsedTime / 1000);
        log(request, reply, route, status);
      }
    };
    reply.raw.once('finish', () => tell(reply.statusCode));
    // Comes after `finish`, or instead of it.
    reply.raw.once('close', () => tell());
    next();
  });
}

/** The route of a request as a pattern, without the expression that keeps an empty id from being one. */
function toRoute({ is404, routeOptions }: FastifyRequest): string {
  return (is404 ? undefined : routeOptions.url?.replace('(.+)', '')) ?? 'none';
}

/** One record, without a status where it broke off. */
function log(request: FastifyRequest, reply: FastifyReply, route: string, status: number | undefined): void {
  const { id, method, failure, headers, petId } = request;
  // None on paths that need no key.
  const caller = request.caller as typeof request.caller | undefined;
  // A balancer asks every second; that all is well is no news.
  const usual = route === '/healthz' || route === '/readyz' ? 'debug' : 'info';
  const record = {
    id,
    method,
    route,
    status,
    ms: Math.round(reply.elapsedTime * 1000) / 1000,
    client: request.clientAddress,
    traceparent: readTrace(headers),
    apiKeyId: caller?.id,
    apiKeyLabel: caller?.label === '' ? undefined : caller?.label,
    petId,
    error: failure,
  };
  request.log[failure === undefined ? usual : 'error'](record, 'request');
}
