import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './answers/api-error.js';
import type { Limits } from './limits.js';

/**
 * Reads bodies as bytes: Fastify's own parsers turn text/plain into a string and JSON into what ECMAScript's numbers
 * can hold. A body counts until its request is answered. Where all of them come to more than `bodiesBytes`, the one
 * that has been coming for longest is refused, until they do not: who sends slowly makes room for who does not.
 */
export function addBodies(
  app: FastifyInstance,
  { bodyBytes, bodiesBytes }: Pick<Limits, 'bodyBytes' | 'bodiesBytes'>,
): void {
  /** Refuses a body that is not whole yet; oldest first, as a Set keeps the order of insertion. */
  const coming = new Set<(why: ApiError) => void>();
  let sum = 0;
  const forget = (request: FastifyRequest): void => {
    sum -= request.bodyHeld;
    request.bodyHeld = 0;
  };

  app.addHook('preParsing', (request, reply, payload, done) => {
    reply.raw.once('close', () => forget(request));
    done(null, payload);
  });

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (request, payload, done) => {
    if (Number(request.headers['content-length'] ?? 0) > bodyBytes) {
      done(tooLarge(bodyBytes));
      return;
    }

    // Copied into one buffer: ten thousand chunks of a byte would take a hundred times their size.
    let bytes = Buffer.alloc(0);
    let length = 0;
    const end = (error: ApiError | null): void => {
      coming.delete(end);
      payload.off('data', take).off('end', whole).off('error', broken);
      if (error) {
        forget(request);
      }

      done(error, bytes.subarray(0, length));
    };
    const whole = (): void => end(null);
    const broken = (): void => end(new ApiError(400, 'invalid_request', 'The body did not arrive whole.'));
    const take = (chunk: Buffer): void => {
      if (length + chunk.length > bodyBytes) {
        end(tooLarge(bodyBytes));
        return;
      }

      if (length + chunk.length > bytes.length) {
        const grown = Buffer.alloc(Math.max(length + chunk.length, Math.min(2 * bytes.length, bodyBytes)));
        bytes.copy(grown);
        sum += grown.length - bytes.length;
        request.bodyHeld = grown.length;
        bytes = grown;
      }

      chunk.copy(bytes, length);
      length += chunk.length;
      for (const refuse of coming) {
        if (sum <= bodiesBytes) {
          break;
        }

        refuse(new ApiError(503, 'unavailable', 'Too much is being sent at once. Try again later.', retryLater));
      }
    };
    coming.add(end);
    payload.on('data', take).on('end', whole).on('error', broken);
  });
}

const retryLater = { 'retry-after': '2' };

function tooLarge(most: number): ApiError {
  return new ApiError(413, 'content_too_large', `The body is larger than ${most / 1024} KiB.`);
}

/**
 * Says `100 Continue` (RFC 9110, section 10.1.1) only if the body is going to be read: Node by itself would invite a
 * client whose key is wrong to send all of it. If it was not said, Node ends the connection with the answer, since
 * the client may leave the body out.
 *
 * @param most the largest body that is read, in bytes
 */
export function addContinue(app: FastifyInstance, most: number): void {
  app.server.on('checkContinue', (request, response) => app.server.emit('request', request, response));

  // Runs once a request was let in, right before its body is read.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (
      request.headers.expect?.toLowerCase() === '100-continue' &&
      Number(request.headers['content-length'] ?? 0) <= most
    ) {
      reply.raw.writeContinue();
    }

    done(null, payload);
  });
}
