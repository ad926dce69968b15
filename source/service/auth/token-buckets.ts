/** Takes a token of an owner: the whole seconds until the next one, 0 if it was taken, and how many are left. */
export type TakeToken = (owner: string) => { readonly wait: number; readonly left: number };

/**
 * A token bucket for each owner: full with `size`, and `perSecond` more each second.
 *
 * @param now in milliseconds
 * @param most owners that are remembered; the one that was idle for longest is forgotten
 */
export function createTokenBuckets(size: number, perSecond: number, now: () => number, most = Infinity): TakeToken {
  const buckets = new Map<string, { tokens: number; at: number }>();

  return (owner) => {
    const at = now();
    const bucket = buckets.get(owner) ?? { tokens: size, at };
    // A clock that is set back must not take tokens away.
    bucket.tokens = Math.min(size, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    buckets.delete(owner);
    buckets.set(owner, bucket);
    if (buckets.size > most) {
      buckets.delete(buckets.keys().next().value ?? '');
    }

    const wait = bucket.tokens < 1 ? Math.ceil((1 - bucket.tokens) / perSecond) : 0;
    bucket.tokens -= wait === 0 ? 1 : 0;
    return { wait, left: bucket.tokens };
  };
}
