import type { FastifyInstance, FastifyRequest } from 'fastify';
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
    app.addHook('onResponse', (request, { statusCode, elapsedTime }, next) => {
      const method = counted.has(request.method) ? request.method : 'other';
      observer.requestEnded({ method, route: toRoute(request), status: statusCode }, elapsedTime / 1000);
      next();
    });
  }
}
