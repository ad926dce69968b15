import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** One that only this machine has. */
export function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./i.test(address);
}

/**
 * Without a port; the peer's own where a proxy wrote something else. Only the peer may name somebody else: of
 * `X-Forwarded-For` the last, as the client may have written all before.
 */
export function readClientAddress({ ip, raw }: FastifyRequest): string {
  const named = ip.replace(/^\[([^\]]*)\](?::\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
  const address = isIP(named) === 0 ? (raw.socket.remoteAddress ?? '') : named;
  return address.replace(/^::ffff:(?=[\d.]+$)/i, '');
}
