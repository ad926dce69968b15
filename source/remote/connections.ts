/**
 * The connections requests travel on: *fresh* ones are used once, *kept* ones again, and each can be reset.
 *
 * Bytes a kernel has taken can arrive long after we gave up on them (98 s were measured): closing sends what is left
 * first. A reset throws it away, but works only on the plain TCP socket; so for TLS the TCP connection is made here and
 * remembered.
 */
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { chooseProxy, type ProxySettings } from './proxy.js';

/** An agent under the protocol it speaks, as got takes it. */
export type AgentByProtocol = { readonly http: http.Agent } | { readonly https: https.Agent };

export type Connections = {
  /** The agent for an address. Rejects with an error that has a `code` where the proxy settings cannot be used. */
  agentFor(url: URL, kind: 'fresh' | 'kept'): Promise<AgentByProtocol>;
  /** Ends a connection without sending what is still waiting. Through a proxy what it already holds is beyond us. */
  reset(socket: net.Socket): void;
  close(): void;
};

// Shorter than the 5 s after which Node's own servers close: a connection that dies just as it is used loses an answer.
const idleMs = 4000;

export function createConnections(proxySettings: ProxySettings, connectTimeoutMs: number): Connections {
  const agents = new Map<string, Promise<AgentByProtocol>>();
  const sockets: Sockets = { tcpOf: new WeakMap(), connecting: new Set() };

  const createAgent = async (url: URL, keepAlive: boolean): Promise<AgentByProtocol> => {
    const proxy = chooseProxy(url, proxySettings);
    if (proxy) {
      const { HttpsProxyAgent } = await import('hpagent');
      return { https: new HttpsProxyAgent({ keepAlive, proxy, timeout: connectTimeoutMs }) };
    }

    const options = { keepAlive, timeout: idleMs };
    return url.protocol === 'https:' ? { https: new ResettableHttpsAgent(options, sockets, connectTimeoutMs) } : { http: new http.Agent(options) };
  };

  return {
    agentFor(url, kind) {
      const name = `${kind} ${url.origin}`;
      const agent = agents.get(name) ?? createAgent(url, kind === 'kept');
      agents.set(name, agent);
      return agent;
    },
    reset(socket) {
      const tcp = sockets.tcpOf.get(socket) ?? socket;
      // A TLS socket made by a proxy's agent has no reset.
      if (tcp.connecting || 'encrypted' in tcp) {
        tcp.destroy();
      } else {
        tcp.resetAndDestroy();
      }
    },
    close() {
      for (const agent of agents.values()) {
        // One that could not be made has nothing to close.
        void agent.then((made) => ('https' in made ? made.https : made.http).destroy()).catch(() => undefined);
      }
      agents.clear();
      // Their requests may be long gone, yet they would keep the program from ending.
      sockets.connecting.forEach((socket) => socket.destroy());
    },
  };
}

type Sockets = {
  /** The TCP socket beneath each TLS socket. */
  readonly tcpOf: WeakMap<net.Socket, net.Socket>;
  readonly connecting: Set<net.Socket>;
};

class ResettableHttpsAgent extends https.Agent {
  readonly #sockets: Sockets;
  readonly #connectTimeoutMs: number;

  constructor(options: https.AgentOptions, sockets: Sockets, connectTimeoutMs: number) {
    super(options);
    this.#sockets = sockets;
    this.#connectTimeoutMs = connectTimeoutMs;
  }

  override createConnection(options: http.ClientRequestArgs, callback?: (error: Error | null, stream: Duplex) => void): Duplex | null | undefined {
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
