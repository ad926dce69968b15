import type http from 'node:http';
import type net from 'node:net';
import type { Clock } from '../../platform/time/clock.js';

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

/** How often it is seen that the process runs, and after which silence it did not, in milliseconds. */
const pulseMs = 250;
const suspendedMs = 1500;

/** A watch over one request. */
export type Pulse = {
  /** A reading of `clock.uptime()`. */
  readonly startedAt: number;
  wasSuspended(): boolean;
  stop(): void;
};

/** Tells whether this process, or the whole machine, stood still since then: Ctrl-Z, a closed lid. */
export function watchPulse(clock: Clock): Pulse {
  const startedAt = clock.uptime();
  let seenAt = startedAt;
  let longest = 0;
  const beat = (): void => {
    const now = clock.uptime();
    longest = Math.max(longest, now - seenAt);
    seenAt = now;
  };
  const timer = setInterval(beat, pulseMs);
  // The connection, or the disk, keeps the process going for as long as it is needed.
  timer.unref();
  return {
    startedAt,
    wasSuspended: () => {
      beat();
      return longest > suspendedMs;
    },
    stop: () => clearInterval(timer),
  };
}
