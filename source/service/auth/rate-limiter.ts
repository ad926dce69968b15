import type { Clock } from '../../platform/time/clock.js';

/** What came of a request of a key. */
export type Allowance = {
  /** 0 where it may pass, otherwise the whole seconds until the next may. */
  readonly wait: number;
  /** What the client is told of its limit: draft-ietf-httpapi-ratelimit-headers. */
  readonly headers: { readonly 'ratelimit-policy': string; readonly ratelimit: string };
};

/** Takes one request of a key. */
export type RateLimiter = (apiKeyId: string) => Allowance;

/**
 * A token bucket for each key: `perMinute` requests a minute on average, ten seconds' worth at once. Counted in this
 * process; behind a load balancer each process counts its own.
 */
export function createRateLimiter(perMinute: number, clock: Pick<Clock, 'now'>): RateLimiter {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const perSecond = perMinute / 60;
  const size = Math.max(1, perMinute / 6);
  const policy = `"key";q=${Math.floor(size)};w=${Math.ceil(Math.floor(size) / perSecond)}`;

  return (apiKeyId) => {
    const now = clock.now();
    const bucket = buckets.get(apiKeyId) ?? { tokens: size, at: now };
    buckets.set(apiKeyId, bucket);
    // A clock that is set back must not take tokens away.
    bucket.tokens = Math.min(size, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    const wait = bucket.tokens < 1 ? Math.ceil((1 - bucket.tokens) / perSecond) : 0;
    bucket.tokens -= wait === 0 ? 1 : 0;
    const untilFull = Math.ceil((size - bucket.tokens) / perSecond);
    return {
      wait,
      headers: { 'ratelimit-policy': policy, ratelimit: `"key";r=${Math.floor(bucket.tokens)};t=${untilFull}` },
    };
  };
}
