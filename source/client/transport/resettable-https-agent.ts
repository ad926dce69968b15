import type http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Duplex } from 'node:stream';

/** The TCP sockets beneath TLS. */
export type Sockets = {
  /** The TCP socket beneath each TLS socket. */
  readonly tcpOf: WeakMap<net.Socket, net.Socket>;
  readonly connecting: Set<net.Socket>;
};

/** Makes the TCP connection of a TLS connection itself and remembers it, because only that one can be reset. */
export class ResettableHttpsAgent extends https.Agent {
  readonly #sockets: Sockets;
  readonly #connectTimeoutMs: number;

  constructor(options: https.AgentOptions, sockets: Sockets, connectTimeoutMs: number) {
    super(options);
    this.#sockets = sockets;
    this.#connectTimeoutMs = connectTimeoutMs;
  }

  override createConnection(
    options: http.ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    const { tcpOf, connecting } = this.#sockets;
    const tcp = net.connect({ ...(options as net.NetConnectOpts), timeout: this.#connectTimeoutMs });
    connecting.add(tcp);
    const fail = (error: Error) => callback?.(error, tcp);
    tcp.once('timeout', () => tcp.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })));
    tcp.once('error', fail);
    tcp.once('close', () => connecting.delete(tcp));
    tcp.once('connect', () => {
      connecting.delete(tcp);
      tcp.off('error', fail);
      tcp.removeAllListeners('timeout').setTimeout(0);
      const secure = super.createConnection({ ...options, socket: tcp } as https.RequestOptions) as net.Socket;
      tcpOf.set(secure, tcp);
      callback?.(null, secure);
    });
    // Nothing is returned, so Node waits for the callback.
    return undefined;
  }
}
