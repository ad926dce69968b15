import type { Clock } from '../../platform/time/clock.js';
import { createTokenBuckets } from './token-buckets.js';

/** The verdict on a request of a key. */
type Allowance = {
  /** 0 if it may pass, otherwise the whole seconds until the next may. */
  readonly wait: number;
  /** The headers that tell a client its limit: draft-ietf-httpapi-ratelimit-headers. */
  readonly headers: { readonly 'ratelimit-policy': string; readonly ratelimit: string };
};

/** Takes one request of a key. */
export type RateLimiter = (apiKeyId: string) => Allowance;

/**
 * For each key `perMinute` requests a minute on average, ten seconds' worth at once. Counted in this
 * process; behind a load balancer each process counts its own.
 */
export function createRateLimiter(perMinute: number, clock: Pick<Clock, 'now'>): RateLimiter {
  const perSecond = perMinute / 60;
  const size = Math.max(1, perMinute / 6);
  const policy = `"key";q=${Math.floor(size)};w=${Math.ceil(Math.floor(size) / perSecond)}`;
  const take = createTokenBuckets(size, perSecond, () => clock.now());

  return (apiKeyId) => {
    const { wait, left } = take(apiKeyId);
    const untilFull = Math.ceil((size - left) / perSecond);
    return {
      wait,
      headers: { 'ratelimit-policy': policy, ratelimit: `"key";r=${Math.floor(left)};t=${untilFull}` },
    };
  };
}
