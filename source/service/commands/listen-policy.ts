import { isIP } from 'node:net';
import { CommandError, exitCodes, type ServeSettings } from './serve-settings.js';

/**
 * Keys travel in every request, so they must not cross a network in the clear. Beyond loopback the service listens only
 * with TLS of its own, or if the operator says that a proxy in front of it has TLS.
 *
 * @throws {CommandError} exit 2
 */
export function checkListenPolicy({ host, tlsCert, tlsKey, behindTlsProxy }: ServeSettings): void {
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new CommandError(
      exitCodes.wrongUse,
      'TLS needs both --tls-cert and --tls-key (PETSTORE_TLS_CERT and PETSTORE_TLS_KEY).',
    );
  }

  if (!listensOnLoopback(host) && tlsCert === undefined && !behindTlsProxy) {
    throw new CommandError(
      exitCodes.wrongUse,
      `Listening on ${host} would send API keys over the network in the clear; give --tls-cert and --tls-key, ` +
        'or --behind-tls-proxy if a proxy in front has TLS.',
    );
  }
}

/** Whether only this machine can reach a host's address. */
function listensOnLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
