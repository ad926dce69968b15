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
import net, { BlockList, isIP } from 'node:net';
import { isLoopback } from '../../platform/process/self.ts';

/** An agent under the protocol it speaks, as got takes it. */
export type AgentByProtocol = { readonly http: http.Agent } | { readonly https: https.Agent };

/**
 * `fresh`: a new connection, not kept. `kept`: any that is open. `recent`: one that was used within the last 4 s, as a
 * connection that dies just as it is used loses an answer: Node's own servers close after 5 s.
 */
export type ConnectionKind = 'fresh' | 'kept' | 'recent';

/** Gets the connection, or the reason why there is none. */
type Connected = (error: Error | null, socket?: net.Socket) => void;

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
/**
 * How long Node waits for each address of a host but the last, in milliseconds. With its own 250 ms a name with IPv4
 * and IPv6 is out of reach on a slow line that carries one of them.
 */
const addressMs = 3000;

/** Opens a connection only on request. */
export function createConnections(settings: NetworkSettings, connectTimeoutMs: number) {
  const agents = new Map<string, Promise<AgentByProtocol>>();
  /** TCP connections that do not stand yet, and will have TLS: they would keep the program from ending. */
  const opening = new Set<net.Socket>();
  /** The TCP socket beneath each TLS socket: only that one can be reset. */
  const tcpOf = new WeakMap<net.Socket, net.Socket>();
  const usedAt = new WeakMap<object, number>();
  let trusting: Promise<void> | undefined;
  // Of the whole process, because the agent of a proxy takes no options for it.
  net.setDefaultAutoSelectFamilyAttemptTimeout(addressMs);

  const createAgent = async (url: URL, keepAlive: boolean): Promise<AgentByProtocol> => {
    const options = { keepAlive, timeout: idleMs };
    if (url.protocol !== 'https:') {
      return { http: new http.Agent(options) };
    }

    trusting ??= trustAlso(settings.certificateFile);
    await trusting;
    const proxy = chooseProxy(url, settings);
    if (proxy) {
      const { HttpsProxyAgent } = await import('hpagent');
      const agent = new HttpsProxyAgent({ keepAlive, proxy, timeout: connectTimeoutMs });
      const dial = agent.createConnection.bind(agent) as (asked: http.ClientRequestArgs, callback: Connected) => void;
      // Whatever fails before it leads to the store is the proxy's.
      const createConnection = (asked: http.ClientRequestArgs, callback: Connected): undefined => {
        dial(asked, (error, socket) => callback(error && Object.assign(error, { proxy: proxy.host }), socket));
      };
      return { https: Object.assign(agent, { createConnection }) };
    }

    // A store on this machine needs no TLS, which takes 4 ms to load.
    const { Agent } = await import('node:https');
    const agent = new Agent(options);
    const secure = agent.createConnection.bind(agent);
    const createConnection = (asked: http.ClientRequestArgs, callback: Connected): undefined => {
      openTcp(asked, connectTimeoutMs, opening, (error, tcp) => {
        const socket = tcp && (secure({ ...asked, socket: tcp } as https.RequestOptions) as net.Socket);
        if (socket) {
          tcpOf.set(socket, tcp);
        }

        callback(error, socket);
      });
    };
    return { https: Object.assign(agent, { createConnection }) };
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
        closeFree(agent, (socket) => performance.now() - (usedAt.get(socket) ?? -Infinity) > recentMs);
      }

      return agent;
    },
    /** The host and port of the proxy that leads to an address. */
    proxyOf: (url: URL): string | undefined => chooseProxy(url, settings)?.host,
    /** Says of a connection that it was used just now. */
    noteUse: (socket: net.Socket) => void usedAt.set(socket, performance.now()),
    /** Closes those that are kept and not in use: the name of a store leads to another machine than theirs. */
    closeKept() {
      // One that could not be made has none.
      agents.forEach((made) => void made.then((agent) => closeFree(agent, () => true)).catch(() => undefined));
    },
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
        void agent.then((made) => Object.values(made).forEach((each) => each.destroy())).catch(() => undefined);
      }
      agents.clear();
      // Their requests may be long gone, yet they would keep the program from ending.
      const closed = Object.assign(new Error('closed'), { code: 'ECONNABORTED' });
      opening.forEach((socket) => socket.destroy(closed));
    },
  };
}

/** Closes connections that are not in use. */
function closeFree(agent: AgentByProtocol, isStale: (socket: net.Socket) => boolean): void {
  const { freeSockets } = 'https' in agent ? agent.https : agent.http;
  const free = Object.values(freeSockets).flatMap((sockets) => sockets ?? []);
  free.filter(isStale).forEach((socket) => socket.destroy());
}

