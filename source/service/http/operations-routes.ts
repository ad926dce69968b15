import type { FastifyInstance } from 'fastify';
import { ApiError } from './answers/api-error.js';
import { addResource } from './answers/resource.js';
import { sendJson, sendTagged, toTagged } from './answers/send.js';
import { isDiskFull, NotWritable } from '../storage/storage-error.js';

/** The subjects of the operator's paths. */
export type OperationsRouteParts = {
  /** Resolves when the database answers and would take an animal. */
  readonly ping: () => Promise<void>;
  readonly isDraining: () => boolean;
};

const health = toTagged(JSON.stringify({ status: 'ok', service: 'petstore', idempotency: 'honoured' }));
const ready = JSON.stringify({ status: 'ready' });

/** What operators and load balancers ask, without a key and outside the versioned address. */
export function addOperationsRoutes(app: FastifyInstance, { ping, isDraining }: OperationsRouteParts): void {
  const open = { open: true };

  // Alive is all it says: a restart does not bring a lost database back.
  addResource(app, '/healthz', { GET: { handler: (request, reply) => sendTagged(request, reply, health) } }, open);

  addResource(
    app,
    '/readyz',
    {
      GET: {
        handler: async (_request, reply) => {
          if (isDraining()) {
            throw new ApiError(503, 'unavailable', 'The service is stopping.', { 'retry-after': '2' });
          }

          await ping().catch((error: unknown) => {
            const message =
              error instanceof NotWritable || isDiskFull(error)
                ? 'The database answers, but it takes no animals.'
                : 'The database does not answer.';
            throw Object.assign(new ApiError(503, 'unavailable', message, { 'retry-after': '2' }), { cause: error });
          });
          return sendJson(reply, 200, ready);
        },
      },
    },
    open,
  );
}
