import type { FastifyInstance } from 'fastify';
import type { RequestLog } from '../log/request-log.js';

/** Smaller answers are not counted: it would take thousands of connections for them to matter. */
const counted = 65_536;

/**
 * Keeps unread answers from filling the memory: they are held until the client has read them, and a client may ask for
 * many large pages without reading. Where all that is under way comes to more than `most` bytes, the connections that
 * have taken longest over theirs are closed, until it does not.
 */
export function boundAnswersUnderWay(app: FastifyInstance, most: number, log: RequestLog): void {
  /** Oldest first, as a Map keeps the order of insertion. */
  const underWay = new Map<object, { readonly bytes: number; readonly cut: () => void }>();
  let sum = 0;

  app.addHook('onSend', (_request, reply, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (bytes > counted && reply.raw.socket) {
      const { raw } = reply;
      sum += bytes;
      underWay.set(raw, { bytes, cut: () => raw.destroy() });
      raw.once('close', () => {
        underWay.delete(raw);
        sum -= bytes;
      });

      let over = sum - most;
      for (const [answer, { bytes: held, cut }] of underWay) {
        // Never the one that is just being sent: its client has had no time to read it.
        if (over <= 0 || answer === raw) {
          break;
        }

        over -= held;
        underWay.delete(answer);
        log('warn', 'slow reader cut off');
        cut();
      }
    }

    done(null, payload);
  });
}
