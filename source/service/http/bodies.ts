import { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance } from 'fastify';
import { ApiError, unknownAddress } from './answers.ts';
import type { Limits } from './limits.ts';

/**
 * Bodies come as bytes, because Fastify's parsers make JSON fit ECMAScript's numbers. Of too many unread answers the
 * slowest reader is cut off.
 */
export function addBodies(app: FastifyInstance, { answerBytes }: Pick<Limits, 'answerBytes'>): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, parsed) => parsed(null, bytes));
  app.addHook('preParsing', ({ is404, method }, _reply, body, next) => {
    if (is404) {
      // Before a body is read, of which nothing could be right here.
      next(unknownAddress());
    } else {
      // Where there is no body, it has ended by now (`optimizeEmptyRequests`), and Fastify would wait for its end.
      next(null, method === 'POST' && body.readableEnded ? Readable.from([]) : body);
    }
  });

  const unread = createBudget(answerBytes);
  app.addHook('onSend', (request, { raw }, payload, next) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (bytes > counted) {
      unread.hold(raw, bytes, () => {
        request.log.warn({ id: request.id }, 'slow reader cut off');
        raw.destroy();
      });
      raw.once('close', () => unread.free(raw));
    }

    next(null, payload);
  });
}

/** What Fastify says of a body that it could not read; every other error as it is. */
export function explainBody(error: Partial<FastifyError> & Error, { bodyBytes }: Pick<Limits, 'bodyBytes'>): Error {
  // It gives our own errors, as its schemas find them, a `statusCode` too.
  const status = error instanceof ApiError ? undefined : error.statusCode;
  if (status === 413) {
    return new ApiError(413, 'content_too_large', `The body is larger than ${bodyBytes / 1024} KiB.`);
  }

  return status === 400 ? new ApiError(400, 'invalid_request', 'The body did not arrive whole.') : error;
}

/** If all comes to more than `most` bytes, those that hold theirs for longest are ended: who is slow makes room. */
function createBudget(most: number) {
  /** Oldest first, as a Map keeps the order of insertion. */
  const held = new Map<object, { readonly bytes: number; readonly end: () => void }>();
  let sum = 0;
  const free = (holder: object): void => {
    sum -= held.get(holder)?.bytes ?? 0;
    held.delete(holder);
  };

  return {
    free,
    hold(holder: object, bytes: number, end: () => void): void {
      sum += bytes;
      held.set(holder, { bytes, end });
      for (const [slow, { end: endSlow }] of held) {
        if (sum <= most) {
          break;
        }

        free(slow);
        endSlow();
      }
    },
  };
}

/** Smaller answers are not counted: it would take thousands of connections for them to matter. */
const counted = 65_536;
