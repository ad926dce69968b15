import dns from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { type Clock, withinTime } from '../../platform/time/clock.ts';
import { unbracket } from './connections.ts';

type Addresses = readonly dns.LookupAddress[];

/**
 * Remembers the machine that answered a `GET` last. In another network the name of a store may lead to another machine,
 * and so to another store. `mostMs`: how long a name is looked up.
 */
export function createMachine(clock: Clock, mostMs: number) {
  let last: string | undefined;
  const lookUp = (name: string, signal: AbortSignal): Promise<Addresses> =>
    new Promise((resolve) => {
      // The system itself cannot be stopped, and takes as long as it likes.
      signal.addEventListener('abort', () => resolve([]));
      promisify(dns.lookup)(name, { all: true }).then(resolve, () => resolve([]));
    });
  return {
    noteAnswer: ({ remoteAddress }: Socket) => void (last = remoteAddress),
    /** Whether a name leads to others only. One that cannot be looked up tells nothing. */
    async isLeft({ hostname }: URL, signal: AbortSignal): Promise<boolean> {
      if (last === undefined || isIP(unbracket(hostname)) !== 0 || signal.aborted) {
        return false;
      }

      const found = await withinTime(clock, mostMs, signal, (limited) => lookUp(hostname, limited));
      return found.length > 0 && !found.some(({ address }) => address === last);
    },
  };
}
