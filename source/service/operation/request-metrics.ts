import type { FastifyInstance, FastifyRequest } from 'fastify';
import { onRequestEnd } from '../http/request-end.ts';
import type { Observer } from './metrics.ts';

/** Methods that are counted by name; a client may make up as many others as it likes. */
const counted = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

/** The route of a request as a pattern, without the expression that keeps an empty id from being one. */
export function toRoute({ is404, routeOptions }: FastifyRequest): string {
  return (is404 ? undefined : routeOptions.url?.replace('(.+)', '')) ?? 'none';
}

/** Counts every request, and times it. */
export function addRequestMetrics(
  app: FastifyInstance,
  { observer }: { readonly observer: Observer | undefined },
): void {
  if (observer !== undefined) {
    app.addHook('onRequest', (_request, _reply, next) => {
      observer.requestBegan();
      next();
    });
    onRequestEnd(app, (request, { statusCode, elapsedTime }, brokeOff) => {
      const method = counted.has(request.method) ? request.method : 'other';
      const labelled = { method, route: toRoute(request), status: statusCode };
      observer.requestEnded(brokeOff ? undefined : labelled, elapsedTime / 1000);
    });
  }
}
