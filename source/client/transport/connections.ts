/**
 * The connections requests travel on: *fresh* ones are used once, *kept* ones again, *recent* ones again if they were
 * used a moment ago, and each can be reset.
 *
 * Bytes a kernel has taken can arrive long after we gave up on them (98 s were measured): closing sends the rest first.
 * A reset throws it away, but works only on the plain TCP socket; so for TLS the TCP connection is made here and
 * remembered.
 */
import http from 'node:http';
import type https from 'node:https';
import net from 'node:net';
import { toFirstAddress } from './first-address.js';
import { chooseProxy, type ProxySettings } from './proxy.js';

/** An agent under the protocol it speaks, as got takes it. */
export type AgentByProtocol = { readonly http: http.Agent } | { readonly https: https.Agent };

/**
 * `fresh`: a new connection, not kept. `kept`: any that is open. `recent`: one that was used within the last 4 s, as a
 * connection that dies just as it is used loses an answer: Node's own servers close after 5 s.
 */
export type ConnectionKind = 'fresh' | 'kept' | 'recent';

/** The connections of one client; clients share no connection. */
export type Connections = ReturnType<typeof createConnections>;

/**
 * How long a connection is kept while it is not used, in milliseconds: longer than from one refresh to the next,
 * shorter than the 75 s of our service. A service that keeps them for less, and says so by `Keep-Alive`, is believed
 * (Node's agent sees to that).
 */
const idleMs = 70_000;
/** What counts as recent. */
const recentMs = 4000;
/** How long Node waits for each address of a proxy but the last: its own 250 ms are too short for a slow line. */
const proxyAddressMs = 3000;

/** Opens a connection only on request. */
export function createConnections(proxySettings: ProxySettings, connectTimeoutMs: number) {
  const agents = new Map<string, Promise<AgentByProtocol>>();
  const connecting = { timeoutMs: connectTimeoutMs, under: new Set<net.Socket>() };
  /** The TCP socket beneath each TLS socket: only that one can be reset. */
  const tcpOf = new WeakMap<net.Socket, net.Socket>();
  const usedAt = new WeakMap<object, number>();

  function closeUnlessRecent(agent: AgentByProtocol): void {
    const { freeSockets } = 'https' in agent ? agent.https : agent.http;
    for (const socket of Object.values(freeSockets).flatMap((free) => free ?? [])) {
      if (performance.now() - (usedAt.get(socket) ?? -Infinity) > recentMs) {
        socket.destroy();
      }
    }
  }

  const createAgent = async (url: URL, keepAlive: boolean): Promise<AgentByProtocol> => {
    const proxy = chooseProxy(url, proxySettings);
    if (proxy) {
      // Of the whole process, because the proxy's agent takes no connection of ours.
      net.setDefaultAutoSelectFamilyAttemptTimeout(proxyAddressMs);
      const { HttpsProxyAgent } = await import('hpagent');
      return { https: new HttpsProxyAgent({ keepAlive, proxy, timeout: connectTimeoutMs }) };
    }

    const options = { keepAlive, timeout: idleMs };
    if (url.protocol !== 'https:') {
      return { http: toFirstAddress(new http.Agent(options), connecting) };
    }

    // A store on this machine needs no TLS, which takes 4 ms to load.
    const { Agent } = await import('node:https');
    const agent = new Agent(options);
    const secure = agent.createConnection.bind(agent);
    const over = (tcp: net.Socket, asked: http.ClientRequestArgs): net.Socket => {
      const socket = secure({ ...asked, socket: tcp } as https.RequestOptions) as net.Socket;
      tcpOf.set(socket, tcp);
      return socket;
    };
    return { https: toFirstAddress(agent, connecting, over) };
  };

  return {
    /** The agent for an address. Rejects with an error that has a `code` if the proxy settings cannot be used. */
    async agentFor(url: URL, kind: ConnectionKind) {
      const isKept = kind !== 'fresh';
      const name = `${isKept ? 'kept' : 'fresh'} ${url.origin}`;
      const made = agents.get(name) ?? createAgent(url, isKept);
      agents.set(name, made);
      const agent = await made;
      if (kind === 'recent') {
        closeUnlessRecent(agent);
      }

      return agent;
    },
    /** Says of a connection that it was used just now. */
    noteUse: (socket: net.Socket) => void usedAt.set(socket, performance.now()),
    /** Ends a connection without sending the waiting bytes. Bytes that a proxy already holds are beyond us. */
    reset(socket: net.Socket) {
      const tcp = tcpOf.get(socket) ?? socket;
      // A TLS socket made by a proxy's agent has no reset.
      if (tcp.connecting || 'encrypted' in tcp) {
        tcp.destroy();
      } else {
        tcp.resetAndDestroy();
      }
    },
    close() {
      for (const agent of agents.values()) {
        // One that could not be made need not be closed.
        void agent.then((made) => ('https' in made ? made.https : made.http).destroy()).catch(() => undefined);
      }
      agents.clear();
      // Their requests may be long gone, yet they would keep the program from ending.
      connecting.under.forEach((socket) => socket.destroy());
    },
  };
}
