import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/time/clock.ts';
import { tooMany } from '../http/answers.ts';
import { createRateLimiter } from './throttles.ts';

type RateLimitParts = {
  /** Requests of each key; 0: as many as it likes. */
  readonly perMinute: number;
  readonly clock: Pick<Clock, 'now'>;
};

/** So many requests a minute for each key. */
export function addRateLimits(app: FastifyInstance, { perMinute, clock }: RateLimitParts): void {
  if (perMinute === 0) {
    return;
  }

  const take = createRateLimiter(clock, perMinute);
  app.addHook('onRequest', ({ caller }, reply, next) => {
    const { wait, headers } = take(caller.id);
    reply.headers(headers);
    next(wait > 0 ? tooMany(`Too many requests with this API key. Try again in ${wait} s.`, wait) : undefined);
  });
}
