/**
 * Connects to the address of a host that answers first (RFC 8305). Node tries them one after the other and gives up
 * each but the last after 250 ms. So a name with IPv4 and IPv6 is out of reach on a slow line that carries one of them.
 * Here the next one is tried after that time too, and those before it go on.
 */
import dns from 'node:dns';
import type http from 'node:http';
import net from 'node:net';

/** How long one address is waited for before the next one is tried as well, in milliseconds. */
const headStartMs = 250;

/** What calls for a connection, and those under way, which would keep the program from ending. */
export type Connecting = { readonly timeoutMs: number; readonly under: Set<net.Socket> };

/** Calls back once: with the first connection that stands, or with the error of the address that failed last. */
function connectFirst(
  options: http.ClientRequestArgs,
  { timeoutMs, under }: Connecting,
  callback: (error: Error | null, socket?: net.Socket) => void,
): void {
  const sockets = new Set<net.Socket>();
  let next: NodeJS.Timeout | undefined;
  const end = (error: Error | null, socket?: net.Socket): void => {
    clearTimeout(limit);
    clearTimeout(next);
    sockets.delete(socket as net.Socket);
    sockets.forEach((other) => other.destroy());
    callback(error, socket);
    callback = () => undefined;
  };
  const limit = setTimeout(
    () => end(Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })),
    timeoutMs,
  ).unref();
  const tryFrom = ([first, ...rest]: readonly dns.LookupAddress[]): void => {
    clearTimeout(next);
    if (!first) {
      return;
    }

    const socket = net.connect({ ...(options as net.TcpNetConnectOpts), host: first.address, timeout: 0 });
    sockets.add(socket);
    under.add(socket);
    const fail = (error: Error): void => {
      sockets.delete(socket);
      if (rest.length === 0 && sockets.size === 0) {
        end(error);
      } else {
        tryFrom(rest);
      }

      rest = [];
    };
    socket.once('error', fail);
    socket.once('close', () => {
      under.delete(socket);
      // Closed from outside, with all of them.
      if (sockets.delete(socket)) {
        end(Object.assign(new Error('closed'), { code: 'ECONNABORTED' }));
      }
    });
    socket.once('connect', () => {
      under.delete(socket);
      socket.off('error', fail);
      end(null, socket);
    });
    next = setTimeout(() => {
      tryFrom(rest);
      rest = [];
    }, headStartMs).unref();
  };
  dns.lookup(
    options.host ?? 'localhost',
    { all: true, hints: process.platform === 'win32' ? 0 : dns.ADDRCONFIG },
    (error, found) => (error ? end(error) : tryFrom(byTurns(found))),
  );
}

/** The families by turns, beginning with the one that the system puts first. */
function byTurns(found: readonly dns.LookupAddress[]): readonly dns.LookupAddress[] {
  const [first, other] = [true, false].map((isFirst) =>
    found.filter(({ family }) => (family === found[0]?.family) === isFirst),
  );
  return (first ?? [])
    .flatMap((address, index) => [address, ...(other?.slice(index, index + 1) ?? [])])
    .concat(other?.slice(first?.length) ?? []);
}

/** Has an agent connect to the first address that answers. `over`: what it speaks above that connection, if not TCP. */
export function toFirstAddress<Agent extends http.Agent>(
  agent: Agent,
  connecting: Connecting,
  over: (tcp: net.Socket, asked: http.ClientRequestArgs) => net.Socket = (tcp) => tcp,
): Agent {
  return Object.assign(agent, {
    createConnection(asked: http.ClientRequestArgs, callback: Parameters<typeof connectFirst>[2]) {
      connectFirst(asked, connecting, (error, tcp) => callback(error, tcp && over(tcp, asked)));
      // Undefined, so that Node waits for the callback.
      return undefined;
    },
  });
}

/** The known state of the connection of a request. */
export type ConnectionWatch = {
  socket: net.Socket | undefined;
  /**
   * Whether it stood at some moment, with TLS if there is TLS. Until then Node holds every byte of the request back, so
   * false proves that no byte was sent. Where in doubt it is true.
   */
  connected: boolean;
};

/**
 * Watches a request just made. `mayStillSend` is asked the moment the connection stands, before the first byte is
 * written (Node writes in listeners that it adds after this one). If it says no, the caller must destroy the socket at
 * once.
 */
export function watchConnection(
  request: http.ClientRequest,
  watch: ConnectionWatch,
  mayStillSend: () => boolean,
): void {
  const connected = () => {
    watch.connected = mayStillSend();
  };

  request.once(
    'socket',
    (socket: net.Socket & { readonly encrypted?: boolean; readonly secureConnecting?: boolean }) => {
      watch.socket = socket;
      if (socket.encrypted && socket.secureConnecting === true) {
        socket.once('secureConnect', connected);
      } else if (!socket.encrypted && socket.connecting) {
        socket.once('connect', connected);
      } else {
        connected();
      }
    },
  );
}
