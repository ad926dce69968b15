import type { FastifyInstance } from 'fastify';
import { onRequestEnd } from '../http/request-end.ts';
import { readTrace } from '../http/request-id.ts';
import { toRoute } from './request-metrics.ts';

/**
 * One record for each request, when its answer is out; without a status where it broke off before. The route is the
 * pattern, not the path.
 */
export function addRequestLog(app: FastifyInstance): void {
  onRequestEnd(app, (request, reply, brokeOff) => {
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
      status: brokeOff ? undefined : reply.statusCode,
      ms: Math.round(reply.elapsedTime * 1000) / 1000,
      client: request.clientAddress,
      traceparent: readTrace(headers),
      apiKeyId: caller?.id,
      apiKeyLabel: caller?.label === '' ? undefined : caller?.label,
      petId,
      error: failure,
    };
    request.log[failure === undefined ? usual : 'error'](record, 'request');
  });
}
