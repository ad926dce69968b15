import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/time/clock.ts';
import { sendTagged, toTagged, unavailable } from '../http/answers.ts';
import { addResource } from '../http/resource.ts';
import { isDiskFull, NotWritable } from '../storage/storage-error.ts';

type HealthParts = {
  /** Rejects if the next animal could not be saved. */
  readonly readiness: () => Promise<void>;
  readonly isDraining: () => boolean;
};

const alive = toTagged(JSON.stringify({ status: 'ok', service: 'petstore', idempotency: 'honoured' }));
const ready = { status: 'ready' };

/** For operators and balancers. Needs no key. */
export function addHealth(app: FastifyInstance, { readiness, isDraining }: HealthParts): void {
  // Alive is all it says: a restart does not bring a lost database back.
  addResource(app, '/healthz', { GET: { handler: (request, reply) => sendTagged(request, reply, alive) } });
  addResource(app, '/readyz', {
    GET: {
      async handler(_request, reply) {
        if (isDraining()) {
          throw unavailable('The service is stopping.');
        }

        await readiness().catch((cause: unknown) => {
          const answers = cause instanceof NotWritable || isDiskFull(cause);
          const what = answers ? 'The database answers, but it takes no animals.' : 'The database does not answer.';
          throw Object.assign(unavailable(what), { cause });
        });
        return reply.send(ready);
      },
    },
  });
}

/**
 * Whether the next animal could be committed; rejects if not. Asked once for all who ask meanwhile, and kept for a
 * while: probes need no key, so that they must not become work for the database.
 */
export function createReadiness(ping: () => Promise<void>, clock: Pick<Clock, 'uptime'>, keptFor: number) {
  let asked: Promise<void> | undefined;
  let keptUntil = 0;
  return (): Promise<void> => {
    if (asked === undefined || clock.uptime() >= keptUntil) {
      keptUntil = Infinity;
      asked = ping().finally(() => {
        keptUntil = clock.uptime() + keptFor;
      });
    }

    return asked;
  };
}
