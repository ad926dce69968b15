import type http from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import type { Duplex } from 'node:stream';
import { type Connecting, connectFirst } from './first-address.js';

/** Makes the TCP connection of a TLS connection itself and remembers it, because only that one can be reset. */
export class ResettableHttpsAgent extends https.Agent {
  readonly #connecting: Connecting;
  readonly #tcpOf: WeakMap<net.Socket, net.Socket>;

  /** `tcpOf`: the TCP socket beneath each TLS socket. */
  constructor(options: https.AgentOptions, connecting: Connecting, tcpOf: WeakMap<net.Socket, net.Socket>) {
    super(options);
    this.#connecting = connecting;
    this.#tcpOf = tcpOf;
  }

  override createConnection(
    options: http.ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    connectFirst(options, this.#connecting, (error, tcp) => {
      if (error || !tcp) {
        callback?.(error, tcp as unknown as Duplex);
        return;
      }

      const secure = super.createConnection({ ...options, socket: tcp } as https.RequestOptions) as net.Socket;
      this.#tcpOf.set(secure, tcp);
      callback?.(null, secure);
    });
    // Returns undefined, so that Node waits for the callback.
    return undefined;
  }
}
