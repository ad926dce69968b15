import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Whose word on where requests come from is taken: no proxy's, that of a proxy on this machine, that of any peer. */
export type Forwarding = 'nobody' | 'this machine' | 'anybody';

/** One that only this machine has. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./i.test(address);
}

/** The peer alone may name somebody else: of `X-Forwarded-For` the last, as the client may have written all before. */
export function toTrust(forwarding: Forwarding): false | ((address: string, hop: number) => boolean) {
  return forwarding === 'nobody'
    ? false
    : (address, hop) => hop === 0 && (forwarding === 'anybody' || isLoopbackAddress(address));
}

/** Without a port; the peer's own where a proxy wrote something else. */
export function readClientAddress({ ip, raw }: FastifyRequest): string {
  const named = ip.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const address = isIP(named) === 0 ? (raw.socket.remoteAddress ?? '') : named;
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
