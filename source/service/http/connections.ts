import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Limits } from './limits.ts';

/** The answers that a connection waits for, in their order. */
export type Unanswered = WeakMap<Socket, ServerResponse[]>;

/**
 * A request that was sent along behind others waits for the answers to those: a connection holds one answer in memory,
 * and nothing is done behind an answer that says `close` (RFC 9112, sections 9.3.2 and 9.6). That says the next one if
 * too many wait, and every one once the service stops.
 *
 * Fastify's `close` waits for connections to end. By hand: those that were never used, since Node counts them as busy,
 * and browsers open some in reserve; and after `drain` milliseconds all, also those that never came as far as HTTP.
 */
export function addConnections(
  app: FastifyInstance,
  unanswered: Unanswered,
  { waiting, drain }: Pick<Limits, 'waiting' | 'drain'>,
): void {
  const sockets = new Set<Socket>();
  let overdue: NodeJS.Timeout | undefined;
  const add = (socket: Socket): unknown => sockets.add(socket.once('close', () => sockets.delete(socket)));
  // The second is told, behind TLS, of what speaks HTTP: the first has read a handshake by then.
  app.server.on('connection', add).on('secureConnection', add);
  app.addHook('onRequest', ({ id, raw: { socket }, log }, { raw }, next) => {
    const queue = unanswered.get(socket) ?? [];
    const before = queue.at(-1);
    unanswered.set(socket, queue);
    raw.once('close', () => queue.shift());
    if (queue.push(raw) === waiting + 1) {
      log.warn({ id }, 'too many requests at once on a connection');
      socket.pause();
    }

    if (before === undefined) {
      next();
    } else {
      before.once('close', () => socket.writable && next());
    }
  });
  app.addHook('onSend', ({ raw: { socket } }, reply, payload, next) => {
    if (overdue !== undefined || Number(unanswered.get(socket)?.length) > waiting) {
      reply.header('connection', 'close');
    }

    next(null, payload);
  });
  app.addHook('preClose', (next) => {
    overdue = setTimeout(() => sockets.forEach((socket) => socket.destroy()), drain);
    [...sockets].filter(({ bytesRead }) => bytesRead === 0).forEach((socket) => socket.destroy());
    next();
  });
  app.addHook('onClose', () => clearTimeout(overdue));
}
