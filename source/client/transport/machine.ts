import dns from 'node:dns';
import { isIP, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { unbracket } from './connections.ts';

/**
 * Remembers the machine that answered a `GET` last. In another network the name of a store may lead to another machine,
 * and so to another store.
 */
export function createMachine() {
  let last: string | undefined;
  return {
    noteAnswer: ({ remoteAddress }: Socket) => void (last = remoteAddress),
    /** Whether a name leads to others only. One that cannot be looked up tells nothing. */
    async isLeft({ hostname }: URL): Promise<boolean> {
      const isName = isIP(unbracket(hostname)) === 0;
      const lookUp = (): Promise<readonly dns.LookupAddress[]> => promisify(dns.lookup)(hostname, { all: true });
      const found = last !== undefined && isName ? await lookUp().catch(() => []) : [];
      return found.length > 0 && !found.some(({ address }) => address === last);
    },
  };
}
