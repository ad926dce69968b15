import type { FastifyInstance } from 'fastify';
import type { Observer } from '../../metrics/observer.js';
import { routeOf } from './request-log.js';

/** Methods that are counted by name; a client may make up as many others as it likes. */
const counted = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']);

/** Tells an observer of every request. */
export function observeRequests(app: FastifyInstance, observer: Observer): void {
  app.addHook('onRequest', (_request, _reply, done) => {
    observer.requestBegan();
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    observer.requestEnded({
      method: counted.has(request.method) ? request.method : 'other',
      route: routeOf(request),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    done();
  });
}
