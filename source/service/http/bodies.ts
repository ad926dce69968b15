import type { ServerResponse } from 'node:http';
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

  /** The oldest first, as a Map keeps the order of insertion: who is slow makes room. */
  const unread = new Map<ServerResponse, { readonly bytes: number; readonly id: string }>();
  let sum = 0;
  const free = (answer: ServerResponse): void => {
    sum -= unread.get(answer)?.bytes ?? 0;
    unread.delete(answer);
  };
  app.addHook('onSend', ({ id: own, log }, { raw }, payload, next) => {
    const bytes = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (bytes > counted) {
      sum += bytes;
      unread.set(raw, { bytes, id: own });
      raw.once('close', () => free(raw));
    }

    for (const [slow, { id }] of unread) {
      if (sum <= answerBytes) {
        break;
      }

      log.warn({ id }, 'slow reader cut off');
      free(slow);
      slow.destroy();
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

/** Smaller answers are not counted: it would take thousands of connections for them to matter. */
const counted = 65_536;
