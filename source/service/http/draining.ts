import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Fastify's `close` waits for connections to end. By hand: those that were never used, since Node counts them as busy,
 * and browsers open some in reserve; those that become idle after their last answer; and after `longest` milliseconds
 * all others.
 */
export function addDraining(app: FastifyInstance, longest: number): void {
  const sockets = new Set<Socket>();
  let overdue: NodeJS.Timeout | undefined;
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('onResponse', (_request, _reply, next) => {
    if (overdue !== undefined) {
      setImmediate(() => app.server.closeIdleConnections());
    }

    next();
  });
  app.addHook('preClose', (next) => {
    overdue = setTimeout(() => app.server.closeAllConnections(), longest);
    [...sockets].filter(({ bytesRead }) => bytesRead === 0).forEach((socket) => socket.destroy());
    next();
  });
  app.addHook('onClose', () => clearTimeout(overdue));
}
