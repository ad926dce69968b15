import type { Clock } from '../../platform/time/clock.js';

/** Takes one request of a key: 0 where it may pass, otherwise the whole seconds until the next may. */
export type RateLimiter = (apiKeyId: string) => number;

/**
 * A token bucket for each key: `perMinute` requests a minute on average, ten seconds' worth at once. Counted in this process; behind a
 * load balancer each process counts its own.
 */
export function createRateLimiter(perMinute: number, clock: Pick<Clock, 'now'>): RateLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const perSecond = perMinute / 60;
  const size = Math.max(1, perMinute / 6);

  return (apiKeyId) => {
    const now = clock.now();
    const bucket = buckets.get(apiKeyId) ?? { tokens: size, at: now };
    buckets.set(apiKeyId, bucket);
    // A clock that is set back must not take tokens away.
    bucket.tokens = Math.min(size, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    if (bucket.tokens < 1) {
      return Math.ceil((1 - bucket.tokens) / perSecond);
    }

    bucket.tokens -= 1;
    return 0;
  };
}
