import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/time/clock.ts';
import { tooMany } from '../http/answers.ts';

/** Owners that are remembered; who comes from more addresses than that has found another way. */
const most = 10_000;

type Rate = { readonly size: number; readonly perSecond: number };

/** Buckets with `size` tokens, `perSecond` more each second. Of more owners than `most` the idlest is forgotten. */
function createTokenBuckets(now: () => number, { size, perSecond }: Rate) {
  /** The idlest first, as a Map keeps the order of insertion. */
  const buckets = new Map<string, { tokens: number; at: number }>();

  return (owner: string): { readonly wait: number; readonly left: number } => {
    const at = now();
    const bucket = buckets.get(owner) ?? { tokens: size, at };
    // A clock that is set back must not take tokens away.
    bucket.tokens = Math.min(size, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    buckets.delete(owner);
    buckets.set(owner, bucket);
    if (buckets.size > most) {
      buckets.delete(buckets.keys().next().value ?? owner);
    }

    const wait = bucket.tokens < 1 ? Math.ceil((1 - bucket.tokens) / perSecond) : 0;
    bucket.tokens -= wait === 0 ? 1 : 0;
    return { wait, left: bucket.tokens };
  };
}

type RateLimitParts = {
  /** Requests of each key; 0: as many as it likes. */
  readonly perMinute: number;
  readonly clock: Pick<Clock, 'now'>;
};

/**
 * On average so many requests a minute for each key, ten seconds' worth at once, told as
 * draft-ietf-httpapi-ratelimit-headers has it. Each process counts its own.
 */
export function addRateLimits(app: FastifyInstance, { perMinute, clock }: RateLimitParts): void {
  if (perMinute === 0) {
    return;
  }

  const rate = { size: Math.max(1, perMinute / 6), perSecond: perMinute / 60 };
  const take = createTokenBuckets(() => clock.now(), rate);
  const size = Math.floor(rate.size);
  app.addHook('onRequest', ({ caller }, reply, next) => {
    const { wait, left } = take(caller.id);
    reply.headers({
      'ratelimit-policy': `"key";q=${size};w=${Math.ceil(size / rate.perSecond)}`,
      ratelimit: `"key";r=${Math.floor(left)};t=${Math.ceil((rate.size - left) / rate.perSecond)}`,
    });
    next(wait > 0 ? tooMany(`Too many requests with this API key. Try again in ${wait} s.`, wait) : undefined);
  });
}

/** So many wrong keys at once, then one a second. */
const wrongKeys: Rate = { size: 10, perSecond: 1 };

/** Not for fear of guessing: a program that goes on with a wrong key is to find out. A right key is served as ever. */
export function createFailureThrottle(clock: Pick<Clock, 'uptime'>) {
  const take = createTokenBuckets(() => clock.uptime(), wrongKeys);
  /** For how many seconds the tries of a place are ignored after a wrong key; 0 if this one is answered. */
  return (place: string): number => take(place).wait;
}