/** Calls back once it stands, or failed: TLS takes no socket that may change its address yet. `opening`: till then. */
function openTcp(
  asked: http.ClientRequestArgs,
  timeoutMs: number,
  opening: Set<net.Socket>,
  callback: Connected,
): void {
  const tcp = net.connect({ ...(asked as net.TcpNetConnectOpts), timeout: timeoutMs });
  opening.add(tcp);
  tcp.once('timeout', () => tcp.destroy(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })));
  tcp.once('error', callback);
  tcp.once('close', () => opening.delete(tcp));
  tcp.once('connect', () => {
    opening.delete(tcp);
    tcp.off('error', callback);
    tcp.removeAllListeners('timeout');
    tcp.setTimeout(0);
    callback(null, tcp);
  });
}

/** What the environment says of the way to stores: HTTPS_PROXY, NO_PROXY and SSL_CERT_FILE, as they are. */
export type NetworkSettings = {
  readonly httpsProxy?: string | undefined;
  readonly noProxy?: string | undefined;
  readonly certificateFile?: string | undefined;
};

/**
 * Trusts the authorities of a file as well, as curl and others do; Node itself reads NODE_EXTRA_CA_CERTS alone. Of the
 * whole process: a list of each agent's own would be read again for each connection.
 *
 * Throws an error with the code `bad-certificates` where the file holds none, as nobody would find out why otherwise.
 */
async function trustAlso(file: string | undefined): Promise<void> {
  if (file === undefined) {
    return;
  }

  const [tls, { readFile }] = await Promise.all([import('node:tls'), import('node:fs/promises')]);
  const text = await readFile(file, 'utf8').catch(() => '');
  if (!text.includes('-----BEGIN CERTIFICATE-----')) {
    throw Object.assign(new Error('SSL_CERT_FILE holds no certificates'), { code: 'bad-certificates' });
  }

  tls.setDefaultCACertificates([...tls.getCACertificates('default'), text]);
}

/**
 * The proxy an address is reached through; undefined: directly. Only `https:` addresses have one. Loopback never goes
 * through a proxy, whatever NO_PROXY says: it would be another machine's.
 *
 * Throws an error with the code `bad-proxy` where HTTPS_PROXY is no address of an HTTP proxy.
 */
export function chooseProxy(url: URL, { httpsProxy, noProxy }: NetworkSettings): URL | undefined {
  if (!httpsProxy || url.protocol !== 'https:' || isLoopback(url.hostname) || isExempt(url, noProxy ?? '')) {
    return undefined;
  }

  const address = httpsProxy.includes('://') ? httpsProxy : `http://${httpsProxy}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  if (!proxy || !['http:', 'https:'].includes(proxy.protocol)) {
    throw Object.assign(new Error('HTTPS_PROXY is not an address'), { code: 'bad-proxy' });
  }

  return proxy;
}

/**
 * As curl, Go and others read NO_PROXY. Names and their subdomains, with or without a leading dot or star; addresses
 * and ranges of them (`10.0.0.0/8`, `fd00::/8`), each with a port or without, or `*` for all. Names are not looked up.
 */
function isExempt(url: URL, noProxy: string): boolean {
  const host = unbracket(url.hostname).replace(/\.$/, '');
  const port = url.port || '443';
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((rule) => rule !== '')
    .some((rule) => {
      // The last group of a bare IPv6 address is no port.
      const [, name = rule, rulePort = port] = isIP(rule) === 6 ? [] : (/^(.*[^:]):(\d+)$/.exec(rule) ?? []);
      return rule === '*' || (rulePort === port && (isIP(host) === 0 ? isBelow(host, name) : isInRange(host, name)));
    });
}

function isBelow(host: string, name: string): boolean {
  const bare = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return bare !== '' && (host === bare || host.endsWith(`.${bare}`));
}

/** Whether an address is another one, however written, or in a range such as `10.0.0.0/8`. */
function isInRange(host: string, rule: string): boolean {
  const [, address = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(rule) ?? [];
  const bare = unbracket(address);
  const version = isIP(bare);
  const bits = version === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  if (version === 0 || version !== isIP(host) || prefix > bits) {
    return false;
  }

  const family = version === 4 ? 'ipv4' : 'ipv6';
  const range = new BlockList();
  range.addSubnet(bare, prefix, family);
  return range.check(host, family);
}

/** `[::1]` is `::1`. */
export function unbracket(host: string): string {
  return host.replace(/^\[(.*)\]$/, '$1');
}
