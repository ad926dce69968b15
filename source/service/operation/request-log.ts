import type { FastifyInstance } from 'fastify';
import { readTrace } from '../http/request-id.ts';
import { toRoute } from './request-metrics.ts';

/** One record for each request, when its answer is out. The route is the pattern, not the path. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, next) => {
    const { failure, headers, petId } = request;
    // None on paths that need no key.
    const caller = request.caller as typeof request.caller | undefined;
    const route = toRoute(request);
    // A balancer asks every second; that all is well is no news.
    const usual = route === '/healthz' || route === '/readyz' ? 'debug' : 'info';
    const record = {
      id: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 1000) / 1000,
      client: request.clientAddress,
      traceparent: readTrace(headers),
      apiKeyId: caller?.id,
      apiKeyLabel: caller?.label === '' ? undefined : caller?.label,
      petId,
      error: failure,
    };
    request.log[failure === undefined ? usual : 'error'](record, 'request');
    next();
  });
}
