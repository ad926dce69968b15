import { isIPv6 } from 'node:net';
import type { Clock } from '../../platform/time/clock.js';
import { createTokenBuckets } from './token-buckets.js';

/** Told that a wrong key came from a place: for how many seconds its tries are ignored; 0 if this one is answered. */
export type FailureThrottle = (place: string) => number;

/** So many wrong keys at once, then one a second. */
const free = 10;
const perSecond = 1;

/** Addresses that are remembered; who comes from more of them than that has found another way. */
const most = 10_000;

/**
 * Refuses whoever sends one wrong key after the other. It is not for fear that a key might be guessed, with 256 bits to
 * guess, but because a program that goes on with a wrong one should find out. A right key from there is served as ever.
 */
export function createFailureThrottle(clock: Pick<Clock, 'uptime'>): FailureThrottle {
  const take = createTokenBuckets(free, perSecond, () => clock.uptime(), most);
  return (place) => take(toPlace(place)).wait;
}

/** An IPv6 network as a whole, as whoever has one has all of its addresses. */
function toPlace(address: string): string {
  if (!isIPv6(address)) {
    return address;
  }

  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  return [...groups, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .join(':');
}
