import type { FastifyInstance } from 'fastify';
import type { RequestLog } from './request-log.js';

/**
 * Counts the memory that many hold at once. Where all of it comes to more than `most` bytes, those that hold theirs for
 * longest are ended, until it does not: who is slow makes room for who is not.
 */
export function createBudget(most: number) {
  /** Oldest first, as a Map keeps the order of insertion. */
  const held = new Map<object, { readonly bytes: number; readonly end: (() => void) | undefined }>();
  let sum = 0;
  const free = (holder: object): void => {
    sum -= held.get(holder)?.bytes ?? 0;
    held.delete(holder);
  };

  return {
    free,
    /** The holder has so many bytes from now on. Without `end` it is let be. */
    hold(holder: object, bytes: number, end?: () => void): void {
      sum += bytes - (held.get(holder)?.bytes ?? 0);
      held.set(holder, { bytes, end });
      for (const [slow, { end: endSlow }] of held) {
        if (sum <= most) {
          break;
        }

        if (endSlow) {
          free(slow);
          endSlow();
        }
      }
    },
  };
}

/** Smaller answers are not counted: it would take thousands of connections for them to matter. */
const counted = 65_536;

/**
 * Keeps unread answers from filling the memory: they are held until the client has read them, and a client may ask for
 * many large pages without reading. Of too many the connections that have taken longest over theirs are closed.
 */
export function boundAnswersUnderWay(app: FastifyInstance, most: number, log: RequestLog): void {
  const budget = createBudget(most);
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (bytes > counted && raw.socket) {
      budget.hold(raw, bytes, () => {
        log('warn', 'slow reader cut off');
        raw.destroy();
      });
      raw.once('close', () => budget.free(raw));
    }

    done(null, payload);
  });
}
