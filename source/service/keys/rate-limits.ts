import type { FastifyInstance } from 'fastify';
import { tooMany } from '../http/answers.ts';
import { createRateLimiter } from './throttles.ts';
import type { Clock } from '../../platform/time/clock.ts';

type RateLimitParts = {
  /** Requests a minute of each key that has no limit of its own; 0: as many as it likes. */
  readonly usual: number;
  readonly clock: Pick<Clock, 'now'>;
};

/** So many requests a minute for each key. */
export function addRateLimits(app: FastifyInstance, { usual, clock }: RateLimitParts): void {
  const take = createRateLimiter(clock);
  app.addHook('onRequest', ({ caller }, reply, next) => {
    const perMinute = caller.rateLimit ?? usual;
    if (perMinute === 0) {
      next();
      return;
    }

    const { wait, headers } = take(caller.id, perMinute);
    reply.headers(headers);
    next(wait > 0 ? tooMany(`Too many requests with this API key. Try again in ${wait} s.`, wait) : undefined);
  });
}
