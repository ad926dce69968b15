import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Watches a server's connections, so that unused ones can be closed when it stops. Node counts them as busy (they might
 * be about to send), and browsers and load balancers open them in reserve: each would hold the end up for 10 s.
 *
 * @returns closes them
 */
export function watchUnusedConnections(server: Server): () => void {
  const sockets = new Set<Socket>();
  const watch = (socket: Socket): void => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  server.on('connection', watch);

  return () => {
    for (const socket of sockets) {
      if (socket.bytesRead === 0) {
        socket.destroy();
      }
    }
  };
}
