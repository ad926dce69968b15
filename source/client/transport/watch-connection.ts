import type http from 'node:http';
import type net from 'node:net';

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
