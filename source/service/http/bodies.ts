import type { FastifyInstance } from 'fastify';
import { ApiError } from './answers/api-error.js';
import type { Limits } from './limits.js';
import { createBudget } from './memory.js';

/**
 * Reads bodies as bytes: Fastify's own parsers turn text/plain into a string and JSON into what ECMAScript's numbers
 * can hold. A body counts until its request is answered. Of too many the one that has been coming for longest is
 * refused.
 */
export function addBodies(
  app: FastifyInstance,
  { bodyBytes, bodiesBytes }: Pick<Limits, 'bodyBytes' | 'bodiesBytes'>,
): void {
  const budget = createBudget(bodiesBytes);
  app.addHook('preParsing', (request, reply, payload, done) => {
    reply.raw.once('close', () => budget.free(request));
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
      payload.off('data', take).off('end', whole).off('error', broken);
      if (error) {
        budget.free(request);
      } else {
        budget.hold(request, bytes.length);
      }

      done(error, bytes.subarray(0, length));
    };
    const whole = (): void => end(null);
    const broken = (): void => end(new ApiError(400, 'invalid_request', 'The body did not arrive whole.'));
    const refuse = (): void =>
      end(new ApiError(503, 'unavailable', 'Too much is being sent at once. Try again later.', retryLater));
    const take = (chunk: Buffer): void => {
      const needed = length + chunk.length;
      if (needed > bodyBytes) {
        end(tooLarge(bodyBytes));
        return;
      }

      const isGrown = needed > bytes.length;
      if (isGrown) {
        bytes = Buffer.concat([bytes], Math.max(needed, Math.min(2 * bytes.length, bodyBytes)));
      }

      chunk.copy(bytes, length);
      length = needed;
      if (isGrown) {
        budget.hold(request, bytes.length, refuse);
      }
    };
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
